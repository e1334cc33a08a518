import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linked, startable } from '../../../.ci/link.mjs';
import { freshFolder } from '../../store/workspace.js';

/** So long that who does not need it should not load it. */
const LONG = `"${'x'.repeat(90_000)}"`;

/** A bundle of three ways, of which a start takes one; the last says nothing, as a hook does. */
const CHUNKS = {
  'main.js': `import { plain } from "./plain.js"; import { other } from "./other.js"; import { count } from "./both.js";
    const ways = { plain: () => plain(), other: () => other(), "{}": () => "{}" };
    const main = ({ write }) => { write(1, ways[process.argv[3]]() + count()); return Promise.resolve(0); };
    export { main };`,
  'plain.js': 'import { count } from "./both.js"; const plain = () => (count(), "plain"); export { plain };',
  'other.js': `import { count } from "./both.js"; const other = () => (count(), process.argv.includes(${LONG}) || "other"); export { other };`,
  'both.js': 'let many = 0; const count = () => (many++ === 0 ? "" : "!"); export { count };',
};

/** A tally for each part, and one of the starts. */
const CHUNKS_AND_ONE = 5;

/** A folder with the launcher and a bundle, and what starts it: what was said, and the cache that it left. */
async function installed() {
  const folder = freshFolder();
  copyFileSync('src/faces/cli/launch.cjs', join(folder, 'daybook.cjs'));
  copyFileSync('src/faces/cli/fill.cjs', join(folder, 'fill.cjs'));
  const chunks = Object.entries(CHUNKS).map(([path, text]) => ({ path, text }));
  writeFileSync(join(folder, 'command.cjs'), startable(await linked(chunks, 'main.js')));
  const bundle = join(folder, 'command.cjs');
  const cacheOf = (end: string) => join(folder, readdirSync(folder).find((name) => name.endsWith(end)) ?? '');
  const cache = () => cacheOf('-tell.cache');
  const seldom = () => readFileSync(cacheOf('-tell-seldom.cache'));
  const start = (way: string) => {
    const command = [join(folder, 'daybook.cjs'), 'tell', way];
    const { stdout } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    expect(stdout).toBe(way === '{}' ? '{}' : `${way}!`);
    return { bytes: readFileSync(cache()), mtimeMs: statSync(cache()).mtimeMs };
  };
  return { folder, bundle, start, cache, seldom };
}

/** How long the code, the text and the tallies of a cache are. */
const lengths = (bytes: Buffer) => [13, 9, 5].map((back) => bytes.readUInt32LE(bytes.length - back));
const text = (bytes: Buffer) => {
  const [code = 0, length = 0] = lengths(bytes);
  return bytes.toString('latin1', code, code + length);
};
const fills = (bytes: Buffer) => bytes.at(-1);

it('the first start of a verb leaves an empty cache, the next the text of what it ran, and those after it the code', async () => {
  const { start } = await installed();
  const [empty, plain, code, more] = ['plain', 'plain', 'plain', 'plain'].map((way) => start(way).bytes);
  expect(empty).toHaveLength(13);
  expect(text(plain!)).toContain('"plain"');
  expect(text(plain!)).not.toContain('"other"');
  expect(lengths(plain!)).toEqual([0, text(plain!).length, CHUNKS_AND_ONE]);
  expect(text(code!)).toBe(text(plain!));
  expect(code!.length).toBeGreaterThan(plain!.length + 500);
  expect([empty, plain, code, more].map((bytes) => fills(bytes!))).toEqual([16, 1, 17, 33]);
});

it('so many starts fill a cache, those that say nothing apart; then it stays', async () => {
  const { start } = await installed();
  for (let times = 0; times < 6; times++) start('plain');
  const [full, after] = [start('plain'), start('plain')];
  expect(fills(full.bytes)).toBe(65);
  expect(after.mtimeMs).toBe(full.mtimeMs);
  expect(Array.from({ length: 5 }, () => fills(start('{}').bytes))).toEqual([66, 67, 68, 68, 68]);
});

