// @module-tag full: it runs commands many times over
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  begun,
  type Folder,
  hostileFolder,
  NOON_MS,
  put,
  stateFolders,
  touchAll,
  touchServer,
} from './folder.js';
import { creating, editing, moving, plantRecords, record, removing } from './records.js';

/** Nothing broke, nothing outside changed, and what was begun is given up. */
async function expectHarmless(
  folder: Folder,
  before: Folder['outsideNow'] extends () => infer R ? R : never,
  what: string,
) {
  const replies = touchAll(folder);
  await touchServer(folder);
  for (const [name, { status, err }] of Object.entries(replies))
    expect([status === 70, err.includes('a bug')], `${what}: ${name}: ${err}`).toEqual([false, false]);
  expect(folder.outsideNow(), what).toEqual(before);
  expect(replies.log?.status, what).toBe(0);
  expect(replies.fix?.out, what).toContain('interrupted writes — none');
}

describe('a change that another user began', () => {
  it('in a folder elsewhere: nothing is created, edited, moved or deleted there', async () => {
    const folder = begun();
    const diary = readFileSync(join(folder.outside, 'diary.md'), 'utf8');
    put(join(folder.outside, 'CLAUDE.md'), '# Mine\n');
    const before = folder.outsideNow();
    const worktree = folder.outside;
    plantRecords(
      folder,
      record('intent', [creating('PWNED.md')], { worktree }),
      record('intent', [editing('diary.md', diary)], { worktree }),
      record('intent', [editing('CLAUDE.md', '# Mine\n')], { worktree }),
      record('intent', [removing('diary.md', diary)], { worktree }),
      record('intent', [moving('diary.md', 'gone.md', diary)], { worktree }),
      record('intent', [creating('CLAUDE.md')], { worktree: `${folder.root}/../private/notes` }),
      record('intent', [creating('AGENTS.md')], { worktree: '../private' }),
      record('intent', [creating('AGENTS.md')], { worktree: '' }),
    );
    await expectHarmless(folder, before, 'worktree');
    const journal = stateFolders(folder).map((state) => join(state, 'keep/journal.jsonl'));
    const aborts = journal
      .filter((path) => existsSync(path))
      .flatMap((path) =>
        readFileSync(path, 'utf8')
          .split('\n')
          .filter((line) => line.includes('"t":"abort"')),
      );
    expect(aborts.length).toBeGreaterThanOrEqual(8);
  });

  it('at a path that leads out, or to what is not a Daybook file: nothing is done', async () => {
    const paths = [
      '../private/PWNED.md',
      'content/../../private/PWNED.md',
      '/PWNED.md',
      'C:\\PWNED.md',
      'content\\..\\..\\private\\PWNED.md',
      'content/x\0.md',
      '~/content/MEMORY.md',
      '~/../private/PWNED.md',
      '.git/hooks/post-checkout',
      '.GIT/config',
      'content/.git/config',
      '.daybook/keep/x.md',
      'content/.Daybook/x.md',
      '.envrc',
      'package.json',
      'src/index.ts',
      '.vscode/tasks.json',
      '',
      '.',
    ];
    const folder = begun();
    mkdirSync(join(folder.root, '.git/hooks'), { recursive: true });
    const before = folder.outsideNow();
    plantRecords(
      folder,
      ...paths.map((path) => record('intent', [creating(path), creating('content/fine.md')])),
    );
    await expectHarmless(folder, before, 'paths');
    for (const path of [
      '.envrc',
      'package.json',
      'src/index.ts',
      '.vscode',
      'content/fine.md',
      '.git/hooks/post-checkout',
      '.git/config',
    ])
      expect(existsSync(join(folder.root, path)), path).toBe(false);
    expect(existsSync(join(folder.home, '.daybook/content'))).toBe(false);
  });

  it('on a note with a further name elsewhere: it is left alone', { tags: 'desk' }, async () => {
    const folder = begun();
    const diary = readFileSync(join(folder.outside, 'diary.md'), 'utf8');
    linkSync(join(folder.outside, 'diary.md'), join(folder.root, 'content/linked.md'));
    const before = folder.outsideNow();
    plantRecords(
      folder,
      record('intent', [editing('content/linked.md', diary), creating('content/a.md')]),
      record('intent', [removing('content/linked.md', diary), creating('content/b.md')]),
      record('intent', [moving('content/linked.md', 'content/moved.md', diary)]),
    );
    await expectHarmless(folder, before, 'hard link');
    expect(existsSync(join(folder.root, 'content/moved.md'))).toBe(false);
    expect(folder.read('content/linked.md')).toBe(diary);
  });

  it('by records of another shape: they are damage, and stop no command', async () => {
    const shapes: readonly unknown[] = [
      null,
      {},
      [null],
      [{ ...creating('content/x.md'), splices: null }],
      [{ ...creating('content/x.md'), splices: [{ at: -1, old: 1, new: {} }] }],
      [{ ...creating('content/x.md'), path: ['content/x.md'] }],
      [{ ...creating('content/x.md'), do: 'run' }],
      [{ ...editing('content/MEMORY.md', 'x'), before: '../../../private/diary.md' }],
      [{ ...editing('content/MEMORY.md', 'x'), before: '', splices: [{ at: 5, old: 'no', new: 'y' }] }],
      [{ ...moving('content/MEMORY.md', 'content/y.md', 'x'), to: undefined }],
    ];
    for (const t of ['intent', 'done'] as const) {
      const folder = begun();
      const before = folder.outsideNow();
      plantRecords(
        folder,
        ...shapes.map((touched) => record(t, touched)),
        record(t, [creating('content/x.md')], { worktree: { length: 1 } }),
        record(t, [], { at: 'never' }),
        record(t, [], { undoes: 'all' }),
        record(t, [], { by: { name: 'x' } }),
      );
      await expectHarmless(folder, before, t);
      for (const args of [
        ['history'],
        ['undo'],
        ['restore', 'content/MEMORY.md', '--at', '2026-06-07T11:00'],
        ['why', '^x'],
      ]) {
        const { status, err } = folder.run(args);
        expect([status === 70, err.includes('a bug')], `${t}: ${args[0]}: ${err}`).toEqual([false, false]);
      }
    }
  });
});

