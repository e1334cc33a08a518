import { appendBlock } from '../../markdown/section-edits.js';
import type { Change } from '../changes/change.js';
import { archivePath, type KindName, notePath } from '../kinds/index.js';
import type { Notebook } from '../notebook.js';
import { upsertNote } from './upsert-note.js';

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
