import type { Entry } from '../../wiki/entry.js';
import type { Counted } from '../index/term.js';

/** Entries of fewer words are too short to be called the same by their words. */
const FEWEST = 4;
/** The share of all words of two entries that both have, from which they say the same. */
const SAME = 0.9;

/** Lets what is said pass once, however often it stands in the notes. */
export class Once {
  readonly #passed: ReadonlySet<string>[] = [];

  /** True for the first of those that say the same, by their words. */
  passes(said: readonly Counted[]): boolean {
    const words = new Set(said.map(({ key }) => key));
    if (this.#passed.some((other) => isSame(words, other))) return false;
    this.#passed.push(words);
    return true;
  }
}

/** What an entry says: what, and why. */
export const saying = ({ text, why }: Entry): string => (why ? `${text} ${why}` : text);

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (Math.min(a.size, b.size) < FEWEST) return false;
  let shared = 0;
  for (const key of a) if (b.has(key)) shared++;
  return shared / (a.size + b.size - shared) >= SAME;
}
