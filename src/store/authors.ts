import type { Author, HandLine } from '../wiki/origin.js';
import { gitSays, isInRepository } from './git.js';
import type { Port } from './port.js';
import type { Root } from './root.js';

/** Finds the author of a line; null where it is not committed, where there is no repository, or git does not answer in time. */
export type FindAuthor = (line: HandLine) => Author | null;

/**
 * Asks git who committed lines, at most once a note. It is asked about what is committed, not about the file on the disk,
 * and the repository's mail map, ignored revisions and replaced objects are left out: they could rename an author.
 */
export function createFindAuthor(port: Port, root: Root): FindAuthor {
  const folder = root.root;
  const blamed = new Map<string, ReadonlyMap<string, readonly string[]> | null>();
  let own: string | undefined;
  let isRepository: boolean | undefined;
  const blame = (path: string) => {
    const known = blamed.get(path);
    if (known !== undefined) return known;
    const read = blameOf(folder, path);
    blamed.set(path, read);
    return read;
  };
  const authorOf = (hash: string): Author | null => {
    const [commit = '', email = '', name = ''] = (
      ask(folder, ['log', '--no-walk', '--format=%h%x00%ae%x00%an', hash]) ?? ''
    )
      .trim()
      .split('\0');
    if (commit === '') return null;
    own ??= (ask(folder, ['config', '--get', 'user.email']) ?? '').trim().toLowerCase();
    return { name, email, commit, isUser: email.toLowerCase() === own };
  };
  return ({ line, stood, gone }) => {
    isRepository ??= isInRepository(port, folder);
    const paths = stood.filter((path) => !path.startsWith('~/'));
    if (!isRepository) return null;
    for (const path of paths) {
      const hashes = blame(path)?.get(trimBreak(line)) ?? [];
      const authors = hashes.flatMap((hash) => authorOf(hash) ?? []);
      if (authors.length > 0) return authors.find(({ isUser }) => !isUser) ?? (authors[0] as Author);
      const hash = gone ? introduced(folder, path, line) : null;
      if (hash !== null) return authorOf(hash);
    }
    return null;
  };
}

/** The commits that last changed each line of a note, by the line; null where it is not committed. */
function blameOf(folder: string, path: string): ReadonlyMap<string, readonly string[]> | null {
  const said = ask(folder, ['blame', '--porcelain', 'HEAD', '--', path]);
  if (said === null) return null;
  const found = new Map<string, string[]>();
  let hash = '';
  for (const row of said.split('\n')) {
    if (row.startsWith('\t')) {
      const line = trimBreak(row.slice(1));
      const known = found.get(line);
      if (!known) found.set(line, [hash]);
      else if (!known.includes(hash)) known.push(hash);
    } else hash = /^([0-9a-f]{40,64}) \d+ \d+/.exec(row)?.[1] ?? hash;
  }
  return found;
}

/** The commit that first put a line into a note. */
function introduced(folder: string, path: string, line: string): string | null {
  const said = ask(folder, [
    'log',
    '--format=%H',
    '--no-textconv',
    '--no-ext-diff',
    `-S${line}`,
    'HEAD',
    '--',
    path,
  ]);
  return said?.trim().split('\n').at(-1) || null;
}

const trimBreak = (line: string): string => line.replace(/\r$/, '');

const PATIENCE_MS = 3000;
const PLAINLY = ['--no-replace-objects', '--literal-pathspecs', '-c', 'blame.ignoreRevsFile='];

const ask = (folder: string, words: readonly string[]): string | null =>
  gitSays(folder, [...PLAINLY, ...words], { patienceMs: PATIENCE_MS });
