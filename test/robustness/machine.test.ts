// @module-tag full: it runs commands many times over
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freshFolder, inState } from '../support/store-root.js';
import { COMMAND, createWorkspace, later, QUICK, type Workspace } from '../support/workspace.js';
import { everyFile } from './secrets/traces.js';

const MEMORY = 'content/MEMORY.md';
const TEXT = '# Memory\n\n## Facts\n\n- by hand\n';
const NOBODY = 65_534;
/** Ends with an error where no memory of WebAssembly can be had. */
const ROOM = 'new WebAssembly.Memory({ initial: 1 })';
const isRoot = process.getuid?.() === 0;

/** Runs the shipped command below a shell that was told something first. */
function below(shell: string, bench: Workspace, args: readonly string[], minutes = 0) {
  const env = {
    HOME: bench.home,
    DAYBOOK_HOME: join(bench.home, '.daybook'),
    DAYBOOK_NOW: later(minutes),
    PATH: process.env.PATH ?? '',
  };
  const words = [process.execPath, COMMAND, ...args].map((word) => `'${word}'`).join(' ');
  const { status, stdout, stderr } = spawnSync('sh', ['-c', `${shell}; exec ${words}`], {
    cwd: bench.root,
    env,
    encoding: 'utf8',
  });
  return { status, out: stdout, err: stderr };
}

