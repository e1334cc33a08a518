import { appendBlock } from '../../markdown/section-edits.js';
import { applyEdits, type TextEdit } from '../../markdown/text-edit.js';
import type { Change } from '../changes/change.js';
import { archivePath, type KindName, notePath } from '../kinds/index.js';
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

/** A block to append to a note of records. */
interface NewRecord {
  readonly kind: KindName;
  readonly lines: readonly string[];
  readonly why: string;
}

/** Plans to append a block to its note. A missing note is created from its template. */
export function appendRecord(
  { kind, lines, why }: NewRecord,
  notebook: Notebook,
  template: (name: string) => string,
): Change {
  const path = `${notebook.content}/${notePath(kind)}`;
  return upsertNote({ path, blank: () => template(kind), why }, notebook, (note) =>
    appendBlock(note.text, notebook.outline(note), lines),
  );
}

/** Returns the next number of a day, `20260607-001`: one more than the highest label, so numbers are never reused. */
export function nextRecordNumber(date: string, labels: readonly string[]): string {
  const day = `${date.replaceAll('-', '')}-`;
  const numbers = labels
    .filter((label) => label.includes(day))
    .map((label) => Number(label.slice(label.indexOf(day) + day.length)))
    .filter(Number.isSafeInteger);
  return `${day}${String(Math.max(0, ...numbers) + 1).padStart(3, '0')}`;
}

/** Returns the notes with the records of a kind: the current note and its yearly archives. */
export function recordNotePaths(kind: KindName, { content, list }: Notebook): readonly string[] {
  const start = `${content}/${archivePath(notePath(kind)).replace(/\.md$/, '')}`;
  const left = list().filter((path) => path.startsWith(start) && YEARLY.test(path.slice(start.length)));
  return [`${content}/${notePath(kind)}`, ...left];
}

const YEARLY = /^(?:-\d{4})?\.md$/;
