// The index itself: how fast it is built, how large it is, and how fast a warm process answers.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { stateOf } from '../support/state.mjs';
import { COMMAND, findMedian, findQuantile, inFolder, measureMs, printRow } from './measure.mjs';
import { noteAt, notesIn, readWith } from './recall-engines.mjs';
import { makeQuestions, makeVault } from './vault.mjs';

const TODAY = '2026-06-02';
/** By number of entries: how often a vault is indexed. The median is printed, because V8 compiles the code during the first runs. */
const ROUNDS = { 1000: 15, 10000: 7, 100000: 3 };
/** Runs by the command; the first ones fill its code cache. */
const COMMANDS = { warmUp: 6, rounds: 5 };

export function indexTables(parts, { full }) {
  const sizes = full ? [1_000, 10_000, 100_000] : [1_000, 10_000];
  console.log(
    '\n## Index\n\nGoals at 100,000 entries: 5 MB/s, an index of half the text, p50 5 ms, p99 25 ms.\n\n| entries | text MB | built MB/s, median | by a command just begun, MB/s | index, of the text | warm p50 ms | p99 ms | one note changed ms | RSS MB |\n|---|---|---|---|---|---|---|---|---|',
  );
  for (const size of sizes) inFolder((root) => measureSize(parts, root, size));
}

function measureSize(parts, root, size) {
  const { bytes } = makeVault(root, size);
  const cache = join(root, '.daybook', 'cache');
  mkdirSync(cache, { recursive: true });
  const files = filesAt(root, cache);
  const open = () =>
    parts.openNoteIndex(files, {
      read: readWith(parts),
      today: TODAY,
      kindWeight: () => 1,
      clock: () => Date.now() + 60_000,
    });
  const rebuild = () => {
    for (const name of readdirSync(cache)) rmSync(join(cache, name));
    return measureMs(() => open().refresh());
  };
  const built = findMedian(Array.from({ length: ROUNDS[size] }, rebuild));
  const kept = readdirSync(cache).reduce((sum, name) => sum + statSync(join(cache, name)).size, 0);
  const catalogue = open();
  const warm = makeQuestions(200).map((words) => measureMs(() => catalogue.search({ words, limit: 10 })));
  const cold = warm.splice(0, 20);
  const [path] = notesIn(root, 'content/evolving').map(({ path }) => path);
  writeFileSync(
    join(root, path),
    `${readFileSync(join(root, path), 'utf8')}- one more line about the parser\n`,
  );
  const changed = measureMs(() => open().search({ words: 'one more line', limit: 10 }));
  const speed = bytes / 1e3 / built;
  const share = kept / bytes;
  const byCommand = bytes / 1e3 / commandIndexing(size);
  const [p50, p99] = [0.5, 0.99].map((share) => findQuantile(warm, share));
  const hasGoals = size >= 100_000; // a small vault measures the fixed costs
  const figures = [
    [bytes / 1e6, true],
    [speed, speed >= 5],
    [byCommand, true],
    [share, share <= 0.5],
    [p50, p50 <= 5],
    [p99, p99 <= 25],
    [changed, true],
  ].map(([figure, holds]) => `${figure.toFixed(2)}${holds || !hasGoals ? '' : ' **missed**'}`);
  printRow(size, ...figures, (process.memoryUsage().rss / 1e6).toFixed(0));
  if (cold.length === 0) throw new Error('no questions');
}

/** Returns how many ms longer a search takes in a vault without an index: a whole process, with code that is not compiled yet. */
const commandIndexing = (size) =>
  inFolder((folder) => {
    const vault = join(folder, 'vault');
    makeVault(vault, size);
    const env = { ...process.env, DAYBOOK_HOME: join(folder, 'home') };
    const run = (...words) =>
      measureMs(() => {
        const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...words], { cwd: vault, env });
        if (status !== 0) throw new Error(`${words[0]} at ${size}: status ${status}\n${stderr}`);
      });
    const search = () => run('search', 'websocket reconnect timeout in the payment worker');
    run('log', 'the bench begins', '--type', 'progress'); // a workspace in use has a state folder
    const times = Array.from({ length: COMMANDS.warmUp + COMMANDS.rounds }, () => {
      rmSync(stateOf(vault, 'cache'), { recursive: true, force: true });
      return { first: search(), later: search() };
    }).slice(COMMANDS.warmUp);
    return findMedian(times.map(({ first }) => first)) - findMedian(times.map(({ later }) => later));
  });

function filesAt(root, cache) {
  const list = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((item) =>
      item.isDirectory() ? list(`${folder}/${item.name}`) : [`${folder}/${item.name}`],
    );
  return {
    note: (path) => noteAt(root, path),
    survey() {
      const paths = list('content').sort();
      const stats = paths
        .map((path) => lstatSync(join(root, path)))
        .flatMap(({ size, mtimeMs }) => [size, mtimeMs]);
      return { listing: { paths, folders: [] }, stats: Float64Array.from(stats) };
    },
    unchanged({ path, size, mtimeMs }) {
      const stat = lstatSync(join(root, path));
      return stat.size === size && stat.mtimeMs === mtimeMs ? noteAt(root, path) : null;
    },
    dropCache: (name) => rmSync(join(cache, name), { force: true }),
    readCache(name) {
      try {
        return new Uint8Array(readFileSync(join(cache, name)));
      } catch {
        return null;
      }
    },
    writeCache(name, bytes) {
      writeFileSync(join(cache, `${name}.part`), bytes);
      renameSync(join(cache, `${name}.part`), join(cache, name));
    },
    openCache(name) {
      const file = openSync(join(cache, name));
      const read = (offset, length) => {
        const bytes = new Uint8Array(length);
        return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
      };
      return { size: fstatSync(file).size, read, close: () => closeSync(file) };
    },
  };
}
