import { type Splice, splice } from '../../markdown/splice.js';
import type { Change } from '../change.js';
import type { Note } from '../note.js';
import type { Wiki } from '../wiki.js';
import { aliasesOf } from './aliases.js';
import { allNotes, type Edge, edgesOf, resolverOf } from './graph.js';
import { createResolver, type Resolver } from './links.js';

/** What it takes to give notes other paths, and how many links follow them. */
export interface Renaming {
  readonly changes: readonly Change[];
  readonly links: number;
  /** Notes whose links are rewritten. */
  readonly notes: number;
}

/**
 * Plans to move a note and to keep every link true (FEATURES F1): links that led to it lead to it still, and no other
 * link comes to lead elsewhere because of the new name. Only the names in links change; dead links stay as they are.
 */
export const rename = (note: Note, to: string, wiki: Wiki): Renaming =>
  relocate(new Map([[note.path, to]]), wiki, allNotes(wiki), `${note.path} is called ${to} now`);

/**
 * The same for several notes at once, by their paths. `among` are the notes that may hold a link to one of them, and they
 * themselves: where all keep their names, no other link can come to lead elsewhere.
 */
export function relocate(
  moves: ReadonlyMap<string, string>,
  wiki: Wiki,
  among: readonly Note[],
  why: string,
): Renaming {
  const place = (path: string) => moves.get(path) ?? path;
  const before = resolverOf(wiki, among);
  const after = resolverAfter(place, wiki, among);
  const edits = new Map<string, readonly Splice[]>();
  for (const note of among) {
    const splices = edgesOf(note, wiki, before).flatMap((edge) => corrected(note, edge, place, after));
    if (splices.length > 0) edits.set(note.path, splices);
  }
  const stay = among.flatMap((note) => {
    const own = moves.has(note.path) ? undefined : edits.get(note.path);
    return own ? [edit(note, own, why)] : [];
  });
  const go = among.flatMap((note) => {
    const to = moves.get(note.path);
    return to === undefined ? [] : moved(note, to, edits.get(note.path) ?? [], why);
  });
  return {
    changes: [...stay, ...go],
    links: [...edits.values()].reduce((sum, splices) => sum + splices.length, 0),
    notes: edits.size,
  };
}

const edit = ({ path, hash }: Note, splices: readonly Splice[], why: string): Change => ({
  do: 'edit',
  path,
  base: hash,
  splices,
  why,
});

/** An operation touches a path once: a note that has to change as it moves is made anew. */
function moved({ path, hash, text, bom }: Note, to: string, own: readonly Splice[], why: string): Change[] {
  if (own.length === 0) return [{ do: 'move', path, to, base: hash, why }];
  return [
    { do: 'create', path: to, text: (bom ? '\uFEFF' : '') + splice(text, own), why },
    { do: 'remove', path, base: hash, why },
  ];
}

type Places = (path: string) => string;

function resolverAfter(place: Places, wiki: Wiki, notes: readonly Note[]): Resolver {
  const aliases = notes.flatMap(({ path, text }) =>
    aliasesOf(text).map((alias) => [alias, place(path)] as const),
  );
  return createResolver([...new Set(wiki.list().map(place))].sort(), new Map(aliases));
}

/** The splice that keeps a link true, or none where it is true as it stands. */
function corrected(
  { text }: Note,
  { note: named, path, to, start }: Edge,
  place: Places,
  after: Resolver,
): Splice[] {
  if (named === '' || to === null) return [];
  const target = place(to);
  const from = place(path);
  if (after.resolve(named, from) === target) return [];
  const fresh = nameFor(target, named, (name) => after.resolve(name, from) === target);
  return fresh === null ? [] : [{ at: text.indexOf(named, start), old: named, new: fresh }];
}

/** The shortest way to name a path that leads there, with as many folders at least, and `.md`, as the link had. */
function nameFor(path: string, written: string, leads: (name: string) => boolean): string | null {
  const parts = path.replace(/\.md$/, '').split('/');
  const ending = /\.md$/i.test(written) ? '.md' : '';
  for (let count = Math.min(written.split('/').length, parts.length); count <= parts.length; count++) {
    const name = parts.slice(-count).join('/') + ending;
    if (leads(name)) return name;
  }
  return null;
}
