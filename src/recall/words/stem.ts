import { stemmer } from 'stemmer';
import { IRREGULAR } from './irregular.js';

/** Only plain English words are stemmed: a name, a number or another script stays as it is. */
const STEMMED = /^[a-z]{3,}$/;

/** What a word is counted as: the stem of its base form (Porter 1980), e.g. `went` and `going` are both `go`. */
export const stem = (word: string): string =>
  STEMMED.test(word) ? stemmer(IRREGULAR.get(word) ?? word) : word;
