import { stemmer } from 'stemmer';
import { IRREGULAR } from './english-words.js';

/** Only plain English words are stemmed: a name, a number or another script stays as it is. */
const STEMMED = /^[a-z]{3,}$/;

/** Texts say the same words over and over. A server that runs for days meets ever new ones: then it begins anew. */
const stems = new Map<string, string>();
const MOST_STEMS = 4000;

/** What a word is counted as: the stem of its base form (Porter 1980), e.g. `went` and `going` are both `go`. */
export function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (!STEMMED.test(word)) return word;
  if (stems.size >= MOST_STEMS) stems.clear();
  const found = stemmer(IRREGULAR.get(word) ?? word);
  stems.set(word, found);
  return found;
}
