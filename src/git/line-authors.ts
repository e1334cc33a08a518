import type { HandLine } from '../notes/changes/trace-lines.js';
import type { Author } from '../notes/origin.js';
import type { FileSystem } from '../platform/file-system.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import { gitSays, isInRepository } from './git.js';

/** Finds the author of a line; null where it is not committed, where there is no repository, or git does not answer in time. */
export type FindAuthor = (line: HandLine) => Author | null;

/**
 * Asks git who committed lines, at most once a note. It is asked about what is committed, not about the file on the disk,
 * and the repository's mail map, ignored revisions and replaced objects are left out: they could rename an author.
 */
export function createFindAuthor(port: FileSystem, root: WorkspaceRoot): FindAuthor {
  const folder = root.root;
  const blamed = new Map<string, ReadonlyMap<string, readonly string[]> | null>();
  let own: string | undefined;
  let isRepository: boolean | undefined;
  let leftMs = PATIENCE_MS;
  const ask = (words: readonly string[]): string | null => {
    if (leftMs <= 0) return null;
    const begun = performance.now();
    const said = gitSays(folder, [...PLAINLY, ...words], { patienceMs: Math.ceil(leftMs) });
    leftMs -= performance.now() - begun;
    return said;
  };
  const blame = (path: string) => {
    const known = blamed.get(path);
    if (known !== undefined) return known;
    const read = linesIn(ask(['blame', '--porcelain', 'HEAD', '--', path]));
    blamed.set(path, read);
    return read;
  };
  const authors = new Map<string, Author | null>();
  const authorOf = (hash: string): Author | null => {
    const known = authors.get(hash);
    if (known !== undefined) return known;
    const said = ask(['log', '--no-show-signature', '--no-walk', '--format=%h%x00%ae%x00%an', hash]);
    const [commit = '', email = '', name = ''] = (said ?? '').trim().split('\0');
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

/** The commits that last changed each line of a note, by the line, as git's porcelain tells them; null where it does not. */
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

/** Git may take so long for all lines that are asked about. */
const PATIENCE_MS = 3000;
/** The commits that changed how often a line stands in a note; the last of them first put it there. */
const INTRODUCED = ['log', '--no-show-signature', '--format=%H', '--no-textconv', '--no-ext-diff'];
const PLAINLY = ['--no-replace-objects', '--literal-pathspecs', '-c', 'blame.ignoreRevsFile='];
