import { sealCache, unsealCache } from '../../platform/checksum.js';
import { readStamp } from '../../platform/file-stamp.js';
import { nodeFileSystem } from '../../platform/file-system.js';
import type { Store } from '../../store/store.js';

/** A younger file may change again without a different time or size. */
const SETTLED_MS = 2000;

/** Opens the cache of what follows from some files, for their present state. */
export function openStampedCache<T>(store: Store, name: string, paths: readonly string[]) {
  const { mark, written } = readStamp(nodeFileSystem, paths);
  const age = Date.now() - written;
  return {
    /** False if no file is there. */
    hasFiles: written > 0,
    /** Returns the cached value; null if it is missing, damaged or of another state of the files. */
    read(): T | null {
      const bytes = store.readCache(name);
      try {
        const known = bytes && (unsealCache(bytes) as { readonly mark: string; readonly value?: T } | null);
        return known?.mark === mark ? (known.value ?? null) : null;
      } catch {
        return null;
      }
    },
    write(value: T): void {
      if (age > SETTLED_MS) store.writeCache(name, sealCache({ mark, value }));
    },
  };
}
