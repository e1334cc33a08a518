import { stem } from './stem.js';
import { COMMON_WORD_LIST } from './word-frequency.data.js';
import { parseWordList } from './word-list.js';

/** The share that remains of the weight of the most frequent word. */
const LEAST = 0.2;

/** Ranks by stem, built on first use; a stem has the rank of its most frequent word. */
let ranks: ReadonlyMap<string, number> | null = null;

/**
 * Returns how much a stem tells in everyday English: 0.2 for the most frequent word, rising to 1 for one that is not
 * common. In few texts ordinary words look rare.
 */
export function rateRarity(key: string): number {
  ranks ??= readRanks();
  const rank = ranks.get(key);
  return rank === undefined ? 1 : LEAST + ((1 - LEAST) * Math.log1p(rank)) / Math.log1p(ranks.size);
}

function readRanks(): Map<string, number> {
  const found = new Map<string, number>();
  for (const word of parseWordList(COMMON_WORD_LIST)) {
    const key = stem(word);
    if (!found.has(key)) found.set(key, found.size);
  }
  return found;
}
