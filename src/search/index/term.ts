import { linkName } from '../../notes/links/note-name.js';
import { STOP_WORDS } from '../../text/english-words.js';
import { ENGLISH, type Language } from '../../text/language.js';
import { splitRuns, tokenizeRun } from '../../text/tokenize.js';

/** A word as it is counted: `key` is what the index files it under, `form` how it was written. */
interface IndexedWord {
  readonly key: string;
  readonly form: string;
  /** True for names as a whole: they do not make an entry longer, and nobody mistypes for them. */
  readonly whole: boolean;
}

/** The words of a text that say something, with their stems. */
export const listIndexedWords = (text: string, language: Language = ENGLISH): IndexedWord[] =>
  splitRuns(text).flatMap((chunk) => listChunkWords(chunk, language));

/** The same of one run of letters, as `chunks` gives them. */
export function listChunkWords(chunk: string, { stem }: Language): IndexedWord[] {
  const found: IndexedWord[] = [];
  for (const { text, whole } of tokenizeRun(chunk))
    if (!STOP_WORDS.has(text)) found.push({ key: stem(text), form: text, whole });
  return found;
}

/** Keys of what is not a word of the text; no word begins with these signs. */
export const toSubjectKey = (key: string): string => `@${key}`;
export const tagKey = (tag: string): string => `#${tag.replace(/^#/, '').toLowerCase()}`;
/** What the owner of the notes says. */
export const OWNER_KEY = '@';
export const toTypeKey = (type: string): string => `%${type}`;
/** By the name of the note that a link leads to, however the link is written. */
export const toNameKey = (target: string): string => `[${linkName(target)}`;