describe('T27: what the machine does not allow', () => {
  it.each([
    ['the root', '.'],
    ['daybook.yaml', 'daybook.yaml'],
    ['the state folder', '.daybook'],
  ])('a store in which everybody may write to %s is read, and written after trust', async (_, path) => {
    const bench = createWorkspace({ [MEMORY]: TEXT });
    await bench.run(['session']);
    const { mode } = statSync(join(bench.root, path));
    chmodSync(join(bench.root, path), mode | 0o002);
    const before = bench.files();
    for (const args of [['recall'], ['search', 'hand'], ['status']])
      expect(await bench.json(args, { now: later(1) }), args[0]).toMatchObject({ ok: true });
    for (const args of [
      ['log', 'x', '--type', 'fact'],
      ['init', '--content', 'notes'],
    ])
      expect((await bench.json(args, { now: later(1) })).error, args[0]).toMatchObject({
        code: 'not-yours',
        hint: expect.stringContaining('daybook trust'),
      });
    expect(bench.files()).toEqual(before);
    expect((await bench.json(['trust'])).ok).toBe(true);
    expect((await bench.json(['log', 'x', '--type', 'fact'], { now: later(2) })).ok).toBe(true);
  });

  it('a store of another user is not used', async () => {
    if (!isRoot) return console.log('NOT TRIED: only root can give a folder away');
    const bench = createWorkspace({ [MEMORY]: TEXT });
    chownSync(join(bench.root, 'daybook.yaml'), NOBODY, NOBODY);
    const before = bench.files();
    const { status, err } = await bench.run(['log', 'x', '--type', 'fact']);
    expect([status, err]).toEqual([1, expect.stringContaining('others can write to')]);
    expect(bench.files()).toEqual(before);
  });

  it('32 open files are enough, and with none left it is told', async () => {
    const bench = createWorkspace({ [MEMORY]: TEXT, 'content/pages/a.md': '# A\n' });
    for (const [i, args] of [
      ['log', 'with few files', '--type', 'fact'],
      ['search', 'few'],
      ['recall'],
      ['undo'],
    ].entries())
      expect(below('ulimit -n 32', bench, args, i), args[0]).toMatchObject({ status: 0, err: '' });
    const before = bench.read(MEMORY);
    const none = below('ulimit -n 20', bench, ['log', 'with none left', '--type', 'fact'], 9);
    expect(none.status === 0 || none.err !== '', JSON.stringify(none)).toBe(true);
    if (none.status !== 0) expect(bench.read(MEMORY)).toBe(before);
    expect(below('true', bench, ['log', 'with many', '--type', 'fact'], 10)).toMatchObject({
      status: 0,
      err: '',
    });
  });

  it('so little address space that WebAssembly has no room: searches answer the same', () => {
    // As many as are not walked sooner than WebAssembly is ready.
    const lines = Array.from({ length: 4000 }, (_, i) => `- the worker holds lock ${i}\n`).join('');
    const bench = createWorkspace({ [MEMORY]: `${TEXT}- the lock is held too long\n${lines}` });
    const args = ['search', 'lock held too long', '--json'];
    const { hits } = JSON.parse(below('true', bench, args).out);
    const little = below('ulimit -v 8000000', bench, args);
    expect(little).toMatchObject({ status: 0, err: '' });
    expect(JSON.parse(little.out).hits).toEqual(hits);
    expect(hits[0].text).toBe('the lock is held too long');
    const { status } = below(`ulimit -v 8000000; '${process.execPath}' -e '${ROOM}' || exit 9`, bench, []);
    if (status !== 9) console.log('NOT TRIED: this Node has room for WebAssembly in 8 GB');
  });

  it('a file that may not grow: the note is as it was, and the next command works', async () => {
    const bench = createWorkspace({ [MEMORY]: `${TEXT}\n${'A text of a person. '.repeat(4000)}\n` });
    await bench.run(['log', 'before', '--type', 'fact']);
    const before = bench.read(MEMORY);
    const { status, out, err } = below(
      'trap "" XFSZ; ulimit -f 64',
      bench,
      ['log', 'too much', '--type', 'fact'],
      1,
    );
    expect([status, out], err).toEqual([1, '']);
    expect(err).toMatch(/^daybook: /);
    expect(bench.read(MEMORY)).toBe(before);
    expect(below('true', bench, ['log', 'again', '--type', 'fact'], 2)).toMatchObject({ status: 0, err: '' });
  });

  const mounts: string[] = [];
  afterEach(() => {
    for (const folder of mounts.splice(0)) spawnSync('umount', [folder]);
  });

  it('no inode is left: the note is as it was, and with room the next command works', async () => {
    const folder = freshFolder();
    const mounted = spawnSync('mount', [
      '-t',
      'tmpfs',
      '-o',
      'size=4m,nr_inodes=64,mode=700',
      'tmpfs',
      folder,
    ]);
    if (mounted.status !== 0) return console.log('NOT TRIED: no small file system can be mounted here');
    mounts.push(folder);
    const bench = createWorkspace();
    const run = (args: readonly string[], minutes: number) =>
      bench.run(args, { cwd: folder, now: later(minutes) });
    writeFileSync(join(folder, 'daybook.yaml'), QUICK);
    mkdirSync(join(folder, 'content'));
    writeFileSync(join(folder, MEMORY), TEXT);
    expect((await run(['log', 'before it is full', '--type', 'fact'], 0)).status).toBe(0);
    let [refused, done] = [0, 0];
    for (let left = 12; left >= 0; left--) {
      const taken = takeInodes(folder, left);
      const before = readFileSync(join(folder, MEMORY), 'utf8');
      const { status, out, err } = await run(['log', `entry ${left}`, '--type', 'fact', '--json'], 20 - left);
      const after = readFileSync(join(folder, MEMORY), 'utf8');
      if (status === 0) {
        done++;
        expect(after.split('\n')).toContain(`- entry ${left} ^${JSON.parse(out).entry.id}`);
      } else {
        refused++;
        expect([status, JSON.parse(out).error.code, err]).toEqual([1, 'disk-full', '']);
        expect(after).toBe(before);
      }
      spawnSync('rm', ['-rf', taken]);
    }
    expect((await run(['log', 'room again', '--type', 'fact'], 30)).status).toBe(0);
    console.log(`no inodes: 13 entries with ever fewer left, ${done} done, ${refused} refused, 0 torn`);
    expect([refused > 0, done > 0]).toEqual([true, true]);
  });

  it('its own files and folders are for their owner alone, and those of others keep their modes', async () => {
    const bench = createWorkspace({ [MEMORY]: TEXT, 'CLAUDE.md': '# Rules\n' });
    chmodSync(join(bench.root, MEMORY), 0o640);
    chmodSync(join(bench.root, 'CLAUDE.md'), 0o664);
    await bench.run(['log', 'one', '--type', 'fact']);
    await bench.run(['log', 'global', '--type', 'gotcha']);
    await bench.run(['edges', 'add', 'everywhere the same'], { now: later(1) });
    await bench.run(['recall'], { now: later(90) });
    const modeOf = (path: string) => statSync(path).mode & 0o777;
    expect([modeOf(join(bench.root, MEMORY)), modeOf(join(bench.root, 'CLAUDE.md'))]).toEqual([0o640, 0o664]);
    const state = [...everyFile(bench).keys()].filter((path) => path.includes('/.daybook/'));
    const open = state.filter(
      (path) => !/\.gitignore$|\/keep\/images\//.test(path) && (modeOf(path) & 0o077) !== 0,
    );
    expect(open).toEqual([]);
    // An image may be the note itself, under another name: its folder keeps others out.
    const folders = [
      '.daybook',
      '.daybook/locks',
      ...['', 'keep', 'keep/images', 'keep/spool', 'cache'].map((path) => inState(bench.root, path)),
    ];
    for (const name of folders) expect(modeOf(join(bench.root, name)), name).toBe(0o700);
    console.log(`modes: ${state.length} files of the state folders, 0 that others may read`);
  });
});

/** Takes all inodes but so many, in a folder of their own. */
function takeInodes(folder: string, left: number): string {
  const ballast = join(folder, 'ballast');
  mkdirSync(ballast);
  for (let n = 0; Number(statfsSync(folder).ffree) > left; n++) writeFileSync(join(ballast, String(n)), '');
  return ballast;
}
