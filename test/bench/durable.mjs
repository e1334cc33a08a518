// Durable `log` from many processes through the library, beside one process that replaces the same bytes as safely as
// one can (write, fsync, rename, fsync of the folder), in the same run. `node test/bench/durable.mjs [each] [writers]`.
// A virtual disk may flush into its host's memory; `FLUSH_MS=4 node --import ./test/bench/slow-flush.mjs …` makes each flush
// of both sides take as long as on a disk of one's own (trust.md §2.1 measured 4 ms).
import { spawn } from 'node:child_process';
import {
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Entries that each process logs elsewhere before it is measured, so that its code is compiled. */
const WARM = 40;

const SELF = fileURLToPath(import.meta.url);
const [, , job = '50', ...rest] = process.argv;

if (job === 'writer') await write(...rest);
else console.log(table(await measure(Number(job), Number(rest[0] ?? 8))));

/** Logs `each` entries, each acknowledged when it is durable; says how many only queued. */
async function write(root, name, each) {
  const { openHouse, run, VERBS } = await import(new URL('../../dist/index.js', import.meta.url));
  const log = await VERBS.log();
  const logIn = async (cwd, text) => {
    const env = { HOME: join(cwd, 'home'), DAYBOOK_HOME: join(cwd, 'home/.daybook'), TZ: 'UTC' };
    const house = await openHouse({ cwd, env, warn() {} }, 'workspace');
    return run(log, { text, type: 'fact', tag: [], file: [], branch: false }, house, { dryRun: false });
  };
  const elsewhere = workspace('timezone: UTC\nstore.fsync: "off"\n');
  for (let n = 0; n < WARM; n++) await logIn(elsewhere, `writer ${name} warms up ${n}`);
  rmSync(elsewhere, { recursive: true, force: true });
  process.stdout.write('ready\n');
  await new Promise((go) => process.stdin.once('data', go));
  let queued = 0;
  for (let n = 0; n < Number(each); n++)
    if ((await logIn(root, `writer ${name} measured number ${n}`)).seq === null) queued++;
  process.stdout.write(`done ${queued}\n`);
  process.stdin.destroy();
}

function workspace(settings) {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-durable-'));
  writeFileSync(join(folder, 'daybook.yaml'), settings);
  return folder;
}

/** Rates of both, in acknowledged writes a second; three rounds, in turns, since a disk has its moods. */
async function measure(each, writers) {
  const rounds = [];
  for (let round = 0; round < 3; round++) {
    const folder = workspace('timezone: UTC\n');
    try {
      const { seconds, queued } = await crowd(folder, each, writers);
      const text = readFileSync(join(folder, 'content/MEMORY.md'), 'utf8');
      const lost = each * writers - (text.match(/^- writer /gm)?.length ?? 0);
      const plain = replaceAlone(folder, text, each * writers);
      rounds.push({ logs: (each * writers) / seconds, plain, queued, lost });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return { each, writers, rounds };
}

async function crowd(root, each, writers) {
  const all = Array.from({ length: writers }, (_, name) =>
    spawn(process.execPath, [...process.execArgv, SELF, 'writer', root, name, each], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  const said = all.map(listen);
  await Promise.all(said.map((one) => one.next()));
  const began = performance.now();
  for (const { stdin } of all) stdin.write('go\n');
  const ends = await Promise.all(said.map((one) => one.next()));
  const seconds = (performance.now() - began) / 1000;
  return { seconds, queued: ends.reduce((sum, { value }) => sum + Number(value.split(' ')[1]), 0) };
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

function table({ each, writers, rounds }) {
  const rows = rounds.map(
    ({ logs, plain, queued, lost }, i) =>
      `| ${i + 1} | ${logs.toFixed(0)} | ${plain.toFixed(0)} | ${(logs / plain).toFixed(2)} | ${queued} | ${lost} |`,
  );
  const ratios = rounds.map(({ logs, plain }) => logs / plain).sort((a, b) => a - b);
  return [
    `\n## Durable log: ${writers} processes × ${each}, beside one process replacing the same bytes (Node ${process.version})\n`,
    '| round | log/s | replace/s | ratio | queued | lost |\n|---|---|---|---|---|---|',
    ...rows,
    `\nmedian ratio ${ratios[1].toFixed(2)}, goal ≥ 0.33${ratios[1] < 1 / 3 ? ' **missed**' : ''}`,
  ].join('\n');
}
