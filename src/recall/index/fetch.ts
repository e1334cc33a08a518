import type { Located } from '../../wiki/entries.js';
import type { Note } from '../../wiki/note.js';
import { hash } from './index-format.js';
import { glimpse, type Read } from './leaf.js';
import type { Segment } from './segment.js';

/** A note as it was indexed. Throws `Stale` where it is another by now. */
export type NoteOf = (path: string) => Note;

/** The entry that an index speaks of is not there: the note changed while it was searched. */
export class Stale extends Error {}

/** So many notes read whole are kept: a process that lives long meets ever new ones. */
const MOST_READINGS = 64;

/** Reads the entries that an index speaks of from their notes: where it can, without parsing the whole note. */
export function createFetch(noteOf: NoteOf, read: Read): (segment: Segment, entry: number) => Located {
  const readings = new Map<string, { readonly text: string; readonly entries: readonly Located[] }>();
  const whole = (note: Note) => {
    const known = readings.get(note.path);
    if (known?.text === note.text) return known.entries;
    const { entries } = read(note);
    if (readings.size === MOST_READINGS) readings.delete(readings.keys().next().value ?? '');
    readings.set(note.path, { text: note.text, entries });
    return entries;
  };
  return (segment, entry) => {
    const { path, firstEntry } = segment.fileOf(entry);
    const note = noteOf(path);
    const id = segment.id(entry);
    const place = readings.has(path) ? null : segment.linesOf(entry);
    const seen = place && glimpse(note, place.line, place.lines, read);
    if (seen && hash(seen.id) === id && seen.type === segment.row(entry).type) return seen;
    const found = whole(note)[entry - firstEntry];
    if (!found || hash(found.id) !== id) throw new Stale(path);
    return found;
  };
}
