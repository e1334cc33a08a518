import type { Outline } from '../markdown/outline.js';
import { applyEdits } from '../markdown/text-edit.js';
import type { Change } from './changes/change.js';
import type { Note } from './note.js';
import type { Unknown } from './unknown-note.js';

/** Reads notes for a notebook. Implementations cache results, including missing notes and listings. */
export interface NoteSource {
  /**
   * Returns the note at a path relative to the root, or null if there is none, or none readable as UTF-8. If the path
   * is a link to another file (CLAUDE.md → AGENTS.md), the note has the path of that file.
   */
  note(path: string): Note | null;
  /** Paths of all notes below the content folder, sorted by code unit. */
  list(): readonly string[];
  /** Returns why the note at a path cannot be read; null if it can, or does not exist. The caller must handle it. */
  readonly unknown?: (path: string) => Unknown | null;
  /** Returns everything below the content folder that cannot be read as a note. */
  readonly allUnknown?: () => readonly Unknown[];
  /**
   * Returns the hash of the bytes of an unreadable note, for moving it unchanged; null if the bytes are not available.
   */
  readonly hashOfUnknown?: (path: string) => string | null;
}

/** The notes at one moment, and how they would be after changes. Immutable. */
export interface Notebook extends Required<NoteSource> {
  /** The folder of the notes that Daybook makes, relative to the root, e.g. `content`. */
  readonly content: string;
  /** The folder of all notes: the content folder, or one around it; empty for the root. */
  readonly notes: string;
  /** Returns the top-level blocks of a note. */
  outline(note: Note): Outline;
  /** Returns the notebook after these changes; the original is not changed. */
  after(changes: readonly Change[]): Notebook;
}

/** Creates a notebook over a source of notes. `look` parses the outline of a text and caches repeated ones. */
export const createNotebook = (
  reader: NoteSource,
  look: (text: string) => Outline,
  content: string,
  notes = content,
): Notebook => laidOver(reader, UNCHANGED, ({ text }) => look(text), { content, notes });

/** Plans for one item after the other, each for the notes as the plans before it leave them. */
export function collectChanges<T>(
  items: Iterable<T>,
  notebook: Notebook,
  plan: (item: T, now: Notebook) => readonly Change[],
): readonly Change[] {
  const changes: Change[] = [];
  for (const item of items) changes.push(...plan(item, notebook.after(changes)));
  return changes;
}

type Folders = Pick<Notebook, 'content' | 'notes'>;

/** Notes by path after changes; null for a removed one. */
type Laid = ReadonlyMap<string, Note | null>;

const UNCHANGED: Laid = new Map();

/**
 * Creates a notebook in which these notes replace those on disk. Each note appears once, however many changes were
 * made.
 */
function laidOver(reader: NoteSource, laid: Laid, outline: Notebook['outline'], folders: Folders): Notebook {
  return {
    ...folders,
    outline,
    note: (path) => noteIn(laid, reader, path),
    list: () => (laid.size === 0 ? reader.list() : listed(reader.list(), laid, folders.notes)),
    unknown: (path) => (laid.has(path) ? null : (reader.unknown?.(path) ?? null)),
    allUnknown: () => reader.allUnknown?.() ?? [],
    hashOfUnknown: (path) => reader.hashOfUnknown?.(path) ?? null,
    after: (changes) =>
      changes.length === 0
        ? laidOver(reader, laid, outline, folders)
        : laidOver(reader, changedBy(changes, laid, reader), outline, folders),
  };
}

function noteIn(laid: Laid, reader: NoteSource, path: string): Note | null {
  const own = laid.get(path);
  if (own !== undefined) return own;
  const note = reader.note(path);
  return note && note.path !== path ? (laid.get(note.path) ?? note) : note; // the path is a link to it
}

/** Applies changes to the notes in order. Throws Error if an edit does not fit its note. */
function changedBy(changes: readonly Change[], laid: Laid, reader: NoteSource): Laid {
  const notes = new Map(laid);
  for (const change of changes) apply(change, reader, notes);
  return notes;
}

function apply(change: Change, reader: NoteSource, notes: Map<string, Note | null>): void {
  const before = noteIn(notes, reader, change.path);
  const path = before?.path ?? change.path;
  if (change.kind === 'create') notes.set(path, fresh(path, change.text, false));
  else if (change.kind === 'remove') notes.set(path, null);
  else if (!before && change.kind === 'move' && reader.unknown?.(path))
    notes.set(path, null); // an unreadable note is moved unchanged
  else if (!before) throw new RangeError(`there is no note ${path} to ${change.kind}`);
  else if (change.kind === 'edit')
    notes.set(path, fresh(path, applyEdits(before.text, change.splices), before.bom));
  else {
    notes.set(path, null);
    notes.set(change.to, { ...before, path: change.to });
  }
}

/** Creates a note that is not on disk yet. It has a placeholder instead of a SHA-256. */
const fresh = (path: string, text: string, bom: boolean): Note => ({ path, text, bom, hash: 'unwritten' });

function listed(
  paths: readonly string[],
  notes: ReadonlyMap<string, Note | null>,
  folder: string,
): readonly string[] {
  const existing = paths.filter((path) => notes.get(path) !== null);
  const known = new Set(existing);
  const added = [...notes].flatMap(([path, note]) =>
    note && !known.has(path) && isListed(path, folder) ? [path] : [],
  );
  return added.length === 0 ? existing : [...existing, ...added].sort();
}

const isListed = (path: string, folder: string): boolean =>
  path.startsWith(folder && `${folder}/`) && path.endsWith('.md') && !path.startsWith('~/');
