// @module-tag full: it runs commands many times over
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listTreeChanges, runGit } from '../../../src/git/git.js';
import { filterSettings } from '../../../src/git/git-folder.js';
import { nodeFileSystem } from '../../../src/platform/file-system.js';
import { repository } from '../../support/repository.js';
import { drawRows } from '../../support/workspace.js';
import { CANARY, createScene, listAll, type Scene, talk } from './scene.js';

const MONDAY = '2026-06-01T09:00:00Z';
const TUESDAY = '2026-06-02T09:00:00Z';
/** The day before the commands run: `journal` writes its note. */
const YESTERDAY = '2026-06-06T09:00:00Z';

/** Commands that ask git, each in another way. */
const ASKING: readonly (readonly [args: readonly string[], input?: string])[] = [
  [['recall']],
  [['status']],
  [['save', '--topic', 'retry', '--goal', 'cap it', '--state', 'half done', '--file', 'src/retry.ts']],
  [['load', '--latest', '--verify']],
  [['checkpoint']],
  [['lint']],
  [['cron', 'run', 'journal']],
  [['cron', 'run', 'audit']],
  [['day']],
  [['search', 'retry']],
  [['hook', 'SessionStart'], '{"session_id":"s1","source":"startup","hook_event_name":"SessionStart"}'],
  [['hook', 'Stop'], '{"session_id":"s1","hook_event_name":"Stop"}'],
  [['hook', 'PreCompact'], '{"session_id":"s1","trigger":"manual","hook_event_name":"PreCompact"}'],
  [
    ['mcp'],
    talk([
      ['mind_recall', {}],
      ['mind_checkpoint', {}],
      ['mind_session', {}],
    ]),
  ],
];

/** A repository with a history, one touched file, one changed, one new; nothing in it is hostile yet. */
function createRepository(): Scene & { readonly marks: string } {
  const scene = createScene();
  const { git, write, commit } = repository(scene.root);
  write(MONDAY, {
    'src/retry.ts': 'export const retryForever = 1;\n',
    'src/old.ts': 'export const old = 1;\n',
    'src/touched.ts': 'export const touched = 1;\n',
    'package.json': '{"scripts":{"build":"tsc"}}\n',
    'content/MEMORY.md': `# Memory

## Decisions

- keep \`retryForever\` in \`src/retry.ts\` [at:: 2026-06-01T10:00:00+02:00] ^61k0y5k9xfa
- \`src/old.ts\` stays until June, run \`npm run build\` first [at:: 2026-06-01T10:00:00+02:00] ^61k0y5k9xfb
`,
  });
  commit(MONDAY, 'feat: retry');
  rmSync(join(scene.root, 'src/old.ts'));
  write(TUESDAY, { 'src/retry.ts': 'export const retryWithCap = 1;\n' });
  commit(TUESDAY, 'fix: cap the retries');
  write(TUESDAY, {
    'src/retry.ts': 'export const retryWithCap = 2;\n// MEMORY: the cap is two\n',
    'src/new.ts': 'new\n',
  });
  utimesSync(join(scene.root, 'src/touched.ts'), new Date(), new Date());
  git(TUESDAY, 'config', 'user.name', 'Ada');
  const marks = join(scene.outside, 'marks');
  mkdirSync(marks);
  return { ...scene, marks };
}

/** A program that leaves a mark, and passes on what it is given. */
function createProgram(
  { root, marks }: { readonly root: string; readonly marks: string },
  name: string,
): string {
  const path = join(root, `.tools/${name}`);
  mkdirSync(join(root, '.tools'), { recursive: true });
  writeFileSync(path, `#!/bin/sh\ntouch '${join(marks, name)}'\nexec cat\n`, { mode: 0o755 });
  return path;
}

