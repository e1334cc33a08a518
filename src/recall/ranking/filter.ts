import type { Corpus, Part } from '../index/corpus.js';
import { postingsOf } from '../index/postings.js';
import { tagKey } from '../index/term.js';
import type { Query } from '../query.js';
import { dayNumber } from './days.js';

/** Whether an entry passes. */
export type Accepts = (entry: number) => boolean;

/** The filters of a query, and keys that an entry must have, as one question; or null where all entries pass. */
export function acceptor(
  query: Query,
  needed: readonly string[],
  corpus: Corpus,
  part: number,
): Accepts | null {
  const having = [...needed, ...(query.tags ?? []).map(tagKey)].map((key) => withKey(key, corpus, part));
  const filters = [...having, ...partFilter(query, corpus.parts[part]!)];
  return filters.length ? (entry) => filters.every((passes) => passes(entry)) : null;
}

function partFilter(query: Query, { segment }: Part): Accepts[] {
  const passes: Accepts[] = [];
  const { types, kinds, after, before } = query;
  if (types?.length) passes.push((entry) => types.includes(segment.row(entry).type));
  if (kinds?.length) {
    const fits = flags(segment.entries);
    for (let ordinal = 0; ordinal < segment.fileCount; ordinal++) {
      const { kind, firstEntry, endEntry } = segment.file(ordinal);
      if (kinds.includes(kind)) fits.fill(1, firstEntry, endEntry);
    }
    passes.push((entry) => fits[entry] === 1);
  }
  if (after) passes.push((entry) => segment.row(entry).day >= dayNumber(after));
  if (before)
    passes.push((entry) => {
      const { day } = segment.row(entry);
      return day > 0 && day <= dayNumber(before);
    });
  return passes;
}

function withKey(key: string, corpus: Corpus, part: number): Accepts {
  const has = flags(corpus.parts[part]!.segment.entries);
  const list = corpus.find(key).lists[part];
  if (list) for (const { entry } of postingsOf(list)) has[entry] = 1;
  return (entry) => has[entry] === 1;
}

const flags = (length: number): Uint8Array => new Uint8Array(length);
