import { type Splice, splice } from '../markdown/splice.js';
import type { Change } from '../wiki/change.js';
import type { Note } from '../wiki/note.js';
import type { Wiki } from '../wiki/wiki.js';

/** A note that is to take something in; `blank` is its text where it is missing. */
export interface Spot {
  readonly path: string;
  readonly blank: () => string;
  readonly why: string;
}

/** Plans to put something into a note; a missing one is made of its blank and takes it in as well. */
export function intoNote(
  { path, blank, why }: Spot,
  wiki: Wiki,
  taking: (note: Note) => readonly Splice[],
): Change {
  const note = wiki.note(path);
  if (note) return { do: 'edit', path, base: note.hash, splices: taking(note), why };
  const fresh: Note = { path, text: blank(), bom: false, hash: '' };
  const text = splice(fresh.text, taking(fresh));
  return { do: 'create', path, text: text.endsWith('\n') ? text : `${text}\n`, why };
}

/** A day's note that holds nothing yet. */
export const blankDay = (template: (name: string) => string, date: string): string =>
  template('day').replaceAll('{{date}}', date);
