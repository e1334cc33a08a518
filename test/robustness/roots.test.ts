// @module-tag full: it runs commands many times over
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshFolder } from '../support/store-root.js';
import { createWorkspace, createWorkspaceAt, later, QUICK } from '../support/workspace.js';

const git = (cwd: string, ...args: readonly string[]): void => {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'init.defaultBranch=main'];
  execFileSync('git', [...who, ...args], { cwd, env, stdio: 'pipe' });
};

/** Commands that would make a store if any did. */
const COMMANDS = [
  ['log', 'x', '--type', 'fact'],
  ['recall'],
  ['recall', '--no-promote'],
  ['search', 'x'],
  ['session'],
  ['status'],
  ['context'],
  ['history'],
  ['undo'],
  ['restore', 'content/MEMORY.md', '--at', '2026-06-07'],
  ['which'],
  ['config'],
  ['doctor'],
  ['doctor', '--fix'],
  ['uninstall', '--yes'],
  [],
];

describe('the right root', () => {
  it('from any folder below, through links, blanks and other scripts', async () => {
    const bench = createWorkspace({ 'a b/ü – 日本/deep/x': '' }, 'my work – ö 道');
    symlinkSync(join(bench.root, 'a b/ü – 日本'), join(bench.home, 'short'));
    symlinkSync(bench.root, join(bench.home, 'all'));
    let n = 0;
    for (const cwd of [
      bench.root,
      join(bench.root, 'a b'),
      join(bench.root, 'a b/ü – 日本/deep'),
      join(bench.root, 'content'),
      join(bench.home, 'short/deep'),
      join(bench.home, 'all'),
      join(bench.home, 'all/a b'),
    ]) {
      mkdirSync(join(bench.root, 'content'), { recursive: true });
      const which = await bench.json(['which'], { cwd });
      expect(which).toMatchObject({ ok: true, root: bench.root, content: 'content' });
      const spawned = bench.start(['log', `from place ${++n}`, '--type', 'fact', '--json'], { cwd });
      expect(JSON.parse((await spawned.ended).out).entry.path).toBe('content/MEMORY.md');
    }
    expect(bench.read('content/MEMORY.md').match(/from place/g)?.length).toBe(n);
    expect(readdirSync(bench.root).filter((name) => name.startsWith('.'))).toEqual(['.daybook']);
    expect(existsSync(join(bench.root, 'a b/.daybook'))).toBe(false);
  });

  it('is named by --workspace and DAYBOOK_WORKSPACE, and a name that is none is refused', async () => {
    const bench = createWorkspace();
    const cwd = freshFolder();
    expect(await bench.json(['which', '--workspace', bench.root], { cwd })).toMatchObject({
      root: bench.root,
    });
    const env = { DAYBOOK_WORKSPACE: bench.root };
    expect(await bench.json(['which'], { cwd, env })).toMatchObject({ root: bench.root });
    for (const args of COMMANDS) {
      const { status, err } = await bench.run([...args, '--workspace', cwd]);
      expect([status, err.includes('daybook init')], args.join(' ')).toEqual([3, true]);
    }
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('is the main worktree’s for a linked one; CLAUDE.md is the one stood in', async () => {
    const bench = createWorkspace({ 'CLAUDE.md': '# Main\n', 'src/x': '' });
    const linked = join(bench.home, 'linked tree');
    git(bench.root, 'init', '-q');
    git(bench.root, 'add', 'daybook.yaml', 'CLAUDE.md', 'src');
    git(bench.root, 'commit', '-qm', 'x');
    git(bench.root, 'worktree', 'add', '-q', linked, '-b', 'side');
    const cwd = join(linked, 'src');
    const logged = await bench.json(['log', 'said in the side tree', '--type', 'fact', '--branch'], { cwd });
    expect(logged.entry).toMatchObject({ branch: 'side', path: 'content/MEMORY.md' });
    expect(bench.read('content/MEMORY.md')).toContain('said in the side tree');
    expect(existsSync(join(linked, 'content'))).toBe(false);
    expect(existsSync(join(linked, '.daybook'))).toBe(false);
    const { seq } = await bench.json(['context'], { cwd });
    expect(readFileSync(join(linked, 'CLAUDE.md'), 'utf8')).toContain('said in the side tree');
    expect(bench.read('CLAUDE.md')).toBe('# Main\n');
    expect((await bench.run(['undo', String(seq)], { cwd })).status).toBe(0);
    expect(readFileSync(join(linked, 'CLAUDE.md'), 'utf8')).toBe('# Main\n');

    writeFileSync(join(linked, 'daybook.yaml'), `${QUICK}store: worktree\n`);
    expect(await bench.json(['which'], { cwd })).toMatchObject({ root: linked });
    await bench.run(['log', 'kept apart', '--type', 'fact'], { cwd });
    expect(readFileSync(join(linked, 'content/MEMORY.md'), 'utf8')).toContain('kept apart');
    expect(bench.read('content/MEMORY.md')).not.toContain('kept apart');
  });

  it('undo from another worktree takes nothing out of the CLAUDE.md there', async () => {
    const bench = createWorkspace({ 'CLAUDE.md': '# Rules\n' });
    const linked = join(bench.home, 'linked');
    git(bench.root, 'init', '-q');
    git(bench.root, 'add', 'daybook.yaml', 'CLAUDE.md');
    git(bench.root, 'commit', '-qm', 'x');
    git(bench.root, 'worktree', 'add', '-q', linked, '-b', 'side');
    await bench.run(['log', 'said once', '--type', 'fact']);
    await bench.run(['context'], { now: later(1) });
    const there = await bench.json(['context'], { cwd: linked, now: later(2) });
    expect(there.changes).toMatchObject([{ path: 'CLAUDE.md' }]);
    const here = bench.read('CLAUDE.md');
    const reply = await bench.json(['undo', String(there.seq)], { now: later(3) });
    expect(bench.read('CLAUDE.md'), JSON.stringify(reply)).toBe(here);
    expect(reply.error).toMatchObject({ code: 'cannot-undo', message: expect.stringContaining(linked) });
    expect((await bench.json(['undo', String(there.seq)], { cwd: linked, now: later(4) })).ok).toBe(true);
    expect(readFileSync(join(linked, 'CLAUDE.md'), 'utf8')).toBe('# Rules\n');
  });

  it('keeps a CLAUDE.md that is a link to AGENTS.md', async () => {
    const bench = createWorkspace({ 'AGENTS.md': '# Agents\n' });
    symlinkSync('AGENTS.md', join(bench.root, 'CLAUDE.md'));
    await bench.run(['log', 'known to all agents', '--type', 'fact']);
    const { seq } = await bench.json(['context']);
    expect(lstatSync(join(bench.root, 'CLAUDE.md')).isSymbolicLink()).toBe(true);
    expect(readlinkSync(join(bench.root, 'CLAUDE.md'))).toBe('AGENTS.md');
    expect(bench.read('AGENTS.md')).toMatch(/^# Agents\n\n<!-- MIND:CONTEXT/);
    expect(bench.read('AGENTS.md')).toContain('known to all agents');
    await bench.run(['undo', String(seq)]);
    expect(bench.read('AGENTS.md')).toBe('# Agents\n');
    expect(lstatSync(join(bench.root, 'CLAUDE.md')).isSymbolicLink()).toBe(true);
  });

  it('does not write through a CLAUDE.md that leads out of the workspace', async () => {
    const bench = createWorkspace();
    const outside = join(bench.home, 'secret.md');
    writeFileSync(outside, '# Mine\n');
    symlinkSync(outside, join(bench.root, 'CLAUDE.md'));
    for (const args of [['context'], ['recall']]) {
      const reply = await bench.run(args, { now: later(1) });
      expect([reply.status === 1 || reply.err !== '', reply.status === 70], args[0]).toEqual([true, false]);
    }
    expect(readFileSync(outside, 'utf8')).toBe('# Mine\n');
  });
});

describe('no workspace', () => {
  it('is refused with status 3 by every command, and never made', async () => {
    const home = freshFolder();
    const empty = join(home, 'project');
    mkdirSync(empty);
    const bench = createWorkspaceAt(empty, home);
    for (const args of COMMANDS) {
      const { status, out, err } = await bench.run(args);
      expect([status, err.includes('daybook init')], args.join(' ')).toEqual([3, true]);
      if (args.length > 0) expect(out, args.join(' ')).toBe('');
      else expect(out).toContain('Usage: daybook COMMAND'); // bare `daybook` prints the short help
      const reply = await bench.json(args);
      expect(reply.error.code, args.join(' ')).toBe('no-workspace');
    }
    const spawned = await bench.start(['log', 'x']).ended;
    expect([spawned.status, spawned.err.includes('daybook init')]).toEqual([3, true]);
    expect(readdirSync(empty)).toEqual([]);
    expect(readdirSync(home).filter((name) => name !== '.daybook')).toEqual(['project']);
  });

  it('is the home folder, even if it has a daybook.yaml, and init refuses it', async () => {
    const home = freshFolder();
    mkdirSync(join(home, 'project'));
    const bench = createWorkspaceAt(home, home);
    const made = await bench.run(['init']);
    expect([made.status, made.err.includes('home folder')]).toEqual([1, true]);
    expect(readdirSync(home)).toEqual(['project']);
    writeFileSync(join(home, 'daybook.yaml'), '');
    for (const cwd of [home, join(home, 'project')]) {
      const { status, err } = await bench.run(['log', 'x'], { cwd });
      expect([status, err.includes('daybook init')]).toEqual([3, true]);
    }
    expect(readdirSync(home)).toEqual(['daybook.yaml', 'project']);
  });

  it('init below a workspace is refused unless it is named, and init twice changes nothing', async () => {
    const bench = createWorkspace();
    const inner = join(bench.root, 'packages/one');
    mkdirSync(inner, { recursive: true });
    const nested = await bench.json(['init'], { cwd: inner });
    expect(nested.error).toMatchObject({ code: 'nested' });
    expect(readdirSync(inner)).toEqual([]);
    expect((await bench.json(['init', '--workspace', inner], { cwd: inner })).ok).toBe(true);
    expect(await bench.json(['which'], { cwd: inner })).toMatchObject({ root: inner });
    const before = bench.files();
    const again = await bench.json(['init', '--workspace', inner], { cwd: inner });
    expect(again).toMatchObject({ ok: true, created: [], changes: [] });
    expect(bench.files()).toEqual(before);
  });

  it('init does not take over a content folder that is not Daybook’s', async () => {
    const home = freshFolder();
    const bench = createWorkspaceAt(join(home, 'site'), home);
    bench.write('content/_index.md', '# My site\n');
    const before = bench.files();
    expect((await bench.json(['init'])).error.code).toBe('foreign-content');
    expect(bench.files()).toEqual(before);
    const made = await bench.json(['init', '--content', 'memory']);
    expect(made.ok).toBe(true);
    await bench.run(['log', 'x y z', '--type', 'fact']);
    expect(bench.read('memory/MEMORY.md')).toContain('x y z');
    expect(bench.files('content')).toEqual({ 'content/_index.md': '# My site\n' });
  });
});
