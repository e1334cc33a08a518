import { linkName } from '../../wiki/links/link-name.js';
import { ENGLISH, type Language } from '../words/language.js';
import { STOP_WORDS } from '../words/stop-words.js';
import { chunks, wordsOf } from '../words/tokenize.js';

/** A word as it is counted: `key` is what the index files it under, `form` how it was written. */
export interface Counted {
  readonly key: string;
  readonly form: string;
  /** True for names as a whole: they do not make an entry longer, and nobody mistypes for them. */
  readonly whole: boolean;
}

/** The words of a text that say something, with their stems. */
export const counted = (text: string, language: Language = ENGLISH): Counted[] =>
  chunks(text).flatMap((chunk) => countedIn(chunk, language));

/** The same of one run of letters, as `chunks` gives them. */
export function countedIn(chunk: string, { stem }: Language): Counted[] {
  const found: Counted[] = [];
  for (const { text, whole } of wordsOf(chunk))
    if (!STOP_WORDS.has(text)) found.push({ key: stem(text), form: text, whole });
  return found;
}

/** Keys of what is not a word of the text; no word begins with these signs. */
export const subjectKey = (key: string): string => `@${key}`;
export const tagKey = (tag: string): string => `#${tag.replace(/^#/, '').toLowerCase()}`;
export const typeKey = (type: string): string => `%${type}`;
/** By the name of the note that a link leads to, however the link is written. */
export const nameKey = (target: string): string => `[${linkName(target)}`;
