import { loadPart, needed, type Parts, Wanted } from './parts.js';
import type { accountAt } from './sessions-here.js';
import { Refusal } from './wiki/refusal.js';
import { redactAll } from './wiki/secrets.js';

type Found = ReturnType<typeof accountAt>;

/** What a session did, by its transcript; null where that cannot be read. Throws `Wanted` for one that was not read yet. */
export type Accounts = (path: string) => Found;

/** Reads each transcript once, and never while the lock is ours: it may be long. */
export function createAccounts(cwd: string, parts: Parts): Accounts {
  const known = new Map<string, Found>();
  const read = (path: string): Found => {
    try {
      return needed(parts, 'sessions').accountAt(cwd, path, (text) => redactAll(text).value);
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  };
  return (path) => {
    const found = known.get(path);
    if (found !== undefined) return found;
    throw new Wanted(async () => {
      await loadPart(parts, 'sessions');
      known.set(path, read(path));
    });
  };
}
