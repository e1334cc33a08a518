import { listPostings, type TermList } from './postings.js';
import type { Segment } from './segment.js';

/** An index, and which of its entries are outdated. */
export interface IndexPart {
  readonly segment: Segment;
  /** By entry: 1 if its note was changed or removed since; null if none was. */
  readonly gone: Uint8Array | null;
}

/** The postings of a word in all parts; `entries` counts the current entries. */
interface CorpusMatch {
  readonly entries: number;
  readonly lists: readonly (TermList | null)[];
}

/** Several indexes as one: scores do not depend on how the notes are distributed. */
export class Corpus {
  readonly entries: number;
  readonly meanLength: number;
  readonly meanSection: number;
  readonly #found = new Map<string, CorpusMatch>();

  constructor(readonly parts: readonly IndexPart[]) {
    let entries = 0;
    let words = 0;
    let sections = 0;
    for (const part of parts) {
      const { segment } = part;
      entries += segment.entries;
      words += segment.head.words;
      sections += segment.sections.length;
      for (const section of goneSections(part)) {
        const first = segment.sections[section]!;
        entries -= (segment.sections[section + 1] ?? segment.entries) - first;
        words -= segment.sectionWords[section]!;
        sections--;
      }
    }
    this.entries = entries;
    this.meanLength = words / Math.max(1, entries);
    this.meanSection = words / Math.max(1, sections);
  }

  /** Returns the postings of a key. */
  find(key: string): CorpusMatch {
    const known = this.#found.get(key);
    if (known) return known;
    const lists = this.parts.map(({ segment }) => segment.list(key));
    const entries = this.parts.reduce((sum, part, i) => sum + standing(part, lists[i] ?? null), 0);
    const found = { entries, lists };
    this.#found.set(key, found);
    return found;
  }

  /** True if a current entry has a word in exactly this form. */
  has(key: string, form: string): boolean {
    return this.find(key).lists.some((list, i) => {
      const ordinal = list?.forms.indexOf(form) ?? -1;
      if (!list || ordinal < 0) return false;
      const { gone } = this.parts[i]!;
      if (!gone) return true;
      for (const posting of listPostings(list))
        if (posting.form === ordinal && !gone[posting.entry]) return true;
      return false;
    });
  }

  /** About how much there is to read of a key. */
  reach(key: string): number {
    return this.parts.reduce((sum, { segment }) => sum + (segment.list(key)?.size ?? 0), 0);
  }
}

/** Sections of notes that are gone. */
function* goneSections({ segment, gone }: IndexPart): Iterable<number> {
  if (!gone) return;
  const { sections } = segment;
  for (let section = 0; section < sections.length; section++) if (gone[sections[section]!]) yield section;
}

/** Counts the current entries of a list. Reads the raw bytes, because it runs for every word of a query. */
function standing({ gone }: IndexPart, list: TermList | null): number {
  if (!list || !gone) return list?.entries ?? 0;
  const { body } = list;
  const last = gone.lastIndexOf(1);
  let count = list.entries;
  for (let at = 0, entry = 0, before = -1; at < body.length; ) {
    let packed = body[at]! & 127;
    for (let shift = 7; body[at++]! > 127; shift += 7) packed |= (body[at]! & 127) << shift;
    entry += packed >>> 1;
    if ((packed & 1) === 0) while (body[at++]! > 127);
    if (entry > last) break;
    if (entry !== before && gone[entry] === 1) count--;
    before = entry;
  }
  return count;
}
