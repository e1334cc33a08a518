import { type Splice, splice } from '../../markdown/splice.js';
import type { Change } from '../change.js';
import type { Note } from '../note.js';
import type { Wiki } from '../wiki.js';
import { aliasesOf } from './aliases.js';
import { allNotes, type Edge, edgesOf, resolverOf } from './graph.js';
import { createResolver, type Resolver } from './links.js';

/** What it takes to give a note another path, and how many links follow it. */
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
export function rename(note: Note, to: string, wiki: Wiki): Renaming {
  const why = `${note.path} is called ${to} now`;
  const notes = allNotes(wiki);
  const before = resolverOf(wiki, notes);
  const after = resolverAfter(note, to, wiki, notes);
  const place = (path: string) => (path === note.path ? to : path);
  const edits = notes.flatMap((one) => {
    const splices = edgesOf(one, wiki, before).flatMap((edge) => corrected(one, edge, place, after));
    return splices.length === 0 ? [] : [{ note: one, splices }];
  });
  const changes = edits
    .filter(({ note: one }) => one !== note)
    .map(({ note: one, splices }) => edit(one, splices, why));
  const own = edits.find(({ note: one }) => one === note)?.splices ?? [];
  return {
    changes: [...changes, ...moved(note, to, own, why)],
    links: edits.reduce((sum, { splices }) => sum + splices.length, 0),
    notes: edits.length,
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

function resolverAfter(note: Note, to: string, wiki: Wiki, notes: readonly Note[]): Resolver {
  const place = (path: string) => (path === note.path ? to : path);
  const aliases = notes.flatMap(({ path, text }) =>
    aliasesOf(text).map((alias) => [alias, place(path)] as const),
  );
  return createResolver(wiki.list().map(place).sort(), new Map(aliases));
}

/** The splice that keeps a link true, or none where it is true as it stands. */
function corrected(
  { text }: Note,
  { note: named, path, to, start }: Edge,
  place: (path: string) => string,
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