/** Makes the repository hostile in every way that its own files allow. */
function spoil(scene: ReturnType<typeof createRepository>): void {
  const { root } = scene;
  const program = (name: string) => createProgram(scene, name);
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  // A signed commit, whose signature a log may verify.
  const signer = join(root, '.tools/signer');
  program('gpg');
  writeFileSync(
    signer,
    '#!/bin/sh\ncat > /dev/null\necho "[GNUPG:] SIG_CREATED D" >&2\necho "-----BEGIN PGP SIGNATURE-----"\n',
    { mode: 0o755 },
  );
  git(
    '-c',
    `gpg.program=${signer}`,
    '-c',
    'user.signingKey=x',
    'commit',
    '-q',
    '--allow-empty',
    '-S',
    '-m',
    'signed',
  );
  // A submodule with a configuration of its own.
  const sub = join(root, 'sub');
  mkdirSync(sub);
  const inner = repository(sub);
  inner.write(MONDAY, { 'a.ts': 'a\n' });
  inner.commit(MONDAY, 'one');
  git('add', 'sub');
  git('commit', '-q', '-m', 'a submodule');
  inner.write(TUESDAY, { 'a.ts': 'b\n', '.gitattributes': '* filter=evil\n' });
  appendFileSync(
    join(sub, '.git/config'),
    `[core]\n\tfsmonitor = ${program('sub-fsmonitor')}\n[filter "evil"]\n\tclean = ${program('sub-clean')}\n`,
  );
  const config = `
[core]
	fsmonitor = ${program('fsmonitor')}
	hooksPath = .tools/hooks
	attributesFile = .tools/attributes
	pager = ${program('pager')}
	editor = ${program('editor')}
	sshCommand = ${program('ssh')}
	askPass = ${program('askpass')}
	alternateRefsCommand = ${program('alternates')}
[filter "evil"]
	clean = ${program('clean')}
	smudge = ${program('smudge')}
	required = true
[filter "long"]
	process = ${program('process')}
	required = true
[diff]
	external = ${program('external')}
[diff "evil"]
	textconv = ${program('textconv')}
	command = ${program('driver')}
[log]
	showSignature = true
[gpg]
	program = ${join(root, '.tools/gpg')}
[alias]
	diff = !${program('alias')}
	log = !${program('alias')}
[pager]
	log = ${program('pager-log')}
	diff = ${program('pager-diff')}
	grep = ${program('pager-grep')}
[credential]
	helper = !${program('credential')}
[include]
	path = ../.tools/included
[includeIf "gitdir:/"]
	path = ../.tools/included
[extensions]
	worktreeConfig = true
	partialClone = evil
[protocol "ext"]
	allow = always
[remote "evil"]
	url = "ext::sh ${program('fetch')}"
	promisor = true
	partialclonefilter = blob:none
`;
  appendFileSync(join(root, '.git/config'), config);
  writeFileSync(
    join(root, '.git/config.worktree'),
    `[filter "third"]\n\tclean = ${program('worktree-clean')}\n`,
  );
  writeFileSync(join(root, '.tools/included'), `[filter "second"]\n\tclean = ${program('included-clean')}\n`);
  writeFileSync(join(root, '.tools/attributes'), '* filter=evil diff=evil\n');
  writeFileSync(
    join(root, '.gitattributes'),
    'src/touched.ts filter=evil diff=evil\nsrc/retry.ts filter=long diff=evil\nsrc/new.ts filter=second\n*.json filter=third\n',
  );
  mkdirSync(join(root, '.git/info'), { recursive: true });
  writeFileSync(join(root, '.git/info/attributes'), 'src/touched.ts filter=evil\n');
  for (const folder of ['.git/hooks', '.tools/hooks']) {
    mkdirSync(join(root, folder), { recursive: true });
    for (const hook of ['post-index-change', 'reference-transaction', 'pre-auto-gc'])
      writeFileSync(join(root, folder, hook), `#!/bin/sh\ntouch '${join(scene.marks, hook)}'\n`, {
        mode: 0o755,
      });
  }
  // A missing object makes a partial clone fetch it.
  const blob = execFileSync('git', ['-c', 'core.fsmonitor=false', 'rev-parse', 'HEAD~3:src/old.ts'], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  rmSync(join(root, '.git/objects', blob.slice(0, 2), blob.slice(2)));
}

/** The built command, asked in every way that asks git: nothing leaves a mark. */
function runAsking(
  { run, marks }: ReturnType<typeof createRepository>,
  env?: Readonly<Record<string, string>>,
): void {
  for (const [args, input] of ASKING) {
    const { status, err, out } = run(args, input, env);
    expect(readdirSync(marks), args.join(' ')).toEqual([]);
    expect(`${args.join(' ')}: ${status} ${err}`).not.toMatch(/: (?:70|null) /);
    expect(out + err).not.toContain(CANARY);
  }
}

describe('git starts nothing for us', () => {
  it('that the repository names: filters, hooks, monitors, drivers, signers, remotes', {
    tags: 'desk',
  }, () => {
    const scene = createRepository();
    spoil(scene);
    const before = listAll(join(scene.root, 'src'));
    runAsking(scene);
    expect(listAll(join(scene.root, 'src'))).toEqual(before);
  });

  it('that the environment names: programs, repositories, configurations, logs', () => {
    const scene = createRepository();
    const program = (name: string) => createProgram(scene, name);
    const { root, outside, marks } = scene;
    writeFileSync(join(root, '.gitattributes'), '* filter=evil diff=evil\n');
    const config = `[core]\n\tfsmonitor = ${program('env-fsmonitor')}\n[filter "evil"]\n\tclean = ${program('env-clean')}\n[diff "evil"]\n\ttextconv = ${program('env-textconv')}\n[trace2]\n\teventTarget = ${join(marks, 'env-trace2')}\n`;
    scene.write('.tools/xdg/git/config', config);
    scene.write('.tools/gitconfig', config);
    const other = join(outside, 'other');
    mkdirSync(other);
    const elsewhere = repository(other);
    elsewhere.write(TUESDAY, { 'x.ts': 'x\n' });
    elsewhere.commit(TUESDAY, CANARY);
    createProgram({ ...scene, root: join(root, 'bin') }, 'git');
    const gitConfig = join(root, '.tools/gitconfig');
    for (const env of [
      { GIT_DIR: join(other, '.git'), GIT_WORK_TREE: other },
      {
        GIT_ALTERNATE_OBJECT_DIRECTORIES: join(other, '.git/objects'),
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_GLOBAL: gitConfig,
        GIT_CONFIG_KEY_0: 'core.fsmonitor',
        GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${program('env-parameters')}'`,
        GIT_CONFIG_SYSTEM: gitConfig,
        GIT_CONFIG_VALUE_0: program('env-count'),
        GIT_EXEC_PATH: join(root, '.tools'),
        GIT_EXTERNAL_DIFF: program('env-external'),
        GIT_PAGER: program('env-pager'),
        GIT_TRACE: join(marks, 'env-trace'),
        GIT_TRACE2_EVENT: join(marks, 'env-event'),
        XDG_CONFIG_HOME: join(root, '.tools/xdg'),
      },
      { PATH: `bin/.tools:${join(root, 'bin/.tools')}:${process.env.PATH}` },
    ] as readonly Record<string, string>[]) {
      runAsking(scene, env);
    }
  });
});

it('the user’s own programs are not started for files of others', () => {
  const scene = createRepository();
  const program = (name: string) => createProgram(scene, name);
  scene.write('.gitattributes', '* filter=lfs diff=image\n');
  scene.write(
    join(scene.home, '.gitconfig'),
    `[core]\n\tfsmonitor = ${program('own-fsmonitor')}\n[filter "lfs"]\n\tclean = ${program('own-clean')}\n\tprocess = ${program('own-process')}\n[diff "image"]\n\ttextconv = ${program('own-textconv')}\n[diff]\n\texternal = ${program('own-external')}\n`,
  );
  runAsking(scene);
});

it('a pipe in the configuration of a repository holds nothing up', () => {
  const scene = createRepository();
  execFileSync('mkfifo', [join(scene.root, '.git/pipe')]);
  appendFileSync(
    join(scene.root, '.git/config'),
    '[include]\n\tpath = pipe\n[core]\n\texcludesFile = .git/pipe\n',
  );
  const begun = Date.now();
  expect(runGit(scene.root, ['ls-files', '--others', '--exclude-standard'])).toContain('src/new.ts');
  expect(Date.now() - begun).toBeLessThan(4000);
});

describe('git reads no other project', () => {
  /** A repository elsewhere whose commits must not be read. */
  function createOther(scene: Scene): string {
    const other = join(scene.outside, 'other');
    mkdirSync(other);
    const { write, commit } = repository(other);
    write(YESTERDAY, { 'src/secret.ts': `// MEMORY: the ${CANARY} sings each day\n` });
    commit(YESTERDAY, CANARY);
    return join(other, '.git');
  }

  it.each([
    ['a .git file', (root: string, git: string) => writeFileSync(join(root, '.git'), `gitdir: ${git}\n`)],
    ['a .git link', (root: string, git: string) => symlinkSync(git, join(root, '.git'))],
    [
      'links in .git',
      (root: string, git: string) => {
        mkdirSync(join(root, '.git'));
        writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/main\n');
        for (const name of ['objects', 'refs', 'index'])
          symlinkSync(join(git, name), join(root, '.git', name));
      },
    ],
    [
      'a link to its objects',
      (root: string, git: string) => {
        mkdirSync(join(root, '.git/refs/heads'), { recursive: true });
        writeFileSync(join(root, '.git/HEAD'), readFileSync(join(git, 'refs/heads/main')));
        symlinkSync(join(git, 'objects'), join(root, '.git/objects'));
      },
    ],
    [
      'the place of another worktree',
      (root: string, git: string) => {
        const elsewhere = join(git, '../../elsewhere');
        execFileSync('git', ['worktree', 'add', '--quiet', '--detach', elsewhere], { cwd: join(git, '..') });
        writeFileSync(join(root, '.git'), `gitdir: ${join(git, 'worktrees/elsewhere')}\n`);
      },
    ],
    [
      'a worktree that its own folder claims',
      (root: string, git: string) => {
        mkdirSync(join(root, 'claimed'));
        writeFileSync(join(root, '.git'), 'gitdir: claimed\n');
        writeFileSync(join(root, 'claimed/HEAD'), readFileSync(join(git, 'refs/heads/main')));
        writeFileSync(join(root, 'claimed/gitdir'), '../.git\n');
        writeFileSync(join(root, 'claimed/commondir'), `${git}\n`);
        writeFileSync(join(git, '../daybook.yaml'), '');
      },
    ],
    [
      'core.worktree',
      (root: string, git: string) => {
        repository(root);
        appendFileSync(join(root, '.git/config'), `[core]\n\tworktree = ${join(git, '..')}\n`);
      },
    ],
  ])('by %s', (_, plant) => {
    const scene = createScene({ 'content/MEMORY.md': '# Memory\n' });
    plant(scene.root, createOther(scene));
    const before = listAll(scene.outside);
    for (const [args, input] of drawRows(ASKING, 3)) {
      const { out, err } = scene.run(args, input);
      expect(out + err).not.toContain(CANARY);
    }
    expect(scene.run(['which']).out).not.toContain(scene.outside);
    for (const [path, what] of Object.entries(listAll(join(scene.root, 'content'))))
      expect(path + what).not.toContain(CANARY);
    expect(listAll(scene.outside)).toEqual(before);
  });

  it('by a folder that became a link after it was added', () => {
    const scene = createScene({ 'content/MEMORY.md': '# Memory\n' });
    const { git, write } = repository(scene.root);
    write(TUESDAY, { 'src/secret.ts': 'one\n' });
    git(TUESDAY, 'add', '--all');
    rmSync(join(scene.root, 'src'), { recursive: true });
    createOther(scene);
    symlinkSync(join(scene.outside, 'other/src'), join(scene.root, 'src'));
    const { out, err } = scene.run(['checkpoint']);
    expect(out + err).not.toContain(CANARY);
    expect(JSON.stringify(listAll(join(scene.root, 'content')))).not.toContain(CANARY);
  });
});

describe('an ordinary repository is read as before', () => {
  const rootOf = ({ root, home }: Scene) => ({
    root,
    worktree: root,
    reason: '',
    content: 'content',
    global: home,
  });
  const plain = (root: string, ...words: string[]) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

  it('with its changes, new files and history', () => {
    const scene = createRepository();
    const words = ['diff', '--numstat', '--no-renames', 'HEAD', '--', '.'];
    expect(runGit(scene.root, words)).toBe(plain(scene.root, ...words));
    expect(runGit(scene.root, ['log', '--all', '--name-status', '--format=%H %s'])).toBe(
      plain(scene.root, 'log', '--all', '--name-status', '--format=%H %s'),
    );
    expect(listTreeChanges(nodeFileSystem, rootOf(scene)).map(({ path, isNew }) => [path, isNew])).toEqual([
      ['src/retry.ts', false],
      ['src/new.ts', true],
    ]);
  });

  it('with line ends that are converted, ignored files, a sparse index, packed refs and SHA-256', () => {
    const scene = createScene();
    plain(scene.root, 'init', '-q', '--object-format=sha256', '--initial-branch', 'main');
    for (const [name, value] of [
      ['user.name', 'Ada'],
      ['user.email', 'a@example.org'],
      ['core.autocrlf', 'true'],
      ['core.splitIndex', 'true'],
    ] as const)
      plain(scene.root, 'config', name, value);
    scene.write('a.txt', 'one\r\ntwo\r\n');
    scene.write('b.txt', 'one\r\n');
    scene.write('.git/info/exclude', 'ignored.txt\n');
    plain(scene.root, 'add', '--all');
    plain(scene.root, 'commit', '-q', '-m', 'one');
    plain(scene.root, 'pack-refs', '--all');
    plain(scene.root, 'tag', 'v1');
    scene.write('ignored.txt', 'x\n');
    scene.write('b.txt', 'changed\r\n');
    utimesSync(join(scene.root, 'a.txt'), new Date(), new Date());
    expect(listTreeChanges(nodeFileSystem, rootOf(scene))).toEqual([
      { path: 'b.txt', added: 1, deleted: 1, isNew: false },
    ]);
    expect(runGit(scene.root, ['log', '--all', '--source', '--format=%H %S %D'])).toBe(
      plain(scene.root, 'log', '--all', '--source', '--format=%H %S %D'),
    );
  });

  it('in a linked worktree, a submodule and a shallow clone', () => {
    const scene = createRepository();
    const words = ['log', '--all', '--format=%H %s'];
    const linked = join(scene.outside, 'linked');
    plain(scene.root, 'worktree', 'add', '-q', '-b', 'side', linked);
    writeFileSync(join(linked, 'src/retry.ts'), 'changed there\n');
    const shallow = join(scene.outside, 'shallow');
    plain(scene.outside, 'clone', '-q', '--depth', '1', `file://${scene.root}`, shallow);
    const parent = join(scene.outside, 'parent');
    mkdirSync(parent);
    repository(parent);
    plain(parent, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', scene.root, 'sub');
    for (const top of [linked, shallow, join(parent, 'sub')]) {
      expect(runGit(top, words), top).toBe(plain(top, ...words));
      expect(runGit(top, ['diff', '--name-only', 'HEAD']), top).toBe(
        plain(top, 'diff', '--name-only', 'HEAD'),
      );
      expect(runGit(top, ['rev-parse', 'HEAD']), top).toBe(plain(top, 'rev-parse', 'HEAD'));
    }
    expect(existsSync(join(scene.root, '.git/index.lock'))).toBe(false);
  });

  it('keeps settings of a repository that name no program', () => {
    const text =
      '[core]\n\tautocrlf = input ; as here\n\tfsmonitor = ./evil\n\tignorecase\n[core "x"]\n\teol = lf\n[ Extensions ] objectFormat = sha256\n[filter "a"]\n\tclean = ./evil\n[diff]\n\trenames = "copies"\n\texternal = x\n';
    expect(filterSettings(text)).toEqual([
      '[core] autocrlf = input',
      '[core] ignorecase = true',
      '[extensions] objectformat = sha256',
      '[diff] renames = copies',
    ]);
  });
});
