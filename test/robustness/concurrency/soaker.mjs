/* An agent or a scheduler of the soak: it runs commands through the library until its input ends, and prints what was acknowledged. */
import { readdirSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , root, home, name, role, began] = process.argv;
const { COMMANDS, executeCommand, limitHeapGrowth, openRuntime, UserError } = await import(
  pathToFileURL(resolve('dist/index.js')).href
);

limitHeapGrowth(); // as the server and the scheduler do

/** A second of the soak is a minute of the workspace, so that sessions end and memories age. */
const PACE = 60;
const START = Date.parse('2026-06-07T12:00:00+02:00');
/** Lines are acknowledged as the command does: written at once, whatever happens to us next. */
const report = (fact) => writeSync(1, `${JSON.stringify(fact)}\n`);

const TYPES = ['decision', 'gotcha', 'fact', 'problem', 'experience', 'blocker', 'rejected', 'assumption'];

/** What each role runs, in turns: the command, its input, and how long it pauses then, in ms. */
const ROLES = {
  agent: [
    (n) => ['log', { text: `${name} saw number ${n} of src/${name}.ts`, type: TYPES[n % TYPES.length] }],
    (n) => [
      'log',
      { text: `${name} learned that call ${n} needs --flag-${n}`, type: TYPES[(n + 3) % TYPES.length] },
    ],
    (n) => ['search', { words: `number ${n - 2}` }],
    () => ['recall', { 'no-promote': true }],
  ],
  scheduler: [
    () => ['recall', {}],
    () => ['checkpoint', {}],
    () => ['context', {}],
    () => ['status', {}],
    () => ['lint', {}],
    () => ['history', { limit: 5 }],
  ],
};
const PAUSE_MS = { agent: 60, scheduler: 150 };

let isOver = false;
process.stdin.on('end', () => {
  isOver = true;
});
process.stdin.resume();

const env = () => ({
  HOME: home,
  DAYBOOK_HOME: `${home}/.daybook`,
  DAYBOOK_NOW: new Date(START + (Date.now() - Number(began)) * PACE).toISOString(),
  DAYBOOK_BY: name,
  TZ: 'UTC',
});

async function runCommand(name, values) {
  const command = await COMMANDS[name]();
  const bare = Object.entries(command.params).map(([key, param]) => [
    key,
    param.kind === 'flag' ? false : param.repeatable ? [] : undefined,
  ]);
  const runtime = await openRuntime({ cwd: root, env: env(), warn() {} }, command.requires);
  const word = Object.entries(command.params).find(([, { positional }]) => positional !== undefined)?.[0];
  const { words, ...rest } = values;
  const input = { ...Object.fromEntries(bare), ...(words ? { [word]: words } : {}), ...rest };
  return executeCommand(command, input, runtime, { dryRun: false });
}

for (let n = 0; !isOver; n++) {
  const [commandName, input] = ROLES[role][n % ROLES[role].length](n);
  try {
    const { plan } = await runCommand(commandName, input);
    if (commandName === 'log') report({ entry: plan.data.entry.id, at: Date.now() });
    else report({ did: commandName });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    report({ refused: `${commandName}: ${error.message}` });
  }
  const fds = readdirSync('/proc/self/fd').length;
  const { rss, heapUsed } = process.memoryUsage();
  report({ turn: n, verb: commandName, rss, heapUsed, fds });
  await new Promise((go) => setTimeout(go, PAUSE_MS[role] * (0.5 + Math.random())));
}
