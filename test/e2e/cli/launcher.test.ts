// @module-tag full: 4 s of processor time
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { expect, it } from 'vitest';
import { freshFolder } from '../../support/store-root.js';

/** A bundle that prints its own word. Both texts have one length: V8 compares the length of a cache's source, not its text. */
const bundleOf = (word: 'plain--' | 'planted') =>
  `(function (exports) { exports.main = function () { console.log('${word}', process.argv.slice(2).join(' ')); return Promise.resolve(process.argv.includes('fail') ? 3 : 0); }; })`;

/** A folder with the launcher and its bundles, a private home, and what starts the launcher. */
function install() {
  const folder = freshFolder();
  copyFileSync('src/bin/launcher.cjs', join(folder, 'daybook.cjs'));
  for (const name of ['cli', 'server']) writeFileSync(join(folder, `${name}.cjs`), bundleOf('plain--'));
  const home = join(freshFolder(), 'home');
  const start = (args: readonly string[], cwd = folder) =>
    spawnSync(process.execPath, [join(folder, 'daybook.cjs'), ...args], {
      encoding: 'utf8',
      env: { ...process.env, DAYBOOK_HOME: home },
      cwd,
    });
  const caches = () => (existsSync(join(home, 'cache')) ? readdirSync(join(home, 'cache')).toSorted() : []);
  return { folder, home, start, caches };
}

it('the first start of a command leaves one cache, readable by its user alone, and the next start uses it', () => {
  const { home, start, caches } = install();
  expect(start(['log', 'one'])).toMatchObject({ stdout: 'plain-- log one\n', status: 0 });
  const [name = ''] = caches();
  expect(caches()).toEqual([`cli-BUILD-${process.version}-${process.arch}-log-.code`]);
  const file = join(home, 'cache', name);
  const { mtimeMs, mode } = statSync(file);
  expect(mode & 0o777).toBe(0o600);
  expect(start(['log', 'two'])).toMatchObject({ stdout: 'plain-- log two\n', status: 0 });
  expect(statSync(file).mtimeMs).toBe(mtimeMs);
});

it('each command and each hook event has its own cache; a failing start leaves none', () => {
  const { start, caches } = install();
  expect(start(['search', 'fail']).status).toBe(3);
  expect(caches()).toEqual([]);
  for (const args of [['hook', 'SessionStart'], ['hook', 'Stop'], ['mcp'], ['search']]) start(args);
  const stem = `BUILD-${process.version}-${process.arch}`;
  expect(caches()).toEqual([
    `cli-${stem}-hook-SessionStart.code`,
    `cli-${stem}-hook-Stop.code`,
    `cli-${stem}-search-.code`,
    `server-${stem}-mcp-.code`,
  ]);
});

it('the folder of -C or --workspace is not taken for the command, and help comes from the command line', () => {
  const { start, caches } = install();
  for (const args of [
    ['-C', 'hook', 'search'],
    ['--workspace', 'mcp', 'log'],
    ['mcp', '-h'],
    ['hook', 'Stop', '--help'],
  ])
    start(args);
  const stem = `BUILD-${process.version}-${process.arch}`;
  expect(caches()).toEqual(['hook', 'log', 'mcp', 'search'].map((command) => `cli-${stem}-${command}-.code`));
});

it('a cache that is cut short, empty, or of another V8 is written again', () => {
  const { home, start, caches } = install();
  start(['log']);
  const file = join(home, 'cache', caches()[0] ?? '');
  const whole = readFileSync(file);
  const other = Buffer.from(whole).fill(0, 0, 64);
  for (const damaged of [whole.subarray(0, whole.length / 2), Buffer.alloc(0), other]) {
    writeFileSync(file, damaged);
    expect(start(['log'])).toMatchObject({ stdout: 'plain-- log\n', status: 0 });
    expect(readFileSync(file).length).toBe(whole.length);
  }
});

it.each([
  ['a git repository', (home: string) => mkdirSync(join(home, '../.git'))],
  ['a workspace', (home: string) => writeFileSync(join(home, '../daybook.yaml'), '')],
  ['a workspace itself', (home: string) => writeFileSync(join(home, 'daybook.yaml'), '')],
  ['the current folder', () => undefined],
  ['a folder that others can write to', (home: string) => chmodSync(home, 0o777)],
  ['a cache folder that others can write to', (home: string) => chmodSync(join(home, 'cache'), 0o777)],
  [
    'a link to the cache folder',
    (home: string) => {
      renameSync(join(home, 'cache'), join(home, 'elsewhere'));
      symlinkSync(join(home, 'elsewhere'), join(home, 'cache'));
    },
  ],
])('a cache that a project may have planted is neither run nor replaced: %s', (what, make) => {
  const { home, start, caches, folder } = install();
  start(['log']);
  const file = join(home, 'cache', caches()[0] ?? '');
  const planted = plantedCache(join(folder, 'cli.cjs'));
  writeFileSync(file, planted);
  const cwd = what === 'the current folder' ? join(home, '..') : folder;
  expect(start(['log']).stdout, 'a cache in a safe place').toBe('planted log\n');
  make(home);
  expect(start(['log'], cwd).stdout).toBe('plain-- log\n');
  expect(readFileSync(file)).toEqual(planted);
});

it('a global workspace may hold the caches', () => {
  const { home, start, caches } = install();
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(home, 'daybook.yaml'), '# Daybook: notes for all projects.\n');
  start(['log']);
  expect(caches()).toHaveLength(1);
});

/** V8's code for a bundle of the same length that prints another word. */
function plantedCache(filename: string): Buffer {
  const script = new Script(bundleOf('planted'), { filename });
  const loaded: { main?: () => Promise<number> } = {};
  const print = console.log;
  console.log = () => undefined;
  script.runInThisContext()(loaded);
  void loaded.main?.();
  console.log = print;
  return script.createCachedData();
}
