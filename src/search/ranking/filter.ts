import { toDayNumber } from '../../dates/local-time.js';
import type { Corpus, IndexPart } from '../index/corpus.js';
import { eachEntry } from '../index/postings.js';
import type { Segment } from '../index/segment.js';
import { tagKey } from '../index/term.js';
import type { SearchQuery } from '../query.js';

/** True if an entry passes a filter. */
export type Accepts = (entry: number) => boolean;

/** Returns one test for all filters of a query and the keys that an entry must have; null if all entries pass. */
export function createFilter(
  query: SearchQuery,
  needed: readonly string[],
  corpus: Corpus,
  part: number,
): Accepts | null {
  const having = [...needed, ...(query.tags ?? []).map(tagKey)].map((key) => withKey(key, corpus, part));
  const filters = [...having, ...partFilter(query, corpus.parts[part]!)];
  return filters.length ? (entry) => filters.every((passes) => passes(entry)) : null;
}

function partFilter(query: SearchQuery, { segment }: IndexPart): Accepts[] {
  const passes: Accepts[] = [];
  const { types, kinds, paths, after, before } = query;
  if (types?.length) passes.push((entry) => types.includes(segment.row(entry).type));
  if (kinds?.length) passes.push(inNotes(segment, ({ kind }) => kinds.includes(kind)));
  if (paths?.length) passes.push(inNotes(segment, ({ path }) => paths.includes(path)));
  if (after) passes.push((entry) => segment.day(entry) >= toDayNumber(after));
  if (before)
    passes.push((entry) => {
      const day = segment.day(entry);
      return day > 0 && day <= toDayNumber(before);
    });
  return passes;
}

/** Returns a test for the entries of the notes that fit. */
function inNotes(segment: Segment, fits: (file: ReturnType<Segment['file']>) => boolean): Accepts {
  const inside = flags(segment.entries);
  for (let ordinal = 0; ordinal < segment.fileCount; ordinal++) {
    const file = segment.file(ordinal);
    if (fits(file)) inside.fill(1, file.firstEntry, file.endEntry);
  }
  return (entry) => inside[entry] === 1;
}

function withKey(key: string, corpus: Corpus, part: number): Accepts {
  const has = flags(corpus.parts[part]!.segment.entries);
  const list = corpus.find(key).lists[part];
  if (list)
    eachEntry(list, (entry) => {
      has[entry] = 1;
    });
  return (entry) => has[entry] === 1;
}

const flags = (length: number): Uint8Array => new Uint8Array(length);
