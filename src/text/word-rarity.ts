import { STEM_HASHES, STEM_RARITIES } from './word-rarity.data.js';

/** How rare a word is in English: the logarithm of all words by those that are this word. */
export type WordRarity = (stem: string) => number;

/** The rarity that the digit 0 of the table means. */
const MOST_FREQUENT = 6;
/** The rarity of a word that general English hardly has: a name, or a term of a trade. */
const UNKNOWN_RARITY = 17.7;
/** With so many bits one unknown word in sixty is taken for a frequent one. */
const HASH_BITS = 19;

/** Reads the table of frequent words once. */
export function createWordRarity(): WordRarity {
  const rarities = new Map<number, number>();
  let hash = 0;
  let step = 0;
  let shift = 0;
  for (const char of atob(STEM_HASHES)) {
    const byte = char.charCodeAt(0);
    step |= (byte & 127) << shift;
    shift += 7;
    if (byte > 127) continue;
    hash += step;
    rarities.set(hash, MOST_FREQUENT + Number(STEM_RARITIES[rarities.size]) + 0.5);
    step = 0;
    shift = 0;
  }
  return (stem) => rarities.get(hashWord(stem)) ?? UNKNOWN_RARITY;
}

function hashWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> (32 - HASH_BITS);
}
