import { join } from 'node:path';
import type { HandLine } from '../notes/changes/trace-lines.js';
import type { Author } from '../notes/origin.js';
import { isPresent } from '../platform/file-io.js';
import type { FileSystem } from '../platform/file-system.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import { askGit, isInRepository, runGit } from './git.js';
import { readIncomingCommits } from './worktree.js';

/** Mail maps, ignored revisions and replaced objects could change an author. */
const PLAINLY = ['--no-replace-objects', '--literal-pathspecs', '-c', 'blame.ignoreRevsFile='];
const BLAME = [...PLAINLY, 'blame', '--porcelain'];

/** Parses the porcelain of git blame into the last commits of each line, with their author times in ms since 1970. */
function parseBlame(porcelain: string): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const lines = new Map<string, Map<string, number>>();
  const times = new Map<string, number>();
  let hash = '';
  for (const row of porcelain.split('\n')) {
    const [, start] = /^([0-9a-f]{40,64}) \d+ \d+/.exec(row) ?? [];
    const [, seconds] = /^author-time (\d{1,12})$/.exec(row) ?? [];
    if (start !== undefined) hash = start;
    else if (seconds !== undefined) times.set(hash, Number(seconds) * 1000);
    else if (row.startsWith('\t')) {
      const line = trimBreak(row.slice(1));
      lines.set(line, (lines.get(line) ?? new Map()).set(hash, times.get(hash) ?? 0));
    }
  }
  return lines;
}

const trimBreak = (line: string): string => line.replace(/\r$/, '');

/** Creates a function that calls another once for each path. */
function createCache<T>(read: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>();
  return (path) => {
    const found = known.has(path) ? (known.get(path) as T) : read(path);
    known.set(path, found);
    return found;
  };
}

/** Finds the author of a line; null if it is not committed, without a repository, or if git does not answer in time. */
export type FindAuthor = (line: HandLine) => Author | null;

/** The time limit of git for the authors of all lines of a request. */
const AUTHORS_MS = 3000;
/** Lists the commits that changed how often a line occurs in a note; the last of them added it first. */
const INTRODUCED = ['log', '--no-show-signature', '--format=%H', '--no-textconv', '--no-ext-diff'];

/**
 * Creates a function that finds authors of lines with git, which runs at most once per note. It uses the committed text,
 * during a merge that of the other side too, not the file on disk.
 */
export function createFindAuthor(port: FileSystem, root: WorkspaceRoot): FindAuthor {
  const folder = root.root;
  let own: string | undefined;
  let isRepository: boolean | undefined;
  let incoming: readonly string[] | null = null;
  let leftMs = AUTHORS_MS;
  const ask = (words: readonly string[]): string | null => {
    if (leftMs <= 0) return null;
    const begun = performance.now();
    const text = runGit(folder, words, { patienceMs: Math.ceil(leftMs) });
    leftMs -= performance.now() - begun;
    return text;
  };
  const blame = createCache((path) => {
    incoming ??= readIncomingCommits(port, folder);
    return parseBlame(['HEAD', ...incoming].map((from) => ask([...BLAME, from, '--', path])).join('\n'));
  });
  const findAuthor = createCache((hash): Author | null => {
    const words = ['log', '--no-show-signature', '--no-walk', '--format=%h%x00%ae%x00%an', hash];
    const [commit = '', email = '', name = ''] = (ask([...PLAINLY, ...words]) ?? '').trim().split('\0');
    own ??= (ask([...PLAINLY, 'config', '--get', 'user.email']) ?? '').trim().toLowerCase();
    return commit === '' ? null : { name, email, commit, isUser: email.toLowerCase() === own };
  });
  return ({ line, stood, gone }) => {
    isRepository ??= isInRepository(port, folder);
    if (!isRepository) return null;
    for (const path of stood.filter((one) => !one.startsWith('~/'))) {
      const hashes = [...(blame(path).get(trimBreak(line))?.keys() ?? [])];
      const found = hashes.flatMap((hash) => findAuthor(hash) ?? []);
      if (found.length > 0) return found.find(({ isUser }) => !isUser) ?? (found[0] as Author);
      const first = gone ? ask([...PLAINLY, ...INTRODUCED, `-S${line}`, 'HEAD', '--', path]) : null;
      const hash = first?.trim().split('\n').at(-1);
      if (hash) return findAuthor(hash);
    }
    return null;
  };
}

