import { applyEdits, type TextEdit } from '../../markdown/text-edit.js';
import { type Change, createEdit } from '../changes/change.js';
import type { Note } from '../note.js';
import type { Notebook } from '../notebook.js';
import { asDestination, toNoteLink } from './link.js';
import { createNotebookResolver, type ResolvedLink, readAllNotes, resolveLinks } from './link-graph.js';
import { parseAliases } from './note-name.js';
import {
  createResolver,
  formatRelativePath,
  type Resolver,
  resolvePath,
  resolveTarget,
} from './resolve-link.js';

/**
 * Plans to move a note and keep every link correct (FEATURES F1): links to it are updated, and no other link gets a new
 * target because of the new name. Only names in links change; broken links stay as they are.
 */
export const planRename = (note: Note, to: string, notebook: Notebook) =>
  planMoves(new Map([[note.path, to]]), notebook, readAllNotes(notebook), `${note.path} is called ${to} now`);

/**
 * Plans to move several notes at once. `among` are the notes that may link to one of them, and the notes themselves. If
 * all keep their names, no other link can be affected.
 */
export function planMoves(
  moves: ReadonlyMap<string, string>,
  notebook: Notebook,
  among: readonly Note[],
  why: string,
) {
  const place = (path: string) => moves.get(path) ?? path;
  const before = createNotebookResolver(notebook, among);
  const after = resolverAfter(place, notebook, among);
  const edits = new Map<string, readonly TextEdit[]>();
  for (const note of among) {
    const splices = resolveLinks(note, notebook, before)
      .flatMap((edge) => corrected(note, edge, place, after))
      .sort((a, b) => a.at - b.at); // a link may be inside the text of another
    if (splices.length > 0) edits.set(note.path, splices);
  }
  const stay = among.flatMap((note) => {
    const own = moves.has(note.path) ? undefined : edits.get(note.path);
    return createEdit(note, own ?? [], why);
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

/** Moves a note. An operation touches a path once, so a note that is also edited is removed and created again. */
function moved({ path, hash, text, bom }: Note, to: string, own: readonly TextEdit[], why: string): Change[] {
  if (own.length === 0) return [{ kind: 'move', path, to, base: hash, why }];
  return [
    { kind: 'create', path: to, text: (bom ? '\uFEFF' : '') + applyEdits(text, own), why },
    { kind: 'remove', path, base: hash, why },
  ];
}

/**
 * Returns a function that gives the new name for a wikilink in a file that is no note; null for a link that needs none.
 * Expects the paths of the note before and after.
 */
export function createLinkUpdate(
  from: string,
  to: string,
  notebook: Notebook,
): (written: string, file: string) => string | null {
  const notes = readAllNotes(notebook);
  const before = createNotebookResolver(notebook, notes);
  const after = resolverAfter((path) => (path === from ? to : path), notebook, notes);
  return (written, file) => {
    if (before.resolve(written, file) !== from || after.resolve(written, file) === to) return null;
    return nameFor(to, written, (name) => after.resolve(name, file) === to);
  };
}

/** Maps a note's path to its path after the rename. */
type Place = (path: string) => string;

function resolverAfter(place: Place, notebook: Notebook, notes: readonly Note[]): Resolver {
  const aliases = notes.flatMap(({ path, text }) =>
    parseAliases(text).map((alias) => [alias, place(path)] as const),
  );
  return createResolver([...new Set(notebook.list().map(place))].sort(), new Map(aliases), notebook.notes);
}

/** Returns the edit that keeps a link correct, or none if it still is. */
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

/** Returns true if a path resolves from one note to another literally, as on the web. */
const isPath = (path: string, from: string, to: string): boolean =>
  resolvePath(from.slice(0, from.lastIndexOf('/') + 1), path)?.replace(/\.md$/i, '') ===
  to.replace(/\.md$/i, '');

const stemOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');

/**
 * Returns the shortest name for a path that resolves to it, with at least as many folders as before, and `.md` if it
 * was there.
 */
function nameFor(path: string, written: string, leads: (name: string) => boolean): string | null {
  const parts = path.replace(/\.md$/, '').split('/');
  const ending = /\.md$/i.test(written) ? '.md' : '';
  for (let count = Math.min(written.split('/').length, parts.length); count <= parts.length; count++) {
    const name = parts.slice(-count).join('/') + ending;
    if (leads(name)) return name;
  }
  return null;
}

/** A Markdown path as written in the text. */
interface Written {
  /** The decoded path. */
  readonly note: string;
  readonly old: string;
  /** True if it is in angle brackets. */
  readonly angled: boolean;
}

/**
 * Replaces the last segment of a path if the result resolves to the target; else returns the path from the linking
 * note.
 */
function pathFor(
  target: string,
  from: string,
  leads: (name: string) => boolean,
  { note, old, angled }: Written,
): string | null {
  const [ending = ''] = /\.md$/i.exec(note) ?? [];
  const said = (path: string) => asDestination(path, { raw: old, angled });
  const beside = old.slice(0, old.lastIndexOf('/') + 1) + said(stemOf(target) + ending);
  const whole = said(formatRelativePath(target, from).replace(/\.md$/, ending));
  const reads = (raw: string) => toNoteLink(raw, { start: 0, end: raw.length })?.note;
  return [beside, whole].find((raw) => leads(reads(raw) ?? '')) ?? null;
}

/** Returns an edit of only the part that differs, so that unchanged folders and extensions are not touched. */
function shortest(at: number, old: string, fresh: string): TextEdit {
  let start = 0;
  while (start < old.length && old[start] === fresh[start] && old.lastIndexOf('/') >= start) start++;
  return { at: at + start, old: old.slice(start), new: fresh.slice(start) };
}
