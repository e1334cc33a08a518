import { linkName } from '../../wiki/links/link-name.js';
import { stem } from '../words/stem.js';
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
export const counted = (text: string): Counted[] => chunks(text).flatMap(countedIn);

/** Runs of letters repeat; the map is dropped when it holds a whole wiki's, so that memory stays small. */
const MOST = 50_000;
const known = new Map<string, readonly Counted[]>();

function countedIn(chunk: string): readonly Counted[] {
  const before = known.get(chunk);
  if (before) return before;
  const found = wordsOf(chunk)
    .filter(({ text }) => !STOP_WORDS.has(text))
    .map(({ text, whole }) => ({ key: stem(text), form: text, whole }));
  if (known.size >= MOST) known.clear();
  known.set(chunk, found);
  return found;
}

/** Keys of what is not a word of the text; no word begins with these signs. */
export const labelKey = (word: string): string => `@${stem(word)}`;
export const tagKey = (tag: string): string => `#${tag.replace(/^#/, '').toLowerCase()}`;
export const linkKey = (target: string): string => `[${target.trim().toLowerCase()}`;
/** By the name of the note that a link points to, however the link is written. */
export const nameKey = (target: string): string => `[${linkName(target)}`;
