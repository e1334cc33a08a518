import { join } from 'node:path';
import type { PathCommit, PathHistory } from '../notes/reference-status.js';
import { isPresent } from '../platform/file-io.js';
import type { FileSystem } from '../platform/file-system.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import { countEach } from '../text/group-by.js';
import { findRenamedCopy } from './file-status.js';
import { askGit, isInRepository, runGit } from './git.js';
import { LOG_FORMAT, type PathChange, parseNameStatus } from './stale-references/repository.js';

/** Renames that are followed; a longer chain is a loop. */
const MOST_NAMES = 50;
const HEAD_LINE = '--format=%x01%H%x02%cI%x02%an%x02%s';

/**
 * Returns every name that a file or folder had, the present one first, and the commits that changed it, newest first. The
 * path may be an old one, or the end of one; '' stands for all code files. A path that git never saw has itself as its only name, and no commits.
 */
export function findPathHistory(
  port: FileSystem,
  root: WorkspaceRoot,
  path: string,
  symbol: string | null,
): PathHistory {
  const stands = (name: string) => isPresent(port, join(root.worktree, name));
  if (path === '')
    return { ...createUntracked('', false), names: [], commits: listSymbolCommits(root, symbol) };
  if (!isInRepository(port, root.worktree)) return createUntracked(path, stands(path));
  const staged = readNameStatus(root, ['diff', '--diff-filter=DR'], 'HEAD');
  const tracked = askGit(root, ['ls-files', '-z']);
  const describe = (name: string, isPresentNow: boolean, typed: string | null = null): PathHistory =>
    describePath({ root, staged, tracked, symbol }, name, { isPresentNow, typed });
  const isTracked = (name: string) => tracked.some((one) => one === name || one.startsWith(`${name}/`));
  if (stands(path) && isTracked(path)) return describe(path, true);
  if (!stands(path)) {
    const longer = listLongerPaths(tracked, path);
    if (longer.length > 0)
      return longer.length === 1 && longer[0] !== undefined
        ? describe(longer[0], stands(longer[0]))
        : { ...createUntracked(path, false), others: longer };
  }
  const before = staged.find(({ to }) => to === path);
  if (stands(path)) return before ? describe(path, true) : createUntracked(path, true);
  const departed = followForward(root, path, staged, stands);
  return departed === null ? createUntracked(path, false) : describe(departed, stands(departed), path);
}

/** Returns the commits that changed lines with a symbol in any file but prose, or name it. */
const listSymbolCommits = (root: WorkspaceRoot, symbol: string | null): readonly PathCommit[] =>
  symbol === null ? [] : findSymbolCommits(root, symbol, ['.', ':(exclude)*.md']);

/** Returns the commits to some paths that changed lines with a symbol, or name it in their subject, newest first. */
function findSymbolCommits(
  root: WorkspaceRoot,
  symbol: string,
  paths: readonly string[],
): readonly PathCommit[] {
  const ask = (how: readonly string[]) =>
    readCommits(askGit(root, ['log', '-z', ...how, HEAD_LINE, '--', ...paths]));
  const changed = new Set(ask([`-G${matchWord(symbol)}`]).map(({ hash }) => hash));
  const isNamed = ({ subject }: PathCommit) => subject.split(/[^\w$]+/).includes(symbol);
  return ask([]).filter((commit) => changed.has(commit.hash) || isNamed(commit));
}

/** A pattern of git for a symbol that is no part of a longer word. */
const matchWord = (symbol: string): string =>
  `(^|[^A-Za-z0-9_$])${symbol.replaceAll('$', '[$]')}([^A-Za-z0-9_$]|$)`;

const STATUS = ['-z', '--relative', '--name-status'];
const RENAMES = ['log', '--diff-filter=R', '--format='];

const readNameStatus = (
  { worktree }: WorkspaceRoot,
  words: readonly string[],
  ...commit: readonly string[]
) => parseNameStatus(runGit(worktree, [...words, '-M', ...STATUS, ...commit]));

const createUntracked = (path: string, isPresentNow: boolean): PathHistory => ({
  path,
  isPresent: isPresentNow,
  names: [path],
  cameFrom: [],
  isOnlyOfName: true,
  filesInside: [],
  reused: [],
  commits: [],
  others: [],
});

/** Lists the tracked files or folders that a shorter path may name: `judge.ts` for `src/judge.ts`. */
function listLongerPaths(tracked: readonly string[], name: string): readonly string[] {
  const ends = tracked.flatMap((path) => {
    if (path.endsWith(`/${name}`)) return [path];
    const at = path.indexOf(`/${name}/`);
    return at < 0 ? [] : [path.slice(0, at + name.length + 1)];
  });
  return [...new Set(ends)];
}

/** Follows a missing path through its renames. Returns its last name if it was deleted; null if git never saw it. */
function followForward(
  root: WorkspaceRoot,
  path: string,
  staged: readonly PathChange[],
  stands: (name: string) => boolean,
): string | null {
  const left = [...staged, ...readNameStatus(root, ['log', '-c', '--diff-filter=DR', LOG_FORMAT])];
  const isFile = left.some((one) => one.path === path || one.path.endsWith(`/${path}`));
  let name = path;
  for (let steps = 0; steps < MOST_NAMES; steps++) {
    const next = isFile ? nextFile(name, left) : nextFolder(name, left);
    if (next === undefined) return steps === 0 ? null : name;
    if (next.to === null) {
      const copy = next.isCommitted ? null : findRenamedCopy(root, next.from);
      return copy ?? next.from;
    }
    name = next.to;
    if (stands(name)) return name;
  }
  return name;
}