it('a full cache is filled once more when it is a day old: by then other things may be done', async () => {
  const { start, cache } = await installed();
  for (let times = 0; times < 6; times++) start('plain');
  const filled = fills(start('plain').bytes);
  const dayOld = Date.now() / 1000 - 90_000;
  utimesSync(cache(), dayOld, dayOld);
  const again = start('plain');
  expect(again.mtimeMs).toBeGreaterThan(dayOld * 1000 + 80_000_000);
  expect(fills(again.bytes)).toBe(filled);
  expect(start('plain').mtimeMs).toBe(again.mtimeMs);
});

it('what few starts run waits in a second cache, which only they load; each part is made once', async () => {
  const { start, seldom } = await installed();
  for (let times = 0; times < 7; times++) start('plain');
  const { bytes } = start('other');
  expect(text(bytes)).toContain('"plain"');
  expect(text(bytes)).not.toContain('"other"');
  const rest = seldom();
  expect(text(rest)).toContain('"other"');
  expect(text(rest)).not.toContain('"plain"');
  expect([lengths(rest)[0], fills(rest)]).toEqual([0, 1]);
  start('other');
  expect(fills(seldom())).toBe(17);
  expect(text(seldom())).toBe(text(rest));
  expect(lengths(seldom())[0]).toBeGreaterThan(500);
  const { mtimeMs } = start('plain');
  expect(start('plain').mtimeMs).toBe(mtimeMs);
});

it('a second cache that is damaged or gone is filled anew', async () => {
  const { folder, start, seldom } = await installed();
  for (let times = 0; times < 7; times++) start('plain');
  start('other');
  const whole = seldom();
  const file = join(folder, readdirSync(folder).find((name) => name.endsWith('-seldom.cache')) ?? '');
  for (const damaged of [whole.subarray(0, whole.length / 2), Buffer.alloc(0), null]) {
    if (damaged) writeFileSync(file, damaged);
    else rmSync(file);
    start('other');
    expect(text(seldom())).toBe(text(whole));
  }
});

it('a long part that every other start runs is not usual, a short one is', async () => {
  const { start, seldom } = await installed();
  start('plain');
  for (let times = 0; times < 6; times++) for (const way of ['plain', 'other']) start(way);
  const usual = text(start('plain').bytes);
  expect(usual).toContain('"plain"');
  expect(usual).not.toContain('"other"');
  expect(text(seldom())).toContain('"other"');
});

it('a cache that is cut short, empty, or of another V8 is filled anew', async () => {
  const { start, cache } = await installed();
  for (let times = 0; times < 5; times++) start('plain');
  const whole = readFileSync(cache());
  const other = Buffer.from(whole);
  other.fill(0, 0, 64);
  for (const damaged of [whole.subarray(0, whole.length / 2), whole.subarray(100), Buffer.alloc(0), other]) {
    writeFileSync(cache(), damaged);
    for (let times = 0; times < 6; times++) start('plain');
    expect(text(start('plain').bytes)).toBe(text(whole));
    expect(start('plain').bytes.length).toBeGreaterThan(text(whole).length + 500);
  }
});

it('a part of another build is never run: whoever lacks one is told to start again', async () => {
  const { folder, bundle, start } = await installed();
  for (let times = 0; times < 4; times++) start('plain');
  writeFileSync(bundle, readFileSync(bundle, 'utf8').replace('//BUILD[', '//0123456789abcdef['));
  start('plain');
  const command = [join(folder, 'daybook.cjs'), 'tell', 'other'];
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
  expect(stderr).toContain('command.cjs was replaced while it ran; start it again');
});

it('what may run for days has all of the bundle, and its code', async () => {
  const { folder } = await installed();
  const command = [join(folder, 'daybook.cjs'), 'cron', 'plain'];
  for (let times = 0; times < 3; times++) spawnSync(process.execPath, command);
  const cache = readdirSync(folder).find((name) => name.endsWith('-cron.cache')) ?? '';
  const bytes = readFileSync(join(folder, cache));
  expect(text(bytes)).toBe('');
  expect(bytes.length).toBeGreaterThan(1000);
  expect(fills(bytes)).toBe(48);
});

