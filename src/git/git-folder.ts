/*
 * Creates a git directory of our own for git queries. A repository may come from anywhere, and its configuration can
 * name programs (filters, hooks, fsmonitor, textconv, credential helpers, remotes). So git never reads it: it gets a
 * directory with a configuration written by Daybook, and the repository's objects, refs and index.
 */
import { copyFileSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { readSmallText } from '../platform/encoding.js';
import { statAt } from '../platform/file-io.js';
import { nodeFileSystem } from '../platform/file-system.js';
import { resolveRealPath } from '../platform/home-folder.js';
import { getErrorCode, ignoreErrors } from '../platform/system-errors.js';
import { createTemporaryFolder } from '../platform/temporary/temporary-folders.js';

/** A git repository on disk. */
export interface Repository {
  /** The top folder of the worktree. */
  readonly top: string;
  /** The git directory of this worktree, and the one shared by all worktrees; the same for the main one. */
  readonly own: string;
  readonly common: string;
}

/** Files and folders of git that a link could redirect: with a link the repository is not read. */
const PLAIN = ['objects', 'refs', 'packed-refs', 'shallow'];

/**
 * Finds the repository of a folder, or null. A `.git` file counts only if the directory that it names points back, or
 * if it is a submodule of a repository above: a planted file could show the commits of another project.
 */
export function findRepository(folder: string): Repository | null {
  for (let top = folder; ; top = dirname(top)) {
    const git = join(top, '.git');
    const stat = statAt(nodeFileSystem, git);
    if (stat?.isDirectory()) return checked({ top, own: git, common: git });
    if (stat?.isFile()) return checked(linkedRepository(top, git));
    if (stat || top === dirname(top)) return null;
  }
}

function linkedRepository(top: string, git: string): Repository | null {
  const named = /^gitdir: (.+)$/m.exec(textOf(git))?.[1];
  const own = named === undefined ? null : resolveRealPath(nodeFileSystem, resolve(top, named));
  if (own === null) return null;
  const back = textOf(join(own, 'gitdir')).trim();
  if (back !== '') {
    const common = resolveRealPath(nodeFileSystem, resolve(own, textOf(join(own, 'commondir')).trim()));
    const isKnown =
      resolveRealPath(nodeFileSystem, resolve(own, back)) === resolveRealPath(nodeFileSystem, git) &&
      common !== null;
    return isKnown && dirname(own) === join(common, 'worktrees') ? { top, own, common } : null;
  }
  const above = findRepository(dirname(top));
  const modules = above && resolveRealPath(nodeFileSystem, join(above.common, 'modules'));
  return modules && own.startsWith(modules + sep) ? { top, own, common: own } : null;
}

function checked(repository: Repository | null): Repository | null {
  if (repository === null) return null;
  const { own, common } = repository;
  const paths = [...PLAIN.map((name) => join(common, name)), join(own, 'HEAD'), join(own, 'index')];
  return paths.some((path) => statAt(nodeFileSystem, path)?.isSymbolicLink()) ? null : repository;
}

/** The directory created last, and the key of what it was created from. */
let last: { readonly key: string; readonly folder: string } | null = null;

/**
 * Returns the variables that point git to our directory for a repository; null if it cannot be created. The directory
 * is reused until the repository changes, and deleted when the process ends. Attributes `as written` are only for git
 * commands that run no filter, such as `check-attr`.
 */
export function openGitFolder(
  repository: Repository,
  attributes: 'no filter' | 'as written' = 'no filter',
): Readonly<Record<string, string>> | null {
  const { top, own, common } = repository;
  const files = filesOf(repository, attributes);
  if (files.HEAD === '') return null;
  const names = broughtNames(repository);
  const key = JSON.stringify([repository, files, names.map(([from]) => markOf(from))]);
  if (last?.key !== key || statAt(nodeFileSystem, join(last.folder, 'HEAD')) === null) {
    removeGitFolder();
    if (!ignoreErrors(() => makeGitFolder(key, files, names))) removeGitFolder();
  }
  if (last === null) return null;
  return {
    GIT_DIR: last.folder,
    GIT_WORK_TREE: top,
    GIT_OBJECT_DIRECTORY: join(common, 'objects'),
    GIT_INDEX_FILE: join(own, 'index'),
  };
}

function makeGitFolder(key: string, files: object, names: ReturnType<typeof broughtNames>): void {
  const folder = createTemporaryFolder('git');
  last = { key, folder };
  process.once('exit', removeGitFolder);
  fillFolder(folder, files, names);
}

function fillFolder(folder: string, files: object, names: ReturnType<typeof broughtNames>): void {
  mkdirSync(join(folder, 'info'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  for (const [from, name] of names) bring(from, join(folder, name));
}

/**
 * Creates a directory of our own in which git can also write commits and refs, with these lines after the allowed
 * settings and the repository's attributes. The caller deletes it.
 */
export function createWritableGitFolder(
  repository: Repository,
  lines: { readonly config: string; readonly attributes: string },
): string {
  const { own, common } = repository;
  const files = filesOf(repository, 'no filter');
  const folder = createTemporaryFolder('sync');
  const logs = [
    [join(own, 'logs', 'HEAD'), 'logs/HEAD'],
    [join(common, 'logs', 'refs'), 'logs/refs'],
  ] as const;
  mkdirSync(join(folder, 'logs'));
  fillFolder(
    folder,
    {
      ...files,
      config: `${files.config}${lines.config}`,
      'info/attributes': `${files['info/attributes']}${lines.attributes}`,
    },
    [...broughtNames(repository), ...logs],
  );
  return folder;
}

function removeGitFolder(): void {
  const { folder } = last ?? {};
  last = null;
  process.off('exit', removeGitFolder);
  if (folder !== undefined) ignoreErrors(() => rmSync(folder, { recursive: true, force: true }));
}

/** The files that we write, by their names in the directory. */
const filesOf = ({ own, common }: Repository, attributes: 'no filter' | 'as written') => ({
  HEAD: textOf(join(own, 'HEAD')),
  config: configOf(own, common),
  // The last line of this file overrides every .gitattributes: no filter runs.
  'info/attributes': `${textOf(join(common, 'info', 'attributes'))}\n${attributes === 'no filter' ? '* -filter\n' : ''}`,
});

/** Lists what git reads in place, with its name in the directory. */
const broughtNames = ({ own, common }: Repository): readonly (readonly [from: string, name: string])[] => [
  ...['refs', 'reftable', 'packed-refs', 'shallow', 'worktrees', 'info/exclude'].map(
    (name) => [join(common, name), name] as const,
  ),
  [join(own, 'info', 'sparse-checkout'), 'info/sparse-checkout'],
  ...nodeFileSystem
    .list(own)
    .flatMap(({ name }) => (name.startsWith('sharedindex.') ? [[join(own, name), name] as const] : [])),
];

/** Returns a mark that changes when a file changes; a folder has the same mark as long as it exists. */
function markOf(path: string): string {
  const stat = statAt(nodeFileSystem, path);
  return stat === null ? '' : `${stat.ino}${stat.isFile() ? ` ${stat.size} ${stat.mtimeMs}` : ''}`;
}

/** Links a file or folder of the repository into the directory; a file is copied if links are not possible. */
function bring(from: string, to: string): void {
  const stat = lstatSync(from, { throwIfNoEntry: false });
  if (stat?.isDirectory()) symlinkSync(from, to, 'junction');
  if (!stat?.isFile()) return;
  try {
    symlinkSync(from, to);
  } catch (error) {
    if (!['EPERM', 'ENOSYS', 'ENOTSUP'].includes(getErrorCode(error))) throw error;
    copyFileSync(from, to);
  }
}

/** Settings about file and object formats; none of them names a program or a path. */
const KEPT_SETTINGS: Readonly<Record<string, readonly string[]>> = {
  core: [
    'filemode',
    'symlinks',
    'ignorecase',
    'precomposeunicode',
    'autocrlf',
    'eol',
    'checkstat',
    'trustctime',
    'sparsecheckout',
    'sparsecheckoutcone',
    'bigfilethreshold',
  ],
  extensions: ['objectformat', 'refstorage'],
  diff: ['renames', 'renamelimit', 'algorithm'],
  user: ['email', 'name'],
};

/** Formats our configuration with the allowed settings of the repository. */
function configOf(own: string, common: string): string {
  const texts = [textOf(join(common, 'config')), textOf(join(own, 'config.worktree'))];
  const allowed = texts.flatMap(filterSettings);
  const version = allowed.some((line) => line.startsWith('[extensions]')) ? 1 : 0;
  return [`[core] bare = false`, `[core] repositoryformatversion = ${version}`, ...allowed, ''].join('\n');
}

/** Returns the allowed settings of a configuration, one per line. */
export function filterSettings(text: string): readonly string[] {
  let section = '';
  return text.split(/\r?\n/).flatMap((line) => {
    const [, name, rest] = /^\s*\[\s*([^\]]*)\](.*)$/.exec(line) ?? [];
    if (name !== undefined) section = name.trim().toLowerCase();
    const [, key = '', value = 'true'] =
      /^\s*([A-Za-z][\w-]*)\s*(?:=\s*"?([\p{L}\p{M}\w.@+-]+(?: [\p{L}\p{M}\w.@+-]+)*)"?\s*)?(?:[;#].*)?$/u.exec(
        rest ?? line,
      ) ?? [];
    const isKept = KEPT_SETTINGS[section]?.includes(key.toLowerCase()) === true;
    return isKept ? [`[${section}] ${key.toLowerCase()} = ${value}`] : [];
  });
}

const textOf = (path: string): string => readSmallText(nodeFileSystem, path, LARGEST);

const LARGEST = 1024 * 1024;
