import { FAMILY, SAME_AS } from './synonym-table.js';

/** Names of two words, and the one word that is meant. */
export const JOINED: readonly (readonly [RegExp, string])[] = [
  [/\bpull[-\s]{1,4}request(s?)\b/gi, 'PR$1'],
  [/\bmerge[-\s]{1,4}request(s?)\b/gi, 'MR$1'],
  [/\be-mail/gi, 'email'],
];

/** The word that a lower-case word is read as. */
export const canonicalWord = (word: string): string => SAME_AS.get(word) ?? word;

/** Whether two folded words name things of which only one can be meant. */
export function areMutuallyExclusive(a: string, b: string): boolean {
  if (a === b) return false;
  const other = FAMILY.get(b);
  return other !== undefined && (FAMILY.get(a) ?? []).some((family) => other.includes(family));
}

/** Whether a folded word names a thing that some other excludes. */
export const hasExclusiveAlternative = (word: string): boolean => FAMILY.has(word);
