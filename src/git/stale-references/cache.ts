import type { ReferenceStatus } from '../../notes/reference-status.js';
import { sealCache, unsealCache } from '../../platform/checksum.js';

const CACHE = 'became.json';
/** Number of cached answers, most recent first: more than a brief and many searches need. */
const MAX_COUNT = 4000;

/** Where answers are cached. */
export interface StatusCache {
  readCache(name: string): Uint8Array | null;
  writeCache(name: string, bytes: Uint8Array): void;
}

/** Reads the cached answers of git for this head; none if the head has changed, or the cache is missing or damaged. */
export function readStatusCache(
  caches: StatusCache | null,
  head: string,
): ReadonlyMap<string, ReferenceStatus> {
  try {
    const bytes = caches?.readCache(CACHE);
    const value = (bytes && unsealCache(bytes)) as {
      head: string;
      known: [string, ReferenceStatus][];
    } | null;
    return new Map(value?.head === head ? value.known : []);
  } catch {
    return new Map();
  }
}

/** Caches the answers of git for this head. */
export function writeStatusCache(
  caches: StatusCache | null,
  head: string,
  known: ReadonlyMap<string, ReferenceStatus>,
): void {
  caches?.writeCache(CACHE, sealCache({ head, known: [...known].slice(0, MAX_COUNT) }));
}
