import { computeChecksum, sealCache, unsealCache } from '../../platform/checksum.js';
import type { Caches } from './cache-files.js';

const CACHE = 'tokens.json';
/** Number of cached counts: the briefs of a few budgets and their trials. */
const MAX_COUNT = 64;

/**
 * Counts the tokens of a text, cached by its hash, so that an unchanged recall does not load the tokenizer. `count` is
 * called only on a cache miss.
 */
export function countTokens(caches: Caches | null, text: string, count: (text: string) => number): number {
  const known = read(caches);
  const hash = `${computeChecksum(text)}-${text.length}`;
  const found = known.get(hash);
  if (found !== undefined) return found;
  const tokens = count(text);
  const cached = [[hash, tokens] as const, ...known].slice(0, MAX_COUNT);
  caches?.writeCache(CACHE, sealCache(Object.fromEntries(cached)));
  return tokens;
}

function read(caches: Caches | null): Map<string, number> {
  try {
    const bytes = caches?.readCache(CACHE);
    const value = (bytes && unsealCache(bytes)) ?? {};
    return new Map(
      Object.entries(value as { [hash: string]: number }).filter(([, count]) => Number.isInteger(count)),
    );
  } catch {
    return new Map();
  }
}
