import { applyEdits, type TextEdit } from '../../markdown/text-edit.js';
import type { Change } from '../changes/change.js';
import type { Note } from '../note.js';
import type { Notebook } from '../notebook.js';
import { aliasesOf } from './aliases.js';
import { asDestination, noteAt } from './destination.js';
import { allNotes, createNotebookResolver, type ResolvedLink, resolvedLinks } from './link-graph.js';
import { createResolver, pathFrom, type Resolver, relativeLinkPath, resolveTarget } from './resolve-link.js';

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
export const planRename = (note: Note, to: string, notebook: Notebook): Renaming =>
  planMoves(new Map([[note.path, to]]), notebook, allNotes(notebook), `${note.path} is called ${to} now`);

/**
 * The same for several notes at once, by their paths. `among` are the notes that may hold a link to one of them, and they
 * themselves: where all keep their names, no other link can come to lead elsewhere.
 */
export function planMoves(
  moves: ReadonlyMap<string, string>,
  notebook: Notebook,
  among: readonly Note[],
  why: string,
): Renaming {
  const place = (path: string) => moves.get(path) ?? path;
  const before = createNotebookResolver(notebook, among);
  const after = resolverAfter(place, notebook, among);
  const edits = new Map<string, readonly TextEdit[]>();
  for (const note of among) {
    const splices = resolvedLinks(note, notebook, before)
      .flatMap((edge) => corrected(note, edge, place, after))
      .sort((a, b) => a.at - b.at); // a link may stand in the words of another
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

const edit = ({ path, hash }: Note, splices: readonly TextEdit[], why: string): Change => ({
  kind: 'edit',
  path,
  base: hash,
  splices,
  why,
});

/** An operation touches a path once: a note that has to change as it moves is made anew. */
function moved({ path, hash, text, bom }: Note, to: string, own: readonly TextEdit[], why: string): Change[] {
  if (own.length === 0) return [{ kind: 'move', path, to, base: hash, why }];
  return [
    { kind: 'create', path: to, text: (bom ? '\uFEFF' : '') + applyEdits(text, own), why },
    { kind: 'remove', path, base: hash, why },
  ];
}

/** Where a note lies after the renaming. */
type Place = (path: string) => string;

function resolverAfter(place: Place, notebook: Notebook, notes: readonly Note[]): Resolver {
  const aliases = notes.flatMap(({ path, text }) =>
    aliasesOf(text).map((alias) => [alias, place(path)] as const),
  );
  return createResolver([...new Set(notebook.list().map(place))].sort(), new Map(aliases), notebook.content);
}

/** The splice that keeps a link true, or none where it is true as it stands. */
function corrected({ text }: Note, edge: ResolvedLink, place: Place, after: Resolver): TextEdit[] {
  const { form, note, name, path, to } = edge;
  if (note === '' || to === null) return [];
  const [target, from] = [place(to), place(path)];
  const wasPath = form === 'markdown' && isPath(note, path, to);
  const leads = (named: string) =>
    resolveTarget({ form, note: named }, from, after) === target && (!wasPath || isPath(named, from, target));
  if (leads(note)) return [];
  const old = text.slice(name.start, name.end);
  const fresh =
    form === 'wiki'
      ? nameFor(target, note, leads)
      : pathFor(target, from, leads, { note, old, angled: text[name.start - 1] === '<' });
  return fresh === null ? [] : [shortest(name.start, old, fresh)];
}

/** True where a path leads from one note to another by its very letters, as the web reads it. */
const isPath = (path: string, from: string, to: string): boolean =>
  pathFrom(from.slice(0, from.lastIndexOf('/') + 1), path)?.replace(/\.md$/i, '') ===
  to.replace(/\.md$/i, '');

const stemOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');

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

/** A path of Markdown as it stands in the text. */
interface Written {
  /** As it is read. */
  readonly note: string;
  readonly old: string;
  /** It stands in angle brackets. */
  readonly angled: boolean;
}

/** The path with another name behind its folders, where that leads there; else the path from the linking note. */
function pathFor(
  target: string,
  from: string,
  leads: (name: string) => boolean,
  { note, old, angled }: Written,
): string | null {
  const [ending = ''] = /\.md$/i.exec(note) ?? [];
  const said = (path: string) => asDestination(path, { raw: old, angled });
  const beside = old.slice(0, old.lastIndexOf('/') + 1) + said(stemOf(target) + ending);
  const whole = said(relativeLinkPath(target, from).replace(/\.md$/, ending));
  const reads = (raw: string) => noteAt(raw, { start: 0, end: raw.length })?.note;
  return [beside, whole].find((raw) => leads(reads(raw) ?? '')) ?? null;
}

/** A splice of what differs only: folders and the ending that stay are not touched. */
function shortest(at: number, old: string, fresh: string): TextEdit {
  let start = 0;
  while (start < old.length && old[start] === fresh[start] && old.lastIndexOf('/') >= start) start++;
  return { at: at + start, old: old.slice(start), new: fresh.slice(start) };
}
