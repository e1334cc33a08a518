import { stemmer } from 'stemmer';
import { IRREGULAR_FORMS, STOP_WORD_LIST } from './english-words.data.js';

/** Returns the words of a table that is written as one text. */
const parseWordList = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Returns the words of a table as a set. */
export const parseWordSet = (text: string): ReadonlySet<string> => new Set(parseWordList(text));

/** Returns the words of a table row by row; each line is a row. */
export const parseWordRows = (text: string): readonly (readonly string[])[] =>
  text.trim().split('\n').map(parseWordList);

/** Stop words. A query of stop words alone finds nothing. */
export const STOP_WORDS = parseWordSet(STOP_WORD_LIST);

/** Base form by irregular form: `went` → `go`. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  IRREGULAR_FORMS.trim()
    .split(/[|\n]/)
    .map((row) => row.split(' '))
    .flatMap(([base = '', ...forms]) => forms.map((form) => [form, base] as const)),
);

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
