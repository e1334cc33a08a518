import type { Block, Outline } from '../markdown/outline.js';
import type { Entry } from '../wiki/entry.js';
import type { Note } from '../wiki/note.js';
import type { Leaf, Passage } from './passage.js';

/** A note with what was read of it; entries in the order of their lines. */
export interface Reading {
  readonly kind: string;
  readonly outline: Outline;
  readonly entries: readonly Entry[];
}

/** Reads the entries of a note: `entriesOf` over `scan`, for whoever knows the kinds. */
export type Read = (note: Note) => Reading;

/** Ids, sources and fields that say when and how, not what. */
const MARKS =
  /\s\^[\w-]+(?=\s|$)|\[\[[^\]\n]*#\^[^\]\n]*\]\]|\[(?:at|verified|superseded|status|branch)::[^\]\n]*\]/g;
const LINK = /\[\[([^\]|\n]+)(?:\|[^\]\n]*)?\]\]/g;
const MARKER = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX-]\]\s+)?|^#{1,6}\s+/;

/** A note as search sees it. */
export function leafOf(note: Note, { kind, outline, entries }: Reading): Leaf {
  const heads = headings(outline, entries);
  const starts = blocksByLine(outline);
  const passages = entries.map((entry, i): Passage => {
    const from = starts.get(entry.line)?.start ?? 0;
    const raw = note.text.slice(from, endOf(i));
    return {
      id: entry.id,
      type: entry.type,
      text: raw.replace(MARKER, '').replace(MARKS, ' ').trim(),
      tags: entry.tags,
      links: [...raw.matchAll(LINK)].map(([, target = '']) => target),
      day: entry.at?.slice(0, 10) ?? null,
      section: heads.above(entry.line),
    };
  });
  return { path: note.path, kind, passages };

  /** Up to the next entry or heading, whichever comes first. */
  function endOf(i: number): number {
    const entry = entries[i]!;
    const next = entries[i + 1];
    const stop = Math.min(
      next ? (starts.get(next.line)?.start ?? note.text.length) : note.text.length,
      heads.after(entry.line),
    );
    return Math.max(stop, starts.get(entry.line)?.start ?? 0);
  }
}

/** The heading that an entry stands below, or null. A heading that is an entry itself is none. */
export function sectionOf(entry: Entry, { outline, entries }: Reading): string | null {
  const heads = headings(outline, entries);
  return heads.all[heads.above(entry.line) - 1]?.text ?? null;
}

interface Headings {
  readonly all: readonly Block[];
  /** How many headings stand above a line. */
  readonly above: (line: number) => number;
  /** Where the first heading below a line begins. */
  readonly after: (line: number) => number;
}

function headings(outline: Outline, entries: readonly Entry[]): Headings {
  const own = new Set(entries.map(({ line }) => line));
  const all = outline.blocks.filter(({ kind, line }) => kind === 'heading' && !own.has(line));
  const above = (line: number): number => {
    let low = 0;
    let high = all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (all[middle]!.line <= line) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return { all, above, after: (line) => all[above(line)]?.start ?? Number.POSITIVE_INFINITY };
}

const blocksByLine = ({ blocks }: Outline): ReadonlyMap<number, Block> =>
  new Map(blocks.map((block) => [block.line, block]));
