import { archived, type KindName, pathOf } from '../kinds/index.js';
import { appendBlock } from '../markdown/place.js';
import type { Change } from '../wiki/change.js';
import type { Wiki } from '../wiki/wiki.js';
import { intoNote } from './into-note.js';

/** A block for the end of a kind's one note. */
export interface NewBlock {
  readonly kind: KindName;
  readonly lines: readonly string[];
  readonly why: string;
}

/** Plans to add a block at the end of its note; a missing note is made from its template. */
export function addRecord(
  { kind, lines, why }: NewBlock,
  wiki: Wiki,
  template: (name: string) => string,
): Change {
  const path = `${wiki.content}/${pathOf(kind)}`;
  return intoNote({ path, blank: () => template(kind), why }, wiki, (note) =>
    appendBlock(note.text, wiki.outline(note), lines),
  );
}

/** The next number of a day, `20260607-001`: one more than the highest among the labels, so that none is given twice. */
export function nextNumber(date: string, labels: readonly string[]): string {
  const day = `${date.replaceAll('-', '')}-`;
  const numbers = labels
    .filter((label) => label.includes(day))
    .map((label) => Number(label.slice(label.indexOf(day) + day.length)))
    .filter(Number.isSafeInteger);
  return `${day}${String(Math.max(0, ...numbers) + 1).padStart(3, '0')}`;
}

/** Where a kind's records stand: the living note, and what left it for the archive, year by year. */
export function placesOf(kind: KindName, { content, list }: Wiki): readonly string[] {
  const start = `${content}/${archived(pathOf(kind)).replace(/\.md$/, '')}`;
  const left = list().filter((path) => path.startsWith(start) && YEARLY.test(path.slice(start.length)));
  return [`${content}/${pathOf(kind)}`, ...left];
}

const YEARLY = /^(?:-\d{4})?\.md$/;
