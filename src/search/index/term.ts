import { linkName } from '../../notes/links/note-name.js';
import { ENGLISH, type Language } from '../../text/language.js';
import { STOP_WORDS } from '../../text/stem.js';
import { splitRuns, tokenizeRun } from '../../text/tokenize.js';

/** A word of the index: `key` is its stem, `form` its written form. */
export interface IndexedWord {
  readonly key: string;
  readonly form: string;
  /** True for names as a whole: they do not count for the length, and are not corrected. */
  readonly whole: boolean;
}

/** Returns the words of a text without stop words, with their stems. */
export const listIndexedWords = (text: string, language: Language = ENGLISH): IndexedWord[] =>
  splitRuns(text).flatMap((chunk) => listChunkWords(chunk, language));

/** The same of one run of letters, as `chunks` gives them. */
export function listChunkWords(chunk: string, { stem }: Language): IndexedWord[] {
  const found: IndexedWord[] = [];
  for (const { text, whole } of tokenizeRun(chunk))
    if (!STOP_WORDS.has(text)) found.push({ key: stem(text), form: text, whole });
  return found;
}

/** Prefixes of keys that are not words of the text; no word begins with these characters. */
export const toSubjectKey = (key: string): string => `@${key}`;
/** The key of a word in the headings above an entry. */
export const toHeadingKey = (key: string): string => `>${key}`;
export const tagKey = (tag: string): string => `#${tag.replace(/^#/, '').toLowerCase()}`;
/** The key of entries of the owner. */
export const OWNER_KEY = '@';
/** The key of entries whose field `by` begins with this name: people write their first name, or both. */
export const toWriterKey = (name: string): string => `@=${/\S+/.exec(name)?.[0].toLowerCase() ?? ''}`;
export const toTypeKey = (type: string): string => `%${type}`;
/** By the name of the note that a link leads to, however the link is written. */
export const toNameKey = (target: string): string => `[${linkName(target)}`;
