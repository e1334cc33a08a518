import { parseWordRows, parseWordSet } from '../../text/stem.js';
import * as table from './statement-words.data.js';

/** Stop words. */
export const STOP = parseWordSet(table.GRAMMAR_WORDS);
/** Words with a low weight. */
export const LIGHT = parseWordSet(table.LIGHT_WORDS);

/** The first word of its row, by word. */
const SAME_AS: ReadonlyMap<string, string> = new Map(
  parseWordRows(table.SAME_WORDS).flatMap(([first = '', ...rest]) =>
    rest.map((word) => [word, first] as const),
  ),
);

/** Names of two words, and the one word that is meant. */
export const JOINED: readonly (readonly [RegExp, string])[] = [
  [/\bpull[-\s]{1,4}request(s?)\b/gi, 'PR$1'],
  [/\bmerge[-\s]{1,4}request(s?)\b/gi, 'MR$1'],
  [/\be-mail/gi, 'email'],
];

/** The canonical form of a lower-case word. */
export const toCanonicalWord = (word: string): string => SAME_AS.get(word) ?? word;
