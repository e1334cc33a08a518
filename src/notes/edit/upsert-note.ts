import { applyEdits, type TextEdit } from '../../markdown/text-edit.js';
import type { Change } from '../changes/change.js';
import type { Note } from '../note.js';
import type { Notebook } from '../notebook.js';

/** A note to add something to; `blank` is its initial text if it does not exist. */
interface UpsertTarget {
  readonly path: string;
  readonly blank: () => string;
  readonly why: string;
}

/** Plans to add something to a note. A missing note is created from its blank text, with the addition. */
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

/** Creates the text of an empty day note. */
export const createDayNote = (template: (name: string) => string, date: string): string =>
  template('day').replaceAll('{{date}}', date);
