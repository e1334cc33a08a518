import { stemmer } from 'stemmer';
import { IRREGULAR } from './english-words.js';

/** Only plain English words are stemmed: a name, a number or another script stays as it is. */
const STEMMED = /^[a-z]{3,}$/;

/** Cache of stems; cleared when full, so that a long-running server does not grow. */
const stems = new Map<string, string>();
const MOST_STEMS = 4000;

/** Returns the stem of the base form of a word (Porter 1980), e.g. `go` for `went` and `going`. */
export function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (!STEMMED.test(word)) return word;
  if (stems.size >= MOST_STEMS) stems.clear();
  const found = stemmer(IRREGULAR.get(word) ?? word);
  stems.set(word, found);
  return found;
}
