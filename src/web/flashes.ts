import { randomBytes } from 'node:crypto';
import type { Flash } from './pages/layout.js';

/** Result messages of acts, each shown once on the next page. */
export interface Flashes {
  /** Stores a message and returns its key. */
  keep(flash: Flash): string;
  take(name: string): Flash | null;
}

const MAX_COUNT = 50;

export function createFlashes(): Flashes {
  const waiting = new Map<string, Flash>();
  return {
    keep(flash) {
      const name = randomBytes(6).toString('base64url');
      waiting.set(name, flash);
      for (const old of [...waiting.keys()].slice(0, -MAX_COUNT)) waiting.delete(old);
      return name;
    },
    take(name) {
      const found = waiting.get(name) ?? null;
      waiting.delete(name);
      return found;
    },
  };
}
