import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { Note } from '../../notes/note.js';
import { findLineStarts, type ParseNote, readSingleEntry } from './document.js';
import { hash } from './format.js';
import type { Segment } from './segment.js';

/** Returns a note as it was indexed. Throws `Stale` if it changed since. */
type ReadIndexedNote = (path: string) => Note;

/** The entry of an index is not in its note: the note changed during the search. */
export class StaleIndexError extends Error {}

/** Number of parsed notes in the cache. */
const MOST_NOTES = 64;

/** Caches a value computed from a note, by the text of the note. */
class PerNote<T> {
  readonly #made = new Map<string, { readonly text: string; readonly made: T }>();
  readonly #make: (note: Note) => T;

  constructor(make: (note: Note) => T) {
    this.#make = make;
  }

  has(path: string): boolean {
    return this.#made.has(path);
  }

  of(note: Note): T {
    const known = this.#made.get(note.path);
    if (known?.text === note.text) return known.made;
    const made = this.#make(note);
    if (this.#made.size === MOST_NOTES) this.#made.delete(this.#made.keys().next().value ?? '');
    this.#made.set(note.path, { text: note.text, made });
    return made;
  }
}

/** An entry, and its lines in the note. */
export interface ReadEntry extends LocatedEntry {
  readonly source: string;
}

/** Returns a function that reads an entry of an index from its note, if possible without parsing the whole note. */
export function createEntryReader(
  noteOf: ReadIndexedNote,
  read: ParseNote,
): (segment: Segment, entry: number) => ReadEntry {
  const whole = new PerNote((note) => read(note).entries);
  const starts = new PerNote(({ text }) => findLineStarts(text));
  const withSource = (entry: LocatedEntry, { text }: Note): ReadEntry => ({
    ...entry,
    source: text.slice(entry.start, entry.end),
  });
  return (segment, entry) => {
    const { path, firstEntry } = segment.fileOf(entry);
    const note = noteOf(path);
    const id = segment.id(entry);
    const place = whole.has(path) ? null : segment.linesOf(entry);
    const seen = place && readSingleEntry(note, starts.of(note), place, read);
    if (seen && hash(seen.id) === id && seen.type === segment.row(entry).type) return withSource(seen, note);
    const found = whole.of(note)[entry - firstEntry];
    if (!found || hash(found.id) !== id) throw new StaleIndexError(path);
    return withSource(found, note);
  };
}
