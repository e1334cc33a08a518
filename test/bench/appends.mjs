// Events appended to a session's log, each durable when it is acknowledged, beside bare appends of the same bytes, each with its
// fdatasync, in the same run. `node test/bench/appends.mjs [each]`.
import { spawn } from 'node:child_process';
import {
  closeSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stateOf } from '../support/state.mjs';
import { createEnvironment, inFolder, printHead, printRow } from './measure.mjs';

const SELF = fileURLToPath(import.meta.url);
const ROUNDS = 3;
/** Events that a process appends elsewhere before it is measured, so that its code is compiled. */
const WARM = 40;

if (process.argv[2] === 'writer') await write(...process.argv.slice(3));
else if (process.argv[1] === SELF) await appendTable(Number(process.argv[2] ?? 200));

/** Prints acknowledged events a second of one process and of eight at one session; the best of three rounds each. */
export async function appendTable(each = 200) {
  printHead(
    'Appends to a session’s event log (best of three rounds, beside bare appends with fdatasync)',
    ...['processes', 'events', 'events/s', 'bare appends/s', '× bare'],
  );
  for (const writers of [1, 8]) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(writers, each));
    const [logged, bare] = ['logged', 'bare'].map((key) => Math.max(...rounds.map((one) => one[key])));
    printRow(writers, writers * each, logged.toFixed(0), bare.toFixed(0), (logged / bare).toFixed(2));
  }
}

function measure(writers, each) {
  return inFolder(async (top) => {
    const folder = join(top, 'work');
    mkdirSync(folder);
    writeFileSync(join(folder, 'daybook.yaml'), 'timezone: UTC\n');
    const logged = (writers * each) / (await crowd(folder, writers, each));
    const lines = linesOf(stateOf(folder, 'keep', 'eventlog', 's'));
    const told = lines.filter((line) => line.includes('measured number')).length;
    if (told !== writers * each) throw new Error(`${writers * each - told} events are missing`);
    return { logged, bare: lines.length / appendAlone(folder, lines) };
  });
}

function linesOf(log) {
  return readdirSync(log).flatMap((name) => readFileSync(join(log, name), 'utf8').match(/.+\n/g) ?? []);
}

/** Starts the processes, lets them go when all are ready, and gives the seconds until all are through. */
async function crowd(folder, writers, each) {
  const all = Array.from({ length: writers }, (_, name) =>
    spawn(process.execPath, [SELF, 'writer', folder, name, each], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  await Promise.all(all.map(({ stdout }) => new Promise((ready) => stdout.once('data', ready))));
  const began = performance.now();
  for (const { stdin } of all) stdin.end('go\n');
  const ends = await Promise.all(all.map((one) => new Promise((done) => one.on('close', done))));
  if (ends.some((status) => status !== 0)) throw new Error(`a writer ended with ${ends.join(', ')}`);
  return (performance.now() - began) / 1000;
}

/** Appends to the session `s`, one acknowledged event after the other. */
async function write(folder, name, each) {
  const { openSession } = await import(new URL('../../dist/index.js', import.meta.url));
  const env = createEnvironment(join(folder, '../home'), { TZ: 'UTC' });
  const open = (id, workspace) => openSession({ id, workspace, cwd: workspace, env, engine: 'log' });
  const elsewhere = join(folder, `warm-${name}`);
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'daybook.yaml'), 'timezone: UTC\nstore.fsync: "off"\n');
  const warm = await open('s', elsewhere);
  for (let n = 0; n < WARM; n++) warm.append({ role: 'user', content: `writer ${name} warms up ${n}` });
  const session = await open('s', folder);
  process.stdout.write('ready\n');
  await new Promise((go) => process.stdin.once('data', go));
  for (let n = 0; n < Number(each); n++)
    session.append({ role: 'user', content: `writer ${name} measured number ${n} ${'x'.repeat(80)}` });
  process.stdin.destroy();
}

/** The seconds that bare appends of the same lines take. */
function appendAlone(folder, lines) {
  const file = openSync(join(folder, 'bare.jsonl'), 'a');
  const began = performance.now();
  for (const line of lines) {
    writeSync(file, line);
    fdatasyncSync(file);
  }
  const seconds = (performance.now() - began) / 1000;
  closeSync(file);
  return seconds;
}
