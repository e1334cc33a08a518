import type { HandLine } from '../notes/changes/trace-lines.js';
import type { Author } from '../notes/origin.js';
import type { FileSystem } from '../platform/file-system.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import { isInRepository, runGit } from './git.js';
import { readIncomingCommits } from './worktree.js';

/** Finds the author of a line; null if it is not committed, without a repository, or if git does not answer in time. */
export type FindAuthor = (line: HandLine) => Author | null;

/**
 * Creates a function that finds authors of lines with git, which runs at most once per note. It uses the committed
 * text, during a merge that of the other side too, not the file on disk, and ignores mail map, ignored revisions and replaced objects: they could change an
 * author.
 */
export function createFindAuthor(port: FileSystem, root: WorkspaceRoot): FindAuthor {
  const folder = root.root;
  const blamed = new Map<string, ReadonlyMap<string, readonly string[]> | null>();
  let own: string | undefined;
  let isRepository: boolean | undefined;
  let incoming: readonly string[] | null = null;
  let leftMs = PATIENCE_MS;
  const ask = (words: readonly string[]): string | null => {
    if (leftMs <= 0) return null;
    const begun = performance.now();
    const text = runGit(folder, [...PLAINLY, ...words], { patienceMs: Math.ceil(leftMs) });
    leftMs -= performance.now() - begun;
    return text;
  };
  const blame = (path: string) => {
    const known = blamed.get(path);
    if (known !== undefined) return known;
    incoming ??= readIncomingCommits(port, folder);
    const read = ['HEAD', ...incoming].map((from) =>
      linesIn(ask(['blame', '--porcelain', from, '--', path])),
    );
    const joined = read.every((one) => one === null) ? null : joinLines(read);
    blamed.set(path, joined);
    return joined;
  };
  const authors = new Map<string, Author | null>();
  const authorOf = (hash: string): Author | null => {
    const known = authors.get(hash);
    if (known !== undefined) return known;
    const phrase = ask(['log', '--no-show-signature', '--no-walk', '--format=%h%x00%ae%x00%an', hash]);
    const [commit = '', email = '', name = ''] = (phrase ?? '').trim().split('\0');
    own ??= (ask(['config', '--get', 'user.email']) ?? '').trim().toLowerCase();
    const author = commit === '' ? null : { name, email, commit, isUser: email.toLowerCase() === own };
    authors.set(hash, author);
    return author;
  };
  return ({ line, stood, gone }) => {
    isRepository ??= isInRepository(port, folder);
    const paths = stood.filter((path) => !path.startsWith('~/'));
    if (!isRepository) return null;
    for (const path of paths) {
      const hashes = blame(path)?.get(trimBreak(line)) ?? [];
      const found = hashes.flatMap((hash) => authorOf(hash) ?? []);
      if (found.length > 0) return found.find(({ isUser }) => !isUser) ?? (found[0] as Author);
      const first = gone ? ask([...INTRODUCED, `-S${line}`, 'HEAD', '--', path]) : null;
      const hash = first?.trim().split('\n').at(-1);
      if (hash) return authorOf(hash);
    }
    return null;
  };
}

/** Joins the last commits of lines from several heads. */
function joinLines(
  heads: readonly (ReadonlyMap<string, readonly string[]> | null)[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const head of heads)
    for (const [line, hashes] of head ?? [])
      found.set(line, [...new Set([...(found.get(line) ?? []), ...hashes])]);
  return found;
}

/** Parses the porcelain of git blame into the last commits of each line; null if git failed. */
function linesIn(blame: string | null): ReadonlyMap<string, readonly string[]> | null {
  if (blame === null) return null;
  const found = new Map<string, string[]>();
  let hash = '';
  for (const row of blame.split('\n')) {
    if (row.startsWith('\t')) {
      const line = trimBreak(row.slice(1));
      const known = found.get(line);
      if (!known) found.set(line, [hash]);
      else if (!known.includes(hash)) known.push(hash);
    } else hash = /^([0-9a-f]{40,64}) \d+ \d+/.exec(row)?.[1] ?? hash;
  }
  return found;
}

const trimBreak = (line: string): string => line.replace(/\r$/, '');

/** The time limit of git for all lines of a request. */
const PATIENCE_MS = 3000;
/** Lists the commits that changed how often a line occurs in a note; the last of them added it first. */
const INTRODUCED = ['log', '--no-show-signature', '--format=%H', '--no-textconv', '--no-ext-diff'];
const PLAINLY = ['--no-replace-objects', '--literal-pathspecs', '-c', 'blame.ignoreRevsFile='];
