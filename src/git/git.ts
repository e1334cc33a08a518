import { devNull } from 'node:os';
import { dirname, join, sep } from 'node:path';
import type { TreeChange } from '../notes/reference-status.js';
import { readSmallText } from '../platform/encoding.js';
import { isPresent, listFolder, statAt } from '../platform/file-io.js';
import { type FileSystem, nodeFileSystem } from '../platform/file-system.js';
import { findProgram, type Program } from '../platform/find-program.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import { findRepository, openGitFolder } from './git-folder.js';

/** Larger files are generated, or data. */
const LARGEST_SOURCE = 512 * 1024;
/** Limit of files to return. */
const MOST_FILES = 2000;

/**
 * Returns the text files below the current worktree that contain a text, by path, without notes and ignored files. Without git
 * the folders are read, except hidden ones and those of dependencies and builds.
 */
export function listFilesContaining(port: FileSystem, root: WorkspaceRoot, words: string) {
  const top = root.worktree;
  const isPlain = createFolderCheck(port, top);
  const paths = isInRepository(port, top)
    ? ask(top, ['grep', '-lIz', '--untracked', '-F', '-e', words, '--', '.'])
    : walk(port, top, '', MOST_WALKED);
  return paths
    .filter(isSource(root))
    .toSorted()
    .flatMap((path) => {
      const text = isPlain(dirname(path)) ? textOf(port, join(top, path)) : '';
      return text.includes(words) ? [{ path, text }] : [];
    })
    .slice(0, MOST_FILES);
}

/** Limit of files to look at without git. */
const MOST_WALKED = 5000;
const SKIPPED = /^(?:\.|(?:node_modules|vendor|dist|build|target|venv|__pycache__)$)/;

/** Lists plain files below a folder. */
function walk(port: FileSystem, top: string, folder: string, most: number): readonly string[] {
  const items = listFolder(port, join(top, folder), 'EACCES', 'EPERM');
  const paths: string[] = [];
  for (const item of items) {
    if (paths.length >= most) break;
    const path = folder === '' ? item.name : `${folder}/${item.name}`;
    if (SKIPPED.test(item.name)) continue;
    if (item.isDirectory()) paths.push(...walk(port, top, path, most - paths.length));
    else if (item.isFile()) paths.push(path);
  }
  return paths;
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

/** Returns the files that git does not track yet, without notes and ignored files; large and binary ones have no text. */
export function listNewFiles(port: FileSystem, root: WorkspaceRoot) {
  const isPlain = createFolderCheck(port, root.worktree);
  return ask(root.worktree, NEW)
    .filter(isSource(root))
    .slice(0, MOST_FILES)
    .flatMap((path) =>
      isPlain(dirname(path)) ? [{ path, text: textOf(port, join(root.worktree, path)) }] : [],
    );
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
  const env = { ...createGitEnvironment(repository.top, git.searchPath), ...place };
  return spawnGit(git, withoutPrograms(words), { cwd: top, env, input, timeout: patienceMs }, answers);
}

/** Runs git on a file that is named to it, outside of any repository; null on failure or timeout. */
export function runGitOnFile(top: string, words: readonly string[], patienceMs = PATIENCE_MS): string | null {
  const git = findGit(top);
  const env = git && { ...createGitEnvironment(top, git.searchPath), GIT_DIR: devNull };
  return git && env && spawnGit(git, words, { cwd: top, env, input: '', timeout: patienceMs }, [0]);
}

function spawnGit(
  git: Program,
  words: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; input: string; timeout: number },
  answers: readonly number[],
): string | null {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { status, stdout } = spawnSync(git.path, [...FIXED_GIT_OPTIONS, ...words], {
    ...options,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return answers.includes(status ?? -1) ? stdout : null;
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

/** Larger files are compared as binary ones. */
const LARGEST_COMPARED = '8m';

/** Adds the options that keep git from starting programs. */
function withoutPrograms([command = '', ...words]: readonly string[]): readonly string[] {
  const isDiff = ['diff', 'log', 'show'].includes(command);
  return [
    ...(command === 'diff' ? ['-c', `core.bigFileThreshold=${LARGEST_COMPARED}`] : []),
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
    GIT_OPTIONAL_LOCKS: '0', // else a diff updates the index
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

/** Reads the text of a file; '' for a missing, large or binary file, a link, or one that is not UTF-8. */
function textOf(port: FileSystem, file: string): string {
  const text = readSmallText(port, file, LARGEST_SOURCE);
  return text.includes('\0') ? '' : text;
}
