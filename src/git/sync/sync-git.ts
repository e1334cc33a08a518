import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join, relative, sep } from 'node:path';
import { UserError } from '../../errors.js';
import { isPresent } from '../../platform/file-io.js';
import { nodeFileSystem } from '../../platform/file-system.js';
import { catchErrors } from '../../platform/system-errors.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';
import { createGitEnvironment, FIXED_GIT_OPTIONS, findGit } from '../git.js';
import { createWritableGitFolder, findRepository, type Repository } from '../git-folder.js';

/** What git answered. */
export interface GitAnswer {
  readonly status: number | null;
  readonly bytes: Buffer;
  /** The same as text. */
  readonly out: string;
  readonly err: string;
}

interface GitCall {
  readonly input?: string;
  /** The index to use; the repository's own if missing. */
  readonly index?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Variables that git may see for the network: the agent of ssh, and proxies. */
const NETWORK = /^(?:SSH_AUTH_SOCK|SSH_AGENT_PID|(?:https?|all|no)_proxy)$/i;

/** Time limit of local git commands. */
const LOCAL_MS = 60_000;

/** The git programs for a remote that is a path: they run no hook and no program that its configuration names. */
const QUIET_SERVER = `git -c core.hooksPath=${devNull} -c core.alternateRefsCommand=false -c receive.autogc=false -c gc.recentObjectsHook=`;

/**
 * Opens git for the repository of a workspace, with our own git directory instead of its configuration. Objects are written to the repository, or aside for a dry run. The
 * configuration of the repository is read only where the user trusts the workspace.
 */
export function openSyncGit(
  root: WorkspaceRoot,
  options: {
    readonly attributes: (prefix: string) => string;
    readonly identity: string;
    readonly aside: boolean;
  },
) {
  const repository = findRepository(root.root);
  const git = repository && findGit(repository.top);
  if (!repository)
    throw new UserError('no-repository', 'this workspace is not in a git repository', 'create one: git init');
  if (!git) throw new UserError('no-git', 'git is not on the PATH', 'install git 2.38 or newer');
  const link = findLink(repository);
  if (link !== null)
    throw new UserError(
      'linked',
      `${link} is a symbolic link, so git would write elsewhere`,
      'look at it first',
    );
  const { top, own, common } = repository;
  const below = relative(nodeFileSystem.realpath(top), nodeFileSystem.realpath(root.root))
    .split(sep)
    .join('/');
  const prefix = below === '' ? '' : `${below}/`;
  const trusted = root.trusted === true;
  const include = trusted ? `[include]\n\tpath = ${JSON.stringify(join(common, 'config'))}\n` : '';
  const folder = createWritableGitFolder(repository, {
    config: `${include}${options.identity}`,
    attributes: options.attributes(prefix),
  });
  const close = () => {
    process.off('exit', close);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', close);
  const objects = options.aside ? createObjectsAside(folder, common) : join(common, 'objects');
  const base = {
    ...(trusted ? dropGitVariables(process.env) : createGitEnvironment(top, git.searchPath)),
    PATH: git.searchPath,
    GIT_DIR: folder,
    GIT_WORK_TREE: top,
    GIT_OBJECT_DIRECTORY: objects,
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS_REQUIRE: 'never',
    GIT_NO_LAZY_FETCH: '1',
  };
  const index = join(own, 'index');
  const { spawnSync, spawn } = process.getBuiltinModule('node:child_process');
  /** Runs git without the network. */
  const ask = (words: readonly string[], call: GitCall = {}): GitAnswer => {
    const { status, stdout, stderr } = spawnSync(git.path, [...FIXED_GIT_OPTIONS, ...QUIET, ...words], {
      cwd: top,
      env: { ...base, GIT_INDEX_FILE: call.index ?? index, ...call.env },
      input: call.input ?? '',
      maxBuffer: 1024 * 1024 * 1024,
      timeout: LOCAL_MS,
    });
    return toAnswer(status, stdout ?? Buffer.alloc(0), stderr ?? Buffer.alloc(0));
  };
  let copies = 0;
  return {
    repository,
    /** The prefix of the workspace in the repository: empty, or a folder with `/`. */
    prefix,
    trusted,
    ask,
    /** The same; throws `UserError` if git fails. */
    get(words: readonly string[], call?: GitCall): string {
      const answer = ask(words, call);
      if (answer.status === 0) return answer.out;
      throw new UserError(
        'git',
        `git ${words[0]} failed: ${findReason(answer.err)}`,
        'look at the repository: git status',
      );
    },
    /** Runs git over the network, without prompts and hooks, and with a time limit. */
    exchange: (words: readonly string[], timeoutMs: number) =>
      new Promise<GitAnswer>((settle) => {
        const seen = Object.entries(process.env).filter(([name]) => NETWORK.test(name));
        const child = spawn(git.path, [...listNetworkOptions(trusted), ...words], {
          cwd: top,
          env: { ...base, ...Object.fromEntries(seen) },
          stdio: ['ignore', 'pipe', 'pipe'],
          detached: true, // without a terminal nothing can ask for a password
        });
        const out: Buffer[] = [];
        const err: Buffer[] = [];
        const timer = setTimeout(() => stopGroup(child.pid), timeoutMs);
        child.stdout.on('data', (bytes: Buffer) => out.push(bytes));
        child.stderr.on('data', (bytes: Buffer) => err.push(bytes));
        child.on('error', (error) => err.push(Buffer.from(String(error))));
        child.on('close', (status) => {
          clearTimeout(timer);
          const late = status === null ? [Buffer.from(`\nno answer after ${timeoutMs / 1000} s`)] : [];
          settle(toAnswer(status, Buffer.concat(out), Buffer.concat([...err, ...late])));
        });
      }),
    /** Copies the repository's index to one of our own, and returns its path. */
    copyIndex(): string {
      const copy = join(folder, `index-${copies++}`);
      if (isPresent(nodeFileSystem, index)) copyFileSync(index, copy);
      return copy;
    },
    close,
  };
}

export type SyncGit = ReturnType<typeof openSyncGit>;

const QUIET = ['user.useConfigOnly=true', 'gc.auto=0', 'maintenance.auto=false'].flatMap((one) => [
  '-c',
  one,
]);

/** Options for the network: known protocols only, no hooks, no prompts. */
const listNetworkOptions = (trusted: boolean): readonly string[] => [
  ...FIXED_GIT_OPTIONS,
  ...QUIET,
  ...[
    ...(trusted ? ['protocol.allow=always'] : []),
    ...['https', 'ssh', 'file'].map((name) => `protocol.${name}.allow=always`),
    'protocol.ext.allow=never',
    'credential.interactive=false',
    'fetch.recurseSubmodules=false',
    'push.recurseSubmodules=no',
    'push.gpgSign=false',
    'fetch.writeCommitGraph=false',
  ].flatMap((one) => ['-c', one]),
];

/** Returns the options for a remote that is a path on this machine, which its owner may have set up to run programs. */
export const listServerOptions = (
  git: Pick<SyncGit, 'trusted'>,
  url: string,
  server: 'upload-pack' | 'receive-pack',
): readonly string[] =>
  git.trusted || /^(?:https|ssh):\/\/|^[^/\\]+:(?![\\/])/i.test(url)
    ? []
    : [`--${server}=${QUIET_SERVER} ${server}`];

function stopGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

function createObjectsAside(folder: string, common: string): string {
  const objects = join(folder, 'objects-aside');
  mkdirSync(join(objects, 'info'), { recursive: true });
  writeFileSync(join(objects, 'info', 'alternates'), `${join(common, 'objects')}\n`);
  return objects;
}

const dropGitVariables = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));

