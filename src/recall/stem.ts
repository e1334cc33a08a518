import { stemmer } from 'stemmer';
import { IRREGULAR } from './irregular.js';

/** Only plain English words are stemmed: a name, a number or another script stays as it is. */
const STEMMED = /^[a-z]{3,}$/;
/** Stems of one text repeat; the map is dropped when it holds a whole wiki's words, so that memory stays small. */
const MOST = 100_000;
const known = new Map<string, string>();

/** What a word is counted as: the stem of its base form (Porter 1980), e.g. `went` and `going` are both `go`. */
export function stem(word: string): string {
  const before = known.get(word);
  if (before !== undefined) return before;
  const found = STEMMED.test(word) ? stemmer(IRREGULAR.get(word) ?? word) : word;
  if (known.size >= MOST) known.clear();
  known.set(word, found);
  return found;
}
