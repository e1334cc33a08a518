import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { Note } from '../../notes/note.js';
import { findLineStarts, type ParseNote, readSingleEntry } from './document.js';
import { hash } from './format.js';
import type { Segment } from './segment.js';

/** A note as it was indexed. Throws `Stale` where it is another by now. */
type ReadIndexedNote = (path: string) => Note;

/** The entry that an index speaks of is not there: the note changed while it was searched. */
export class StaleIndexError extends Error {}

/** What was made of so many notes is kept: a process that lives long meets ever new ones. */
const MOST_NOTES = 64;

/** What is made of a note, once for each text that it has. */
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

/** Reads the entries that an index speaks of from their notes: where it can, without parsing the whole note. */
export function createEntryReader(
  noteOf: ReadIndexedNote,
  read: ParseNote,
): (segment: Segment, entry: number) => LocatedEntry {
  const whole = new PerNote((note) => read(note).entries);
  const starts = new PerNote(({ text }) => findLineStarts(text));
  return (segment, entry) => {
    const { path, firstEntry } = segment.fileOf(entry);
    const note = noteOf(path);
    const id = segment.id(entry);
    const place = whole.has(path) ? null : segment.linesOf(entry);
    const seen = place && readSingleEntry(note, starts.of(note), place, read);
    if (seen && hash(seen.id) === id && seen.type === segment.row(entry).type) return seen;
    const found = whole.of(note)[entry - firstEntry];
    if (!found || hash(found.id) !== id) throw new StaleIndexError(path);
    return found;
  };
}
