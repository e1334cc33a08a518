import { appendBlock, appendToSection } from '../../markdown/section-edits.js';
import type { TextEdit } from '../../markdown/text-edit.js';
import { type Change, createEdit } from '../../notes/changes/change.js';
import { cutEntries } from '../../notes/edit/edit-entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { PAST_TYPES } from '../../notes/entry-types.js';
import { archivePath, getKind } from '../../notes/kinds/index.js';
import type { NoteLayout } from '../../notes/kinds/kind.js';
import { getNoteKind } from '../../notes/kinds/note-kind.js';
import { yearArchivePath, yearArchiveTitle } from '../../notes/kinds/note-paths.js';
import { asDestination } from '../../notes/links/link.js';
import { createNotebookResolver, resolveLinks } from '../../notes/links/link-graph.js';
import { linkName, listNoteNames, parseAliases } from '../../notes/links/note-name.js';
import { planMoves } from '../../notes/links/rename-note.js';
import { formatRelativePath } from '../../notes/links/resolve-link.js';
import type { Note } from '../../notes/note.js';
import { collectChanges, type Notebook } from '../../notes/notebook.js';
import type { Unknown } from '../../notes/unknown-note.js';
import { isOverRemovalLimit } from '../cron/removal-limit.js';

/** The size from which a note is too large (KB), and the day before which settled entries may be moved. */
export interface SizeLimit {
  readonly kb: number;
  readonly before: string;
}

/** The entries to move, and whether they are so many that a person must agree first. */
export interface TrimPlan {
  readonly note: Note;
  readonly going: readonly LocatedEntry[];
  /** Number of entries in the note. */
  readonly all: number;
  readonly asks: boolean;
}

/**
 * Finds the entries to move out of a note that is too large: the oldest that are done, dropped, resolved, superseded or
 * past, until the note is within its limit (guide/store.md › What is read). Entries tagged #key stay. Null if there is
 * nothing to move.
 */
