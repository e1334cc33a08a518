import { IRREGULAR_FORMS, STOP_WORD_LIST } from './english-words.data.js';
import { parseWordSet } from './word-list.js';

/** Stop words. A query of stop words alone finds nothing. */
export const STOP_WORDS = parseWordSet(STOP_WORD_LIST);

/** Base form by irregular form: `went` → `go`. */
export const IRREGULAR: ReadonlyMap<string, string> = new Map(
  IRREGULAR_FORMS.trim()
    .split(/[|\n]/)
    .map((row) => row.split(' '))
    .flatMap(([base = '', ...forms]) => forms.map((form) => [form, base] as const)),
);
