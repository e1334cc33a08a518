import type { NamedFate } from '../../wiki/fate.js';
import { sealed, unsealed } from '../seal.js';

const CACHE = 'became.json';
/** So much is remembered, what was asked last first: more than a brief and many searches name. */
const MOST = 4000;

/** Where answers are remembered. */
export interface Caches {
  readCache(name: string): Uint8Array | null;
  writeCache(name: string, bytes: Uint8Array): void;
}

/** What git told at this head; nothing where it stands elsewhere by now, or the cache is missing or damaged. */
export function readKnown(caches: Caches | null, head: string): ReadonlyMap<string, NamedFate> {
  try {
    const bytes = caches?.readCache(CACHE);
    const value = (bytes && unsealed(bytes)) as { head: string; known: [string, NamedFate][] } | null;
    return new Map(value?.head === head ? value.known : []);
  } catch {
    return new Map();
  }
}

/** Remembers what git told at this head. */
export function writeKnown(caches: Caches | null, head: string, known: ReadonlyMap<string, NamedFate>): void {
  caches?.writeCache(CACHE, sealed({ head, known: [...known].slice(0, MOST) }));
}
