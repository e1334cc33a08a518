import type { Outline } from '../markdown/outline.js';
import { applyEdits } from '../markdown/text-edit.js';
import type { Change } from './changes/change.js';
import type { Note } from './note.js';
import type { Unknown } from './unknown-note.js';

/** What a wiki reads through. An implementation remembers what was asked for, absences and listings included. */
export interface NoteSource {
  /**
   * The note at a path relative to the root, or null where there is none (or none that can be read as UTF-8). Where the
   * path is a link to another file (CLAUDE.md → AGENTS.md) the note has that file's path.
   */
  note(path: string): Note | null;
  /** Paths of all notes below the content folder, sorted by code unit. */
  list(): readonly string[];
  /** Why the note at a path cannot be read; null for one that can, and where there is none. Whoever asks takes care of it. */
  readonly unknown?: (path: string) => Unknown | null;
  /** Everything below the content folder that cannot be read as a note. */
  readonly allUnknown?: () => readonly Unknown[];
  /** The hash of the bytes of a note that cannot be read, for moving it whole; null where they cannot be had. */
  readonly hashOfUnknown?: (path: string) => string | null;
}

/** The notes as of one moment, and how they would be after changes. Immutable to whoever holds it. */
export interface Notebook extends Required<NoteSource> {
  /** The content folder relative to the root, e.g. `content`. */
  readonly content: string;
  /** The root of a note, block by block. */
  outline(note: Note): Outline;
  /** The wiki as it would stand when these changes are made; the original stays as it is. */
  after(changes: readonly Change[]): Notebook;
}

/** A wiki over a reader. `look` gives the outline of a text, and remembers those that are asked for again. */
export const createNotebook = (
  reader: NoteSource,
  look: (text: string) => Outline,
  content: string,
): Notebook => laidOver(reader, UNCHANGED, ({ text }) => look(text), content);

/** Notes by path as changes leave them; null for one that is gone. */
type Laid = ReadonlyMap<string, Note | null>;

const UNCHANGED: Laid = new Map();

/** A wiki in which these notes lie over those of the disk. However many changes came to this, each note lies there once. */
function laidOver(reader: NoteSource, laid: Laid, outline: Notebook['outline'], content: string): Notebook {
  return {
    content,
    outline,
    note: (path) => noteIn(laid, reader, path),
    list: () => (laid.size === 0 ? reader.list() : listed(reader.list(), laid, content)),
    unknown: (path) => (laid.has(path) ? null : (reader.unknown?.(path) ?? null)),
    allUnknown: () => reader.allUnknown?.() ?? [],
    hashOfUnknown: (path) => reader.hashOfUnknown?.(path) ?? null,
    after: (changes) =>
      changes.length === 0
        ? laidOver(reader, laid, outline, content)
        : laidOver(reader, changedBy(changes, laid, reader), outline, content),
  };
}

function noteIn(laid: Laid, reader: NoteSource, path: string): Note | null {
  const own = laid.get(path);
  if (own !== undefined) return own;
  const note = reader.note(path);
  return note && note.path !== path ? (laid.get(note.path) ?? note) : note; // a link leads to it
}

/** The notes with changes made to them in their order. Throws where an edit does not fit its note. */
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
    notes.set(path, null); // it moves whole
  else if (!before) throw new RangeError(`there is no note ${path} to ${change.kind}`);
  else if (change.kind === 'edit')
    notes.set(path, fresh(path, applyEdits(before.text, change.splices), before.bom));
  else {
    notes.set(path, null);
    notes.set(change.to, { ...before, path: change.to });
  }
}

/** A note that is on no disk yet has a mark for a hash, and no SHA-256. */
const fresh = (path: string, text: string, bom: boolean): Note => ({ path, text, bom, hash: 'unwritten' });

function listed(
  paths: readonly string[],
  notes: ReadonlyMap<string, Note | null>,
  content: string,
): readonly string[] {
  const kept = paths.filter((path) => notes.get(path) !== null);
  const known = new Set(kept);
  const added = [...notes].flatMap(([path, note]) =>
    note && !known.has(path) && isListed(path, content) ? [path] : [],
  );
  return added.length === 0 ? kept : [...kept, ...added].sort();
}

const isListed = (path: string, content: string): boolean =>
  path.startsWith(`${content}/`) && path.endsWith('.md');