function nextFile(name: string, left: readonly PathChange[]) {
  const found = left.find(({ path }) => path === name || path.endsWith(`/${name}`));
  return found && { from: found.path, to: found.to, isCommitted: found.commit !== null };
}

function nextFolder(name: string, left: readonly PathChange[]) {
  const own = left.filter(({ path }) => path.startsWith(`${name}/`));
  const [first] = own;
  if (!first) return undefined;
  const isCommitted = first.commit !== null;
  const moved = own.flatMap(({ path, to }) => {
    const rest = path.slice(name.length);
    return to?.endsWith(rest) ? [to.slice(0, -rest.length)] : [];
  });
  return { from: name, to: moved[0] ?? null, isCommitted };
}

interface Repository {
  readonly root: WorkspaceRoot;
  readonly staged: readonly PathChange[];
  readonly tracked: readonly string[];
  readonly symbol: string | null;
}

/** Returns the names and commits of a path by its last name. */
function describePath(
  repository: Repository,
  path: string,
  { isPresentNow, typed }: { readonly isPresentNow: boolean; readonly typed: string | null },
): PathHistory {
  const committed = repository.staged.find(({ to }) => to === path)?.path ?? path;
  const names = new Set([path, committed]);
  const cameFrom = new Set<string>();
  const commits = readLog(repository, committed, names, cameFrom);
  if (typed !== null) names.add(typed);
  const { tracked } = repository;
  const base = getBaseName(path);
  const twins = tracked.filter((one) => one !== path && getBaseName(one) === base);
  const inside = tracked.filter((one) => one.startsWith(`${path}/`));
  const isFile = inside.length === 0;
  return {
    path,
    isPresent: isPresentNow,
    names: [...names],
    cameFrom: [...cameFrom],
    isOnlyOfName: twins.length === 0,
    filesInside: listUniqueNames(tracked, inside),
    reused: isFile ? [...names].flatMap((name) => findReuse(repository, names, name) ?? []) : [],
    commits,
    others: [],
  };
}

const getBaseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Lists the base names of some files that no other tracked file has. */
function listUniqueNames(tracked: readonly string[], files: readonly string[]): readonly string[] {
  if (files.length === 0) return [];
  const counts = countEach(tracked.map(getBaseName));
  return files.map(getBaseName).filter((name) => counts.get(name) === 1);
}

/** Finds the time since which another file has a former name, or before which another file had the present one. */
function findReuse(
  { root, tracked }: Repository,
  names: ReadonlySet<string>,
  name: string,
): PathHistory['reused'][number] | null {
  const [path] = names;
  if (name !== path && !tracked.includes(name)) return null;
  const [added, ...before] = askGit(root, [
    'log',
    '-z',
    '--no-renames',
    '--diff-filter=A',
    '--format=%cI',
    '--',
    `:(literal)${name}`,
  ]);
  if (added === undefined) return null;
  if (name !== path) return { name, from: null, until: added };
  if (before.length === 0) return null;
  const moves = readNameStatus(root, RENAMES);
  return moves.some(({ path: from, to }) => from === name && to !== null && !names.has(to))
    ? { name, from: added, until: null }
    : null;
}

/** Reads the log of a file through its renames, or of a folder with the folders that it was moved from. */
function readLog(
  { root, symbol, tracked }: Repository,
  path: string,
  names: Set<string>,
  cameFrom: Set<string>,
): readonly PathCommit[] {
  const readAll = (paths: readonly string[]) => {
    const literal = paths.map((one) => `:(literal)${one}`);
    return symbol === null
      ? readCommits(askGit(root, ['log', '-z', HEAD_LINE, '--', ...literal]))
      : findSymbolCommits(root, symbol, literal);
  };
  const isFolder = tracked.some((one) => one.startsWith(`${path}/`));
  if (!isFolder) {
    const fields = askGit(root, ['log', '--follow', '-M', ...STATUS, HEAD_LINE, '--', path]);
    for (const { path: from, to } of parseNameStatus(fields.join('\0'))) if (to !== null) names.add(from);
    return symbol === null ? readCommits(fields) : readAll([...names]);
  }
  const isLeft = (folder: string) => tracked.some((one) => one.startsWith(`${folder}/`));
  let folder = path;
  for (const { path: from, to } of readNameStatus(root, RENAMES)) {
    if (to === null || !(to.startsWith(`${folder}/`) || cameFrom.has(to))) continue;
    const rest = to.slice(folder.length);
    const before = from.endsWith(rest) ? from.slice(0, -rest.length) : '';
    if (before !== '' && !isLeft(before)) {
      names.add(before);
      folder = before;
    } else if (!from.startsWith(`${folder}/`)) cameFrom.add(from);
  }
  return readAll([...names, ...cameFrom]);
}

const readCommits = (fields: readonly string[]): readonly PathCommit[] =>
  fields.flatMap((field) => {
    const [, hash = '', at = '', author = '', subject = ''] =
      /^\n?\x01([^\x02]*)\x02([^\x02]*)\x02([^\x02]*)\x02([^\n]*)/.exec(field) ?? [];
    return hash === '' ? [] : [{ hash, at, author, subject }];
  });
