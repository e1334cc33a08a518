import { COMMON_STEMS } from './word-rarity.data.js';

/** How rare a word is in English: the logarithm of all words by those that are this word. */
export type WordRarity = (stem: string) => number;

/** The rarity of the first line of the table. */
const COMMONEST = 6;
/** The rarity of a word that general English hardly has: a name, or a term of a trade. */
export const UNKNOWN_RARITY = 17.7;

/** Reads the table of common words once. */
export function createWordRarity(): WordRarity {
  const rarities = new Map<string, number>();
  for (const [row, line] of COMMON_STEMS.split('\n').entries())
    for (const word of line.split(' ')) rarities.set(word, COMMONEST + row + 0.5);
  return (stem) => rarities.get(stem) ?? UNKNOWN_RARITY;
}
