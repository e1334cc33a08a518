import { devNull } from 'node:os';
import { dirname, join, sep } from 'node:path';
import type { TreeChange } from '../notes/reference-status.js';
import { decode } from '../platform/encoding.js';
import { isPresent, readFile, statAt } from '../platform/file-io.js';
import { type FileSystem, nodeFileSystem } from '../platform/file-system.js';
import { findProgram, type Program } from '../platform/find-program.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import { findRepository, openGitFolder } from './git-folder.js';

/** A file of the worktree that is not a note, as it is now. */
interface ChangedFile {
  /** Relative to the worktree, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Larger files are generated, or data. */
const LARGEST_SOURCE = 512 * 1024;
/** Limit of changed files to read; a larger change is a checkout or a vendored tree. */
const MOST_FILES = 2000;

/**
 * Returns the text files that git reports as changed since HEAD, or new and not ignored, below the current worktree, by
 * path, without notes. Returns none without git, a repository or an answer in time.
 */
export function listChangedFiles(port: FileSystem, root: WorkspaceRoot): readonly ChangedFile[] {
  const top = root.worktree;
  const paths = [...new Set([...changed(top), ...ask(top, NEW)])].filter(isSource(root));
  const isPlain = createFolderCheck(port, top);
  return paths
    .sort()
    .slice(0, MOST_FILES)
    .flatMap((path) => {
      const text = isPlain(dirname(path)) ? textOf(port, join(top, path)) : null;
      return text === null ? [] : [{ path, text }];
    });
}

/** Creates a test for folders below a top folder that are not links and not behind one; results are cached. */
function createFolderCheck(port: FileSystem, top: string): (folder: string) => boolean {
  const known = new Map([['.', true]]);
  return function isPlain(folder): boolean {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const plain: boolean =
      isPlain(dirname(folder)) && statAt(port, join(top, folder))?.isSymbolicLink() === false;
    known.set(folder, plain);
    return plain;
  };
}

/** Returns a test for files that are not notes. */
const isSource = ({ root, worktree, content }: WorkspaceRoot) =>
  worktree === root ? (path: string) => !path.startsWith(`${content}/`) : () => true;

/**
 * Returns the changes since HEAD below the worktree, with lines added and deleted, and which files are new; none
 * without git.
 */
export function listTreeChanges(port: FileSystem, root: WorkspaceRoot): readonly TreeChange[] {
  const top = root.worktree;
  if (!isInRepository(port, top)) return [];
  const tracked = ask(top, ['diff', '--numstat', '-z', '--no-renames', '--relative', 'HEAD', '--', '.']);
  const changes = tracked.flatMap((line): TreeChange[] => {
    const [, added = '', deleted = '', path = ''] = /^(\d+|-)\t(\d+|-)\t(.+)$/s.exec(line) ?? [];
    return path === ''
      ? []
      : [{ path, added: Number(added) || 0, deleted: Number(deleted) || 0, isNew: false }];
  });
  const fresh = ask(top, NEW).map((path): TreeChange => ({ path, added: 0, deleted: 0, isNew: true }));
  const fits = isSource(root);
  return [...changes, ...fresh].filter(({ path }) => fits(path)).slice(0, MOST_FILES);
}

/** Returns true if a folder, or one above it, is a repository. */
export function isInRepository(port: FileSystem, folder: string): boolean {
  if (isPresent(port, join(folder, '.git'))) return true;
  const above = dirname(folder);
  return above !== folder && isInRepository(port, above);
}

/** Runs git below the worktree and splits its output at NUL; returns nothing on failure. */
export const askGit = ({ worktree }: WorkspaceRoot, words: readonly string[]): readonly string[] =>
  ask(worktree, words);

const NEW = ['ls-files', '-z', '--others', '--exclude-standard'];
const SINCE_HEAD = ['diff', '--name-only', '-z', '--relative', '--diff-filter=d', 'HEAD', '--', '.'];
/** Before the first commit there is no HEAD: staged files count as changed. */
const STAGED = ['ls-files', '-z', '--cached'];

const changed = (top: string): readonly string[] =>
  ask(top, ['rev-parse', '--verify', '--quiet', 'HEAD']).length > 0 ? ask(top, SINCE_HEAD) : ask(top, STAGED);

const PATIENCE_MS = 5000;

/** Runs git and splits its output at NUL; returns nothing on failure. */
const ask = (top: string, words: readonly string[]): readonly string[] =>
  (runGit(top, words) ?? '').split('\0').filter((line) => line.trim() !== '');

/** How to run git: its input, its time limit, and the exit statuses that count as success. */
export interface Asking {
  readonly input?: string;
  readonly patienceMs?: number;
  readonly answers?: readonly number[];
}

/**
 * Runs git in a folder and returns its output; null on failure or timeout. It reads no configuration of the repository
 * and starts no program: see git-folder.ts.
 */
export function runGit(top: string, words: readonly string[], asking: Asking = {}): string | null {
  const { input = '', patienceMs = PATIENCE_MS, answers = [0] } = asking;
  const repository = findRepository(top);
  const git = repository && findGit(repository.top);
  const place = git && openGitFolder(repository, words[0] === 'check-attr' ? 'as written' : 'no filter');
  if (!place) return null;
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { status, stdout } = spawnSync(git.path, [...FIXED_GIT_OPTIONS, ...withoutPrograms(words)], {
    cwd: top,
    encoding: 'utf8',
    env: { ...createGitEnvironment(repository.top, git.searchPath), ...place },
    input,
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: patienceMs,
  });
  return answers.includes(status ?? -1) ? stdout : null;
}

/** Runs git on a file that is named to it, outside of any repository; null on failure or timeout. */
export function runGitOnFile(top: string, words: readonly string[], patienceMs = PATIENCE_MS): string | null {
  const git = findGit(top);
  if (!git) return null;
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { status, stdout } = spawnSync(git.path, [...FIXED_GIT_OPTIONS, ...words], {
    cwd: top,
    encoding: 'utf8',
    env: { ...createGitEnvironment(top, git.searchPath), GIT_DIR: devNull },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: patienceMs,
  });
  return status === 0 ? stdout : null;
}

/** Settings that override those of the user and the machine: no program, prompt, fetch or log. */
export const FIXED_GIT_OPTIONS = [
  '--no-pager',
  '--no-optional-locks',
  ...[
    'core.fsmonitor=false',
    `core.hooksPath=${devNull}`,
    'core.quotePath=false',
    'diff.submodule=short',
    'log.showSignature=false',
    'protocol.allow=never',
    'submodule.recurse=false',
  ].flatMap((setting) => ['-c', setting]),
];

/** Adds the options that keep git from starting programs. */
function withoutPrograms([command = '', ...words]: readonly string[]): readonly string[] {
  const isDiff = ['diff', 'log', 'show'].includes(command);
  return [
    command,
    ...(isDiff ? ['--no-ext-diff', '--no-textconv'] : []),
    ...(command === 'diff' ? ['--ignore-submodules=all'] : []), // otherwise git starts another git in each submodule
    ...words,
  ];
}

/** Variables that git may see: all others could name a program, a repository or a file to write to. */
const SEEN = /^(?:HOME|USERPROFILE|HOMEDRIVE|HOMEPATH|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SystemRoot|windir)$/i;

export function createGitEnvironment(
  top: string,
  path: string,
): Readonly<Record<string, string | undefined>> {
  const seen = Object.entries(process.env).filter(([name]) => SEEN.test(name));
  const home = process.env.HOME ?? process.env.USERPROFILE ?? '';
  return {
    ...Object.fromEntries(seen),
    PATH: path,
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_TRACE2: '0',
    GIT_TRACE2_EVENT: '0',
    GIT_TRACE2_PERF: '0',
    ...(home.startsWith(top + sep) ? { GIT_CONFIG_GLOBAL: devNull } : {}),
  };
}

let found: { readonly key: string; readonly git: Program | null } | null = null;

/** Finds git once for a repository and a search path. */
export function findGit(top: string): Program | null {
  const searchPath = process.env.PATH ?? '';
  const key = `${top}\n${searchPath}`;
  if (found?.key !== key) found = { key, git: findProgram(nodeFileSystem, 'git', searchPath, [top]) };
  return found.git;
}

/** Reads the text of a file; null for a missing, large or binary file, a link, or one that is not UTF-8. */
function textOf(port: FileSystem, file: string): string | null {
  try {
    const read = isPresent(port, file) ? readFile(port, file, LARGEST_SOURCE) : null;
    if (!read || read.bytes.includes(0)) return null;
    return decode(read.bytes)?.text ?? null;
  } catch {
    return null;
  }
}
