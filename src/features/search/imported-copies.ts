import type { SearchHit } from '../../search/query.js';
import { getEntryText } from '../../search/ranking/dedupe.js';
import { tokenizeText } from '../../text/tokenize.js';
import { MEMORY_SOURCES, type MemoryName } from '../import/memory-sources.js';

/** A line is the source of an imported entry if it has at least this share of its words. */
const LEAST = 0.8;

/** Returns the name of the tool that an entry was imported from; null if it was not. */
export const findImportSource = ({ by }: Pick<SearchHit, 'by'>): string | null =>
  by !== null && Object.hasOwn(MEMORY_SOURCES, by) ? MEMORY_SOURCES[by as MemoryName].tool : null;

/**
 * Removes lines of imported pages that are also entries: an entry has a type and a date, and names its source. It takes the
 * place of the line if that comes first.
 */
export function removeCopies(hits: readonly SearchHit[]): readonly SearchHit[] {
  const entries = hits.filter((hit) => findImportSource(hit) !== null);
  if (entries.length === 0) return hits;
  const entryOf = new Map(
    hits.flatMap((hit) => {
      const entry = entries.find((one) => isCopyOf(hit, one));
      return entry ? [[hit, entry] as const] : [];
    }),
  );
  return [...new Set(hits.map((hit) => entryOf.get(hit) ?? hit))];
}

function isCopyOf(hit: SearchHit, entry: SearchHit): boolean {
  if (hit === entry || hit.type !== 'prose' || !hit.path.includes(`/imported/${entry.by}/`)) return false;
  const words = new Set(tokenizeText(getEntryText(hit)).map(({ text }) => text));
  const wanted = tokenizeText(getEntryText(entry)).filter(({ whole }) => !whole);
  return wanted.length > 0 && wanted.filter(({ text }) => words.has(text)).length >= LEAST * wanted.length;
}
