// `node test/bench/useful/others.mjs --write COMMAND --read COMMAND`: plays the traps with another tool.
// The first command gets on standard input what was said in the earlier days, one text a line. The second gets the task of
// the user or the call of the agent, and prints what the tool knows about it. Both run in one empty folder of the trap.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMistake, tellsRight } from './agents.mjs';
import { listTold } from './check-traps.mjs';
import { formatCall } from './steps.mjs';
import { formatRate } from './tables.mjs';
import { TRAPS } from './traps/index.mjs';

const { values } = parseArgs({ options: { write: { type: 'string' }, read: { type: 'string' } } });
if (values.write === undefined || values.read === undefined) {
  console.error("expected: --write 'cat > notes.md' --read 'grep -if - notes.md'");
  process.exit(2);
}

/** Runs a command of the other tool. One that finds nothing may end with 1, as `grep` does. */
function run(command, cwd, input) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, input, encoding: 'utf8' });
  if (status > 1) throw new Error(`${command} ended with ${status}: ${stderr}`);
  return stdout;
}

const ARMS = { start: [true, false], action: [false, true], both: [true, true] };
const rows = [];
for (const trap of TRAPS) {
  const folder = mkdtempSync(join(tmpdir(), 'other-tool-'));
  const told = listTold(trap).map((text) => text.replaceAll('\n', ' '));
  run(values.write, folder, `${told.join('\n')}\n`);
  for (const [turn, call] of trap.calls.entries()) {
    const start = run(values.read, folder, trap.tasks[turn % trap.tasks.length]);
    const action = run(values.read, folder, formatCall(call));
    const idle = run(values.read, folder, formatCall(trap.idle[turn % trap.idle.length]));
    rows.push({ trap, call, texts: [start, action], isIdleTold: idle.trim() !== '' });
  }
  rmSync(folder, { recursive: true });
}

console.log('| arm | all traps | shares a name, command or path | shares no word |\n|---|---|---|---|');
for (const [arm, used] of Object.entries(ARMS)) {
  const repeats = rows.map(({ trap, call, texts }) => ({
    shares: trap.shares,
    isRepeated: isMistake(call, trap) && !tellsRight(texts.filter((_, at) => used[at]).join('\n'), trap),
  }));
  const cells = [() => true, ({ shares }) => shares, ({ shares }) => !shares].map((test) => {
    const own = repeats.filter(test);
    return formatRate(own.filter(({ isRepeated }) => isRepeated).length, own.length);
  });
  console.log(`| ${arm} | ${cells.join(' | ')} |`);
}
const idle = rows.filter(({ isIdleTold }) => isIdleTold).length;
console.log(`\n${rows.length} sessions; text at ${formatRate(idle, rows.length)} of 100 harmless calls.`);
