import type { Link } from './link.js';

/** Finds the note that a link leads to. */
export interface Resolver {
  /** Returns the path for the name in a wikilink, or null if there is none, or several that match equally. */
  resolve(note: string, from: string): string | null;
  /** Returns the path for a Markdown link path, or null. */
  follow(path: string, from: string): string | null;
}

/** Returns the note that a link leads to, by the rules of its form. */
export const resolveTarget = (
  { form, note }: Pick<Link, 'form' | 'note'>,
  from: string,
  resolver: Resolver,
): string | null => (form === 'wiki' ? resolver.resolve(note, from) : resolver.follow(note, from));

/**
 * Creates a resolver for links among notes. A wikilink names its note by path, with or without `.md`; by name, nearest
 * to the linking note first; by alias; `[[index]]` is the front page, `_index.md`. A Markdown path is tried from the
 * linking note's folder, then from the folder of all notes (as Obsidian writes it), then as a name.
 */
export function createResolver(
  paths: readonly string[],
  aliases: ReadonlyMap<string, string> = new Map(),
  top = '',
): Resolver {
  const { byPath, byName } = namesIn(paths);
  const byAlias = new Map([...aliases].map(([alias, path]) => [alias.normalize('NFC').toLowerCase(), path]));
  const nearestNamed = (wanted: string, from: string) =>
    nearest(
      (byName.get(wanted.slice(wanted.lastIndexOf('/') + 1)) ?? []).filter((path) =>
        endsWithPath(path, wanted),
      ),
      from,
    );
  return {
    resolve(note, from) {
      if (note === '') return from;
      const wanted = bare(note);
      const exact = byPath.get(wanted) ?? byPath.get(bare(folderOf(from)) + wanted);
      return exact ?? nearestNamed(wanted, from) ?? byAlias.get(wanted) ?? null;
    },
    follow(path, from) {
      if (path === '') return from;
      const [here, there] = [resolvePath(folderOf(from), path), resolvePath(`${top}/`, path)];
      const exact = [path.startsWith('/') ? null : here, there].flatMap((one) =>
        one === null ? [] : (byPath.get(bare(one)) ?? []),
      )[0];
      if (exact !== undefined) return exact;
      return /^\.{0,2}\//.test(path) ? null : nearestNamed(bare(path), from);
    },
  };
}

/** Paths, indexed by the ways a link may write them. */
interface Names {
  /** Without `.md`, in lower case. */
  readonly byPath: ReadonlyMap<string, string>;
  /** All paths by name, which is the last part of a path. */
  readonly byName: ReadonlyMap<string, readonly string[]>;
}

/** Cache: the same listing is used many times. */
const known = new WeakMap<readonly string[], Names>();

function namesIn(paths: readonly string[]): Names {
  const found = known.get(paths);
  if (found) return found;
  const byPath = new Map<string, string>();
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const plain = bare(path);
    byPath.set(plain, path);
    const name = plain.slice(plain.lastIndexOf('/') + 1);
    for (const key of name === '_index' ? [name, 'index'] : [name]) {
      const same = byName.get(key);
      if (same) same.push(path);
      else byName.set(key, [path]);
    }
  }
  const names = { byPath, byName };
  known.set(paths, names);
  return names;
}

/** Resolves a path in a folder (`content/a/`), including `.` and `..`; null if it leaves the workspace. */
export function resolvePath(folder: string, path: string): string | null {
  const parts: string[] = [];
  for (const part of `${folder}${path}`.split('/')) {
    if (part === '..' && parts.pop() === undefined) return null;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/');
}

/** Returns the relative Markdown path from one note to another: `../wiki/plan.md`. */
export function formatRelativePath(target: string, from: string): string {
  const [to, of] = [target.split('/'), from.split('/').slice(0, -1)];
  let shared = 0;
  while (shared < of.length && to[shared] === of[shared]) shared++;
  return [...of.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

const bare = (path: string): string =>
  path
    .replace(/\.md$/i, '')
    .replace(/^\.?\//, '')
    .normalize('NFC')
    .toLowerCase();

const endsWithPath = (path: string, wanted: string): boolean => {
  const plain = bare(path);
  return !wanted.includes('/') || plain === wanted || plain.endsWith(`/${wanted}`);
};

/** Returns the path that shares most folders with the linking note, then the shortest; null if two are equally near. */
function nearest(paths: readonly string[], from: string): string | null {
  if (paths.length < 2) return paths[0] ?? null;
  const ranked = paths
    .map((path) => ({ path, rank: sharedFolders(path, from) * 1000 - path.split('/').length }))
    .toSorted((a, b) => b.rank - a.rank);
  return ranked[0]?.rank === ranked[1]?.rank ? null : (ranked[0]?.path ?? null);
}

function sharedFolders(one: string, other: string): number {
  const [left, right] = [one.split('/').slice(0, -1), other.split('/').slice(0, -1)];
  let shared = 0;
  while (shared < left.length && left[shared] === right[shared]) shared++;
  return shared;
}