export function planTrim(
  note: Note,
  entries: readonly LocatedEntry[],
  { kb, before }: SizeLimit,
): TrimPlan | null {
  let over = bytesOf(note.text) - kb * 1024;
  const going: LocatedEntry[] = [];
  for (const entry of entries.filter((one) => isSettled(one, before)).toSorted(oldestFirst)) {
    if (over <= 0) break;
    going.push(entry);
    over -= bytesOf(note.text.slice(entry.start, entry.end));
  }
  if (going.length === 0) return null;
  return { note, going, all: entries.length, asks: isOverRemovalLimit(going.length, entries.length) };
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

const SETTLED: ReadonlySet<string | null> = new Set(['done', 'dropped', 'resolved']);

const isSettled = ({ superseded, status, type, at, key }: LocatedEntry, before: string): boolean =>
  !key &&
  (superseded !== null || SETTLED.has(status) || PAST_TYPES.includes(type)) &&
  (at ?? '').slice(0, 10) < before;

const oldestFirst = (a: LocatedEntry, b: LocatedEntry): number =>
  (a.at ?? '') === (b.at ?? '') ? a.line - b.line : (a.at ?? '') < (b.at ?? '') ? -1 : 1;

/** Plans to move entries verbatim into the archive note of their year, and to update links to them. */
export function archiveEntries(
  { note, going }: TrimPlan,
  notebook: Notebook,
  linking: FindLinkingNotes,
  today: string,
): readonly Change[] {
  const placeOf = ({ at }: LocatedEntry) => yearArchivePath(note.path, (at ?? today).slice(0, 4), notebook);
  const inOrder = going.toSorted((a, b) => a.line - b.line);
  const splices = cutEntries(note.text, notebook.outline(note), going);
  const changes: readonly Change[] = [
    ...[...new Set(inOrder.map(placeOf))].flatMap((path) =>
      added(
        inOrder.filter((one) => placeOf(one) === path),
        note,
        path,
        notebook,
      ),
    ),
    ...createEdit(note, splices, WHY),
  ];
  const homes = new Map(going.filter(({ hasId }) => hasId).map((one) => [one.id, placeOf(one)]));
  return [...changes, ...followed(note.path, homes, notebook.after(changes), linking)];
}

const WHY = 'the note is too large: settled entries move to the archive';

/** Appends the entries to an archive note: items below their heading, records one by one. */
function added(
  entries: readonly LocatedEntry[],
  from: Note,
  path: string,
  notebook: Notebook,
): readonly Change[] {
  const born: readonly Change[] = notebook.note(path)
    ? []
    : [{ kind: 'create', path, text: yearArchiveTitle(path), why: WHY }];
  const parts = parted(entries, getNoteKind(from.path, notebook.content).shape);
  const moved = collectChanges(parts, notebook.after(born), (part, now) => {
    const note = now.note(path);
    if (!note) return [];
    const outline = now.outline(note);
    const texts = part.map(({ start, end }) => from.text.slice(start, end).trimEnd());
    const section = part[0]?.section;
    const splices = section
      ? appendToSection(note.text, outline, section, [], () => texts.map(asItem).join(outline.eol))
      : appendBlock(note.text, outline, texts);
    return createEdit(note, splices, WHY);
  });
  return [...born, ...moved];
}

/** A plain line becomes an item, so that it does not continue the item before it. */
const asItem = (text: string): string => (/^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(text) ? text : `- ${text}`);

/** Groups items below one heading; a record is a group of its own. */
function parted(entries: readonly LocatedEntry[], shape: NoteLayout): readonly (readonly LocatedEntry[])[] {
  if (shape === 'blocks') return entries.map((entry) => [{ ...entry, section: null }]);
  const sections = [...new Set(entries.map(({ section }) => section))];
  return sections.map((section) => entries.filter((entry) => entry.section === section));
}

/** Updates links to entries that moved. */
function followed(
  path: string,
  homes: ReadonlyMap<string, string>,
  notebook: Notebook,
  linking: FindLinkingNotes,
): readonly Change[] {
  if (homes.size === 0) return [];
  const resolver = createNotebookResolver(notebook, []);
  const among = [...new Set([...linking(listNoteNames(path)), path])].flatMap(
    (one) => notebook.note(one) ?? [],
  );
  return among.flatMap((note): readonly Change[] => {
    const splices = resolveLinks(note, notebook, resolver).flatMap((edge): TextEdit[] => {
      const home = edge.to === path && edge.block !== null ? homes.get(edge.block) : undefined;
      if (home === undefined) return [];
      const { start: at, end } = edge.name;
      const old = note.text.slice(at, end);
      const name = home.slice(home.lastIndexOf('/') + 1, -'.md'.length);
      const angled = note.text[at - 1] === '<';
      const there = asDestination(formatRelativePath(home, note.path), { raw: old, angled });
      return [{ at, old, new: edge.form === 'wiki' ? name : there }];
    });
    return createEdit(note, splices, 'a line that it links to has moved');
  });
}

/** Returns the paths of notes that may link to a note of one of these names. */
export type FindLinkingNotes = (names: readonly string[]) => readonly string[];

/**
 * Plans to move notes whole into the archive, below the same path (FEATURES C3). Links are updated; a day that exists
 * there gets the new text appended.
 */
export function archiveNotes(
  paths: readonly string[],
  notebook: Notebook,
  linking: FindLinkingNotes,
  why: string,
): readonly Change[] {
  const [unknown, known] = [paths.filter(notebook.unknown), paths.filter((path) => !notebook.unknown(path))];
  const whole = unknown.flatMap((path) => moveWhole(path, notebook, why));
  const notes = known.flatMap((path) => notebook.note(path) ?? []);
  if (notes.length === 0) return whole;
  const names = notes.flatMap(({ path, text }) => [
    ...listNoteNames(path),
    ...parseAliases(text).map(linkName),
  ]);
  const among = [...new Set([...linking(names), ...known])]
    .sort()
    .flatMap((path) => notebook.note(path) ?? []);
  const moves = new Map(notes.map(({ path }) => [path, placeFor(path, notebook)]));
  const { changes } = planMoves(moves, notebook, among, why);
  return [...whole, ...collectChanges(changes, notebook, onto)];
}

/** Returns true for a note that is only too large: it can be moved without being parsed. */
export const isMovable = ({ cause, path }: Unknown, notebook: Notebook): boolean =>
  cause === 'size' && notebook.hashOfUnknown(path) !== null && isFree(placeFor(path, notebook), notebook);

const isFree = (path: string, notebook: Notebook): boolean =>
  notebook.note(path) === null && notebook.unknown(path) === null;

function moveWhole(path: string, notebook: Notebook, why: string): readonly Change[] {
  const base = notebook.hashOfUnknown(path);
  return base === null ? [] : [{ kind: 'move', path, to: placeFor(path, notebook), base, why }];
}

/** Returns the path in the archive. Only days may share an existing path. */
function placeFor(path: string, notebook: Notebook): string {
  const below = path.slice(notebook.content.length + 1).replace(/\.md$/, '');
  const place = (name: string) => `${notebook.content}/${archivePath(name)}`;
  const isDay = getNoteKind(path, notebook.content).name === getKind('day').name;
  if (isDay || isFree(place(below), notebook)) return place(below);
  for (let turn = 2; ; turn++)
    if (isFree(place(`${below}-${turn}`), notebook)) return place(`${below}-${turn}`);
}

/** Turns a change that would overwrite a note into appended text. */
function onto(change: Change, notebook: Notebook): readonly Change[] {
  if (change.kind === 'create') {
    const note = notebook.note(change.path);
    return note ? createAddition(note, change.text, notebook, change.why) : [change];
  }
  if (change.kind !== 'move') return [change];
  const [target, note] = [notebook.note(change.to), notebook.note(change.path)];
  if (!target || !note) return [change];
  const { path, base, why } = change;
  return [...createAddition(target, note.text, notebook, why), { kind: 'remove', path, base, why }];
}

/** Appends a text to a note; an equal title is not repeated. */
function createAddition(note: Note, text: string, notebook: Notebook, why: string): readonly Change[] {
  const title = /^\uFEFF?# [^\r\n]*/;
  const [own, other] = [note.text, text].map((one) => title.exec(one)?.[0].replace('\uFEFF', ''));
  const rest = own === other ? text.replace(title, '') : text;
  const lines = rest.replace(/^(?:[ \t]*(?:\r\n|\n|\r))+/, '').trimEnd();
  return lines === ''
    ? []
    : createEdit(note, appendBlock(note.text, notebook.outline(note), lines.split(/\r\n|\n|\r/)), why);
}