describe('the global root', () => {
  it('completes and does nothing there that was begun or asked by others', () => {
    const folder = begun();
    const reject = (what: string) =>
      folder.run(['reject', what, '--why', 'nobody looks after it', '--global']);
    expect(reject('left-pad').status).toBe(0);
    const before = folder.outsideNow();
    const global = join(folder.home, '.daybook');
    const states = stateFolders({ ...folder, root: global }).filter((state) =>
      existsSync(join(state, 'keep')),
    );
    expect(states.length).toBeGreaterThan(0);
    for (const state of states) {
      appendFileSync(
        join(state, 'keep/journal.jsonl'),
        Buffer.concat([
          record('intent', [creating('PWNED.md')], { worktree: folder.outside }),
          record('intent', [creating('../../private/PWNED.md')]),
          record('intent', [creating('.envrc'), creating('content/fine.md')]),
        ]),
      );
      const request = { now: NOON_MS, seed: 'evil', by: null, session: null };
      const path = join(folder.outside, 'notes');
      put(
        join(state, 'keep/spool/import-1.json'),
        JSON.stringify({ id: 'import-1', verb: 'import', input: { source: 'mind', path }, ...request }),
      );
    }
    const { status, err } = reject('moment');
    expect([status, err]).toEqual([0, '']);
    expect(folder.outsideNow()).toEqual(before);
    for (const path of ['PWNED.md', '.envrc', 'content/fine.md', 'content/MEMORY.md'])
      expect(existsSync(join(global, path)), path).toBe(false);
  });
});

describe('history that another user wrote', () => {
  it('undo, restore and diff touch and show nothing elsewhere', () => {
    const folder = begun();
    const diary = readFileSync(join(folder.outside, 'diary.md'), 'utf8');
    const before = folder.outsideNow();
    const done = [
      [creating('../private/diary.md', diary)],
      [editing('../private/diary.md', diary)],
      [removing('../private/PWNED.md', 'planted\n')],
      [moving('content/MEMORY.md', '../private/PWNED.md', 'x')],
      [removing('/tmp/PWNED.md', 'planted\n')],
    ];
    plantRecords(folder, ...done.map((touched, at) => record('done', touched, { seq: 50 + at })));
    const outs: string[] = [];
    for (const seq of done.keys())
      for (const args of [
        ['undo', String(50 + seq)],
        ['diff', String(50 + seq)],
      ]) {
        const { status, out, err } = folder.run(args);
        expect(status === 70, `${args.join(' ')}: ${err}`).toBe(false);
        if (args[0] === 'undo') outs.push(out);
      }
    for (const path of ['../private/diary.md', join(folder.outside, 'diary.md')]) {
      const { status, out, err } = folder.run(['restore', path, '--at', '2026-06-07T11:00']);
      expect([status === 0, status === 70], err).toEqual([false, false]);
      outs.push(out);
    }
    expect(outs.join('')).not.toContain('the private thing');
    expect(folder.outsideNow()).toEqual(before);
  });
});