const toAnswer = (status: number | null, bytes: Buffer, err: Buffer): GitAnswer => ({
  status,
  bytes,
  out: bytes.toString('utf8'),
  err: err.toString('utf8'),
});

/** Returns git's error line: the first `fatal` or `error` line, else the last line. */
export function findReason(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('hint:'));
  const error = lines.find((line) => /^(?:remote: )?(?:fatal|error): /i.test(line)) ?? lines.at(-1);
  return error?.replace(/^(?:remote: )?(?:fatal|error): /i, '').replace(/\.$/, '') ?? 'it said nothing';
}

/** Folders of a repository that git writes to, refs and logs at any depth. */
const WRITTEN = ['refs/heads', 'refs/remotes', 'logs'];

/** Returns a symbolic link among the folders that git writes to, or null. A link would redirect the writes. */
function findLink({ own, common }: Repository): string | null {
  for (const name of ['objects', 'refs', 'logs', 'info'])
    for (const folder of [common, ...(own === common ? [] : [own])]) {
      const link = findIn(folder, (entry) => entry === name);
      if (link !== null) return link;
    }
  const link = findIn(join(common, 'objects'), () => true);
  if (link !== null) return link;
  for (const name of WRITTEN) {
    const deep = findBelow(join(common, name));
    if (deep !== null) return deep;
  }
  return own === common ? null : findBelow(join(own, 'logs'));
}

const listFolder = (folder: string) =>
  catchErrors(['ENOENT', 'ENOTDIR'], [], () => readdirSync(folder, { withFileTypes: true }));

function findIn(folder: string, fits: (entry: string) => boolean): string | null {
  const link = listFolder(folder).find((entry) => fits(entry.name) && entry.isSymbolicLink());
  return link ? join(folder, link.name) : null;
}

function findBelow(folder: string): string | null {
  for (const entry of listFolder(folder)) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return path;
    const deep = entry.isDirectory() ? findBelow(path) : null;
    if (deep !== null) return deep;
  }
  return null;
}
