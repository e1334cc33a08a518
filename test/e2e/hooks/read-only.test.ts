// @module-tag full: 3 s of processor time
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { nodeFileSystem } from '../../../src/platform/file-system.js';
import { freshFolder } from '../../support/store-root.js';
import {
  COMMAND,
  createWorkspace,
  createWorkspaceAt,
  NOON,
  parseHookAnswer,
  QUICK,
} from '../../support/workspace.js';

const FACT = 'the public API must stay backward compatible';
const MEMORY = `# Memory\n\n## Constraints\n\n- ${FACT}\n`;
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** Tells the start of a session to the shipped hook, as a user where one is named. */
function startSession(root: string, home: string, agent = 'claude', uid?: number) {
  const env = { HOME: home, DAYBOOK_HOME: join(home, '.daybook'), DAYBOOK_NOW: NOON, PATH: process.env.PATH };
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, 'hook', 'SessionStart', agent], {
    cwd: root,
    env,
    input: JSON.stringify({ session_id: 's', source: 'startup', cwd: root }),
    encoding: 'utf8',
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  return { status, err: stderr, ...parseHookAnswer(stdout) };
}

/** A workspace that was worked in, so that there is something to promote and a block to write. */
async function worked(folder: string) {
  const bench = createWorkspaceAt(join(folder, 'work'), join(folder, 'home'));
  for (const dir of [bench.root, bench.home]) mkdirSync(dir, { recursive: true });
  bench.write('daybook.yaml', QUICK);
  bench.write('content/MEMORY.md', MEMORY);
  await bench.run(['log', 'tried the cache, it was slow', '--type', 'experience'], {
    now: '2026-06-01T10:00:00+02:00',
  });
  return bench;
}

const LINE = (code: string) =>
  new RegExp(`^Daybook cannot write here: /.+: .+ \\(${code}\\)\\. Nothing new is kept: .+\\.$`);

function expectBrief({ status, err, context, notice }: ReturnType<typeof startSession>, code: string) {
  expect([status, err]).toEqual([0, '']);
  expect(notice.split('\n')[0]).toMatch(LINE(code));
  expect(context).toContain(`${notice.split('\n')[0]}\n`);
  expect(context).toContain(FACT);
}

describe('SessionStart where nothing can be written', () => {
  const mounts: string[] = [];
  afterEach(() => {
    vi.restoreAllMocks();
    for (const folder of mounts.splice(0)) spawnSync('umount', [folder]);
  });

  it('on a read-only disk gives the brief, and says so in one line', async () => {
    const folder = freshFolder();
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'mode=700', 'tmpfs', folder]).status !== 0)
      return console.log('NOT TRIED: no file system can be mounted here');
    mounts.push(folder);
    const bench = await worked(folder);
    const before = bench.files();
    spawnSync('mount', ['-o', 'remount,ro', folder]);
    expectBrief(startSession(bench.root, bench.home), 'EROFS');
    const cursor = JSON.parse(startSession(bench.root, bench.home, 'cursor').out);
    expect(cursor.additional_context).toContain('Daybook cannot write here: ');
    expect(bench.files()).toEqual(before);
    spawnSync('mount', ['-o', 'remount,rw', folder]);
    expect(startSession(bench.root, bench.home).notice).not.toContain('cannot write');
  });

  it.each([
    ['the state folder', '.daybook'],
    ['the folder of notes', 'content'],
  ])('because %s is read-only: the same', async (_, path) => {
    const bench = await worked(freshFolder());
    const uid = isRoot ? NOBODY : undefined;
    for (const item of uid === undefined ? [] : everything(join(bench.root, '..')))
      chownSync(item, NOBODY, NOBODY);
    chmodSync(join(bench.root, path), 0o555);
    expectBrief(startSession(bench.root, bench.home, 'claude', uid), 'EACCES');
    chmodSync(join(bench.root, path), 0o755);
    expect(startSession(bench.root, bench.home, 'claude', uid).notice).not.toContain('cannot write');
  });

  it('in a workspace without a state folder yet: the same', async () => {
    const folder = freshFolder();
    const bench = await worked(folder);
    const fresh = join(folder, 'fresh');
    mkdirSync(fresh);
    for (const name of ['daybook.yaml', 'content'])
      cpSync(join(bench.root, name), join(fresh, name), { recursive: true });
    const uid = isRoot ? NOBODY : undefined;
    for (const item of uid === undefined ? [] : everything(folder)) chownSync(item, NOBODY, NOBODY);
    chmodSync(fresh, 0o555);
    expectBrief(startSession(fresh, bench.home, 'claude', uid), 'EACCES');
    expect(readdirSync(fresh).toSorted()).toEqual(['content', 'daybook.yaml']);
    chmodSync(fresh, 0o755);
  });

  it('which only shows when it is tried: the same', async () => {
    const bench = createWorkspace({ 'content/MEMORY.md': MEMORY, 'CLAUDE.md': '# Rules\n' });
    const open = nodeFileSystem.open;
    vi.spyOn(nodeFileSystem, 'open').mockImplementation((path, flags, mode) => {
      if ((flags & 3) !== 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      return open(path, flags, mode);
    });
    const { context, notice } = await bench.tell('SessionStart', { source: 'startup' });
    expect(notice).toMatch(LINE('ENOSPC'));
    expect(context).toContain(FACT);
  });
});

const everything = (folder: string): string[] => [
  folder,
  ...readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? everything(path) : [path];
  }),
];