/** The time limit of git for the times of one note. */
const TIMES_MS = 500;

/**
 * Creates a function that finds when a line of a note was committed, in ms since 1970; null if it is not, or if git does
 * not answer in time. Git runs at most once per note.
 */
export function createFindLineTime(port: FileSystem, root: WorkspaceRoot) {
  let isRepository: boolean | undefined;
  const blame = createCache((path) =>
    parseBlame(runGit(root.root, [...BLAME, 'HEAD', '--', path], { patienceMs: TIMES_MS }) ?? ''),
  );
  return (path: string, line: string): number | null => {
    isRepository ??= isInRepository(port, root.root);
    const times = isRepository && !path.startsWith('~/') && blame(path).get(trimBreak(line));
    return times ? Math.max(...times.values()) : null;
  };
}

/** Finds the commit that wrote a line of a file as it is now; null if there is no such line. A file that git does not track has no commit. */
export function findLineCommit(port: FileSystem, root: WorkspaceRoot, path: string, line: number) {
  const top = root.worktree;
  const blame = runGit(top, [...BLAME, '-L', `${line},${line}`, '--', path]);
  if (blame === null) {
    const isTracked = askGit(root, ['ls-files', '-z', '--', path]).length > 0;
    const isThere = !isTracked && isPresent(port, join(top, path));
    return isThere ? { text: null, commit: null, paths: [path], since: null } : null;
  }
  const read = (key: string) => new RegExp(`^${key} (.*)$`, 'm').exec(blame)?.[1] ?? '';
  const prefix = (runGit(top, ['rev-parse', '--show-prefix']) ?? '').trim();
  const trimPrefix = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : name);
  const [, before = '', name = ''] = /^(\w+) (.+)$/.exec(read('previous')) ?? [];
  const [was, earlier] = [trimPrefix(read('filename')), trimPrefix(name)];
  const since =
    before === ''
      ? ''
      : runGit(top, [...PLAINLY, 'log', '--no-show-signature', '-1', '--format=%at', before, '--', earlier]);
  const hash = /^\w+/.exec(blame)?.[0] ?? '';
  const ms = (key: string) => Number(read(key)) * 1000;
  return {
    text: /^\t(.*)$/m.exec(blame)?.[1] ?? '',
    commit: /^0+$/.test(hash)
      ? null
      : {
          hash: hash.slice(0, SHORT_HASH),
          author: read('author'),
          subject: read('summary'),
          at: ms('author-time'),
          committed: ms('committer-time'),
        },
    paths: [...new Set([was, ...(earlier === '' ? [] : [earlier])])],
    since: since?.trim() ? Number(since) * 1000 : null,
  };
}

/** As long as git prints them in small repositories. */
const SHORT_HASH = 7;

/**
 * Returns true if this user committed these files, and no other author did. False without a commit, without a repository, and
 * if git does not answer: an archive may bring a repository without commits, and an address in its settings, which does not count.
 */
export function isOwnOfUser(
  port: FileSystem,
  { worktree }: WorkspaceRoot,
  paths: readonly string[],
): boolean {
  if (!isInRepository(port, worktree)) return false;
  const log = ['log', '--all', '--no-use-mailmap', '--format=%ae'];
  const emails = runGit(worktree, ['--literal-pathspecs', '--no-replace-objects', ...log, '--', ...paths]);
  if (emails === null) return false;
  const authors = [...new Set(emails.toLowerCase().split('\n').filter(Boolean))];
  if (authors.length === 0) return false;
  const own = runGit(worktree, ['config', '--global', '--get', 'user.email'])?.trim().toLowerCase();
  return authors.every((author) => author === own);
}
