// Durable `log` from many processes through the library, beside one process that replaces the same bytes as safely as
// one can (write, fsync, rename, fsync of the folder), in the same run. `node test/bench/durable.mjs [each] [writers]`.
// Twice: by new processes, and by warm ones whose code V8 has compiled. The processor time of each entry is printed
// too, because it decides on a disk that flushes at once.
// A virtual disk may flush into its host's memory; `FLUSH_MS=4 node --import ./test/bench/slow-flush.mjs …` makes each flush
// of both sides take as long as on a real disk (trust.md §2.1 measured 4 ms).
import { spawn } from 'node:child_process';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEnvironment, findMedian, formatGoal, inFolder, printHead, printRow } from './measure.mjs';

/** Entries that each process logs elsewhere before it is measured. */
const WARM = { 'just begun': 40, 'at work': 300 };

const SELF = fileURLToPath(import.meta.url);

if (process.argv[2] === 'writer') await write(...process.argv.slice(3));
else if (process.argv[1] === SELF) await durableTables(...process.argv.slice(2).map(Number));

/** Prints how many entries a second are acknowledged, each when it is durable. */
export async function durableTables(each = 50, writers = 8) {
  printHead(
    `Durable log: ${writers} processes × ${each}, beside one process replacing the same bytes (medians of three rounds)`,
    ...['processes', 'log/s', 'replace/s', 'ratio', 'goal', 'processor ms an entry', 'queued', 'lost'],
  );
  for (const [how, warm] of Object.entries(WARM)) printMedians(how, await measure(each, writers, warm));
}

/** Logs `each` entries, each acknowledged when it is durable; says how many only queued, and the processor time in ms. */
async function write(root, name, each, warm) {
  const { openRuntime, executeCommand, COMMANDS } = await import(
    new URL('../../dist/index.js', import.meta.url)
  );
  const log = await COMMANDS.log();
  const logIn = async (cwd, text) => {
    const env = createEnvironment(join(cwd, '../home'), { TZ: 'UTC' });
    const runtime = await openRuntime({ cwd, env, warn() {} }, 'workspace');
    return executeCommand(log, { text, type: 'fact', tag: [], file: [], branch: false }, runtime, {
      dryRun: false,
    });
  };
  await inFolder(async (top) => {
    const elsewhere = workspace(top, 'timezone: UTC\nstore.fsync: "off"\n');
    for (let n = 0; n < Number(warm); n++) await logIn(elsewhere, `writer ${name} warms up ${n}`);
  });
  process.stdout.write('ready\n');
  await new Promise((go) => process.stdin.once('data', go));
  const began = process.cpuUsage();
  let queued = 0;
  for (let n = 0; n < Number(each); n++)
    if ((await logIn(root, `writer ${name} measured number ${n}`)).seq === null) queued++;
  const { user, system } = process.cpuUsage(began);
  process.stdout.write(`done ${queued} ${(user + system) / 1000}\n`);
  process.stdin.destroy();
}

function workspace(top, settings) {
  const folder = join(top, 'work');
  mkdirSync(folder);
  writeFileSync(join(folder, 'daybook.yaml'), settings);
  return folder;
}

/** Rates of both, in acknowledged writes a second; three rounds, in turns, because the speed of a disk varies. */
async function measure(each, writers, warm) {
  const rounds = [];
  for (let round = 0; round < 3; round++)
    rounds.push(
      await inFolder(async (top) => {
        const folder = workspace(top, 'timezone: UTC\n');
        const { seconds, queued, cpuMs } = await crowd(folder, each, writers, warm);
        const text = readFileSync(join(folder, 'content/MEMORY.md'), 'utf8');
        const lost = each * writers - (text.match(/^- writer /gm)?.length ?? 0);
        const plain = replaceAlone(folder, text, each * writers);
        return { logs: (each * writers) / seconds, plain, queued, lost, cpuMs: cpuMs / (each * writers) };
      }),
    );
  return rounds;
}

async function crowd(root, each, writers, warm) {
  const all = Array.from({ length: writers }, (_, name) =>
    spawn(process.execPath, [...process.execArgv, SELF, 'writer', root, name, each, warm], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  const said = all.map(listen);
  await Promise.all(said.map((one) => one.next()));
  const began = performance.now();
  for (const { stdin } of all) stdin.write('go\n');
  const ends = await Promise.all(said.map((one) => one.next()));
  const seconds = (performance.now() - began) / 1000;
  const sum = (nth) => ends.reduce((all, { value }) => all + Number(value.split(' ')[nth]), 0);
  return { seconds, queued: sum(1), cpuMs: sum(2) };
}

async function* listen({ stdout }) {
  let text = '';
  for await (const chunk of stdout) {
    text += chunk;
    const lines = text.split('\n');
    text = lines.pop();
    yield* lines;
  }
}

/** The same note, growing line by line as it did, replaced by one process. */
function replaceAlone(folder, text, times) {
  const lines = text.split(/(?<=\n)/);
  const head = lines.length - times;
  const [path, part] = [join(folder, 'content/alone.md'), join(folder, 'content/alone.tmp')];
  const began = performance.now();
  for (let n = 1; n <= times; n++) {
    const file = openSync(part, 'w');
    writeSync(file, lines.slice(0, head + n).join(''));
    fsyncSync(file);
    closeSync(file);
    renameSync(part, path);
    const dir = openSync(join(folder, 'content'), 'r');
    fsyncSync(dir);
    closeSync(dir);
  }
  return times / ((performance.now() - began) / 1000);
}

function printMedians(how, rounds) {
  const median = (get) => findMedian(rounds.map(get));
  const ratio = median(({ logs, plain }) => logs / plain);
  printRow(
    how,
    median(({ logs }) => logs).toFixed(0),
    median(({ plain }) => plain).toFixed(0),
    ratio.toFixed(2),
    formatGoal('≥', 0.33, ratio),
    median(({ cpuMs }) => cpuMs).toFixed(2),
    median(({ queued }) => queued),
    Math.max(...rounds.map(({ lost }) => lost)),
  );
}