describe('a worktree', () => {
  const git = (cwd: string, ...args: readonly string[]): void => {
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
    const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'init.defaultBranch=main'];
    execFileSync('git', [...who, ...args], { cwd, env, stdio: 'pipe' });
  };

  it('that claims to be another repository’s is none: nothing there is read or written', async () => {
    const folder = hostileFolder();
    const victim = join(folder.outside, 'project');
    put(join(victim, 'daybook.yaml'), 'timezone: UTC\n');
    put(join(victim, 'CLAUDE.md'), '# Mine\n');
    put(join(victim, 'content/MEMORY.md'), '# Memory\n\n## Facts\n\n- the private fact\n');
    git(victim, 'init', '-q');
    git(victim, 'add', '.');
    git(victim, 'commit', '-qm', 'x');
    folder.write('.git', 'gitdir: ./fake\n');
    folder.write('fake/commondir', `${join(victim, '.git')}\n`);
    folder.write('fake/gitdir', '../.git\n');
    folder.write('fake/HEAD', 'ref: refs/heads/main\n');
    const before = folder.outsideNow();
    const which = JSON.parse(folder.run(['which', '--json']).out);
    expect(which.root).toBe(folder.root);
    folder.run(['log', 'the first entry', '--type', 'fact']);
    plantRecords(
      folder,
      record('intent', [creating('PWNED.md'), editing('CLAUDE.md', '# Mine\n')], { worktree: victim }),
      record('intent', [editing('CLAUDE.md', '# Mine\n')], { worktree: victim }),
    );
    await expectHarmless(folder, before, 'forged pointers');
    expect(folder.run(['search', 'private']).out).not.toContain('the private fact');
  });

  it('that both pointers of git name is one: what was begun on its CLAUDE.md is completed, and nothing else', () => {
    const folder = begun();
    folder.write('CLAUDE.md', '# Main\n');
    folder.write('.gitignore', '.daybook\n');
    git(folder.root, 'init', '-q');
    git(folder.root, 'add', '.');
    git(folder.root, 'commit', '-qm', 'x');
    const worktree = join(folder.outside, 'linked');
    git(folder.root, 'worktree', 'add', '-q', worktree, '-b', 'side');
    plantRecords(
      folder,
      record('intent', [editing('CLAUDE.md', '# Main\n'), creating('content/both.md')], { worktree }),
      record('intent', [creating('src/evil.ts'), creating('content/one.md')], { worktree }),
      record('intent', [creating('.claude/settings.json'), creating('content/two.md')], { worktree }),
    );
    expect(folder.run(['log', 'another entry', '--type', 'fact']).status).toBe(0);
    expect(readFileSync(join(worktree, 'CLAUDE.md'), 'utf8')).toBe('planted\n# Main\n');
    expect(folder.read('content/both.md')).toBe('planted\n');
    for (const path of ['src', '.claude', 'content/one.md', 'content/two.md'])
      expect([existsSync(join(worktree, path)), existsSync(join(folder.root, path))], path).toEqual([
        false,
        false,
      ]);
    writeFileSync(join(worktree, 'CLAUDE.md'), '# Main\n');
    git(folder.root, 'worktree', 'prune');
    put(join(worktree, '.git'), 'gitdir: /nowhere\n');
    plantRecords(
      folder,
      record('intent', [editing('CLAUDE.md', '# Main\n'), creating('content/three.md')], { worktree }),
    );
    expect(folder.run(['log', 'one more entry', '--type', 'fact']).status).toBe(0);
    expect(readFileSync(join(worktree, 'CLAUDE.md'), 'utf8')).toBe('# Main\n');
  });
});