it('a cache of our own goes before one beside the bundle, and is the one that is filled', async () => {
  const { folder, cache, start } = await installed();
  for (let times = 0; times < 4; times++) start('plain');
  const beside = readFileSync(cache());
  const home = join(folder, 'home');
  mkdirSync(join(home, 'cache'), { recursive: true });
  const own = join(home, 'cache', cache().slice(folder.length + 1));
  writeFileSync(own, beside);
  const command = [join(folder, 'daybook.cjs'), 'tell', 'other'];
  const env = { ...process.env, DAYBOOK_HOME: home };
  expect(spawnSync(process.execPath, command, { encoding: 'utf8', env }).stdout).toBe('other!');
  expect(text(readFileSync(own.replace('-tell', '-tell-seldom')))).toContain('"other"');
  expect(readFileSync(own)).not.toEqual(beside);
  expect(readFileSync(cache())).toEqual(beside);
});

it.each([
  ['a git repository', (home: string) => mkdirSync(join(home, '../.git'))],
  ['a workspace', (home: string) => writeFileSync(join(home, '../daybook.yaml'), '')],
  ['a workspace itself', (home: string) => writeFileSync(join(home, 'daybook.yaml'), '')],
  ['the folder stood in', () => undefined],
  ['a folder that others may write to', (home: string) => chmodSync(home, 0o777)],
  [
    'a link to where it lies',
    (home: string) => {
      renameSync(join(home, 'cache'), join(home, 'elsewhere'));
      symlinkSync(join(home, 'elsewhere'), join(home, 'cache'));
    },
  ],
])('a cache that a project brought along is neither run nor filled: %s', async (what, make) => {
  const { folder, cache, start } = await installed();
  for (let times = 0; times < 4; times++) start('plain');
  const project = freshFolder();
  const home = join(project, 'home');
  mkdirSync(join(home, 'cache'), { recursive: true, mode: 0o700 });
  const planted = join(home, 'cache', cache().slice(folder.length + 1));
  writeFileSync(planted, plantedCache());
  const run = () =>
    spawnSync(process.execPath, [join(folder, 'daybook.cjs'), 'tell', 'plain'], {
      encoding: 'utf8',
      env: { ...process.env, DAYBOOK_HOME: home },
      cwd: what === 'the folder stood in' ? project : folder,
    });
  if (what !== 'the folder stood in') expect(run().stdout, 'where it is ours').toBe('planted');
  make(home);
  expect(run().stdout).toBe('plain!');
  expect(readFileSync(planted)).toEqual(plantedCache());
});

/** A cache with a text that is not of the bundle. */
function plantedCache(): Buffer {
  const text = `(function (module) { module.exports = { parts: [1], part: () => ({ main: ({ write }) => { write(1, 'planted'); return Promise.resolve(1); } }) }; })`;
  const end = Buffer.alloc(13);
  end.writeUInt32LE(text.length, 4);
  end[12] = 1;
  return Buffer.concat([Buffer.from(text, 'latin1'), end]);
}

it('what builds left that were replaced long ago goes at the first start of another; all else stays', async () => {
  const { folder, start } = await installed();
  const long = new Date(Date.now() - 31 * 86_400_000);
  const old = [
    'command-0123456789abcdef-v20.1.0-x64-log.cache',
    'hook-0123456789abcdef-v20.1.0-x64-any.cache.77',
  ];
  const kept = [
    'mine.cache',
    'command-BUILD-v20.1.0-x64-log.cache',
    'mcp-0123456789abcdef-v20.1.0-x64-mcp.cache',
  ];
  for (const name of [...old, ...kept]) writeFileSync(join(folder, name), 'x');
  for (const name of [...old, ...kept.slice(0, 2)]) utimesSync(join(folder, name), long, long);
  start('plain');
  expect(old.filter((name) => existsSync(join(folder, name)))).toEqual([]);
  expect(kept.filter((name) => existsSync(join(folder, name)))).toEqual(kept);
});
