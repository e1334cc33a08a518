import { applyEdits, type TextEdit } from '../../markdown/text-edit.js';
import type { Change } from '../changes/change.js';
import type { Note } from '../note.js';
import type { Notebook } from '../notebook.js';

/** A note that is to take something in; `blank` is its text where it is missing. */
export interface UpsertTarget {
  readonly path: string;
  readonly blank: () => string;
  readonly why: string;
}

/** Plans to put something into a note; a missing one is made of its blank and takes it in as well. */
export function upsertNote(
  { path, blank, why }: UpsertTarget,
  notebook: Notebook,
  taking: (note: Note) => readonly TextEdit[],
): Change {
  const note = notebook.note(path);
  if (note) return { kind: 'edit', path, base: note.hash, splices: taking(note), why };
  const fresh: Note = { path, text: blank(), bom: false, hash: '' };
  const text = applyEdits(fresh.text, taking(fresh));
  return { kind: 'create', path, text: text.endsWith('\n') ? text : `${text}\n`, why };
}

/** A day's note that holds nothing yet. */
export const emptyDayNote = (template: (name: string) => string, date: string): string =>
  template('day').replaceAll('{{date}}', date);
