import Fuse from 'fuse.js';
import { utf8 } from './bytes.js';

/** Shorter words have too many neighbours to guess at; longer ones are names of files and blobs. */
const SHORTEST = 3;
const LONGEST = 24;
/** Only words are guessed at: not numbers, not names with signs in them. */
const GUESSED = /^\p{L}+$/u;
/** fuse.js: how unlike a word may be (0 same, 1 anything). */
const THRESHOLD = 0.4;
/** So many letters may differ in the sets of letters of two words one slip apart: one goes, one comes. */
const SLIPS = (length: number): number => (length <= 4 ? 1 : 2);

/** The words of an index as they were written, for finding what was mistyped. */
export class Vocabulary {
  readonly words: readonly string[];
  readonly #masks: Uint32Array;

  constructor(masks: Uint32Array, blob: string) {
    this.#masks = masks;
    this.words = blob ? blob.split('\n') : [];
  }

  /** Words that `word` may have meant, nearest first, each with its distance by fuse.js (0–1). */
  near(word: string): { word: string; distance: number }[] {
    if (word.length < SHORTEST || !GUESSED.test(word)) return [];
    const candidates = this.#candidates(word);
    const fuse = new Fuse(candidates, { threshold: THRESHOLD, distance: 30, includeScore: true });
    return fuse.search(word).map(({ item, score = 1 }) => ({ word: item, distance: score }));
  }

  #candidates(word: string): string[] {
    const mask = letters(word);
    const slips = SLIPS(word.length);
    const found: string[] = [];
    for (let i = 0; i < this.words.length; i++) {
      if (bits(this.#masks[i]! ^ mask) > slips * 2) continue;
      const other = this.words[i]!;
      if (Math.abs(other.length - word.length) <= slips) found.push(other);
    }
    return found;
  }
}

/** Words in order, with the set of letters of each, so that a search looks at few of them. */
export function packVocabulary(written: Iterable<string>): { masks: Uint32Array; vocabulary: Uint8Array } {
  const words = [...new Set(written)].filter(
    (word) => word.length >= SHORTEST && word.length <= LONGEST && GUESSED.test(word),
  );
  words.sort();
  return { masks: Uint32Array.from(words, letters), vocabulary: utf8(words.join('\n')) };
}

/** A bit for each letter, a–z each their own. */
export function letters(word: string): number {
  let mask = 0;
  for (let i = 0; i < word.length; i++) mask |= 1 << (word.charCodeAt(i) % 32);
  return mask >>> 0;
}

function bits(value: number): number {
  let rest = value - ((value >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
