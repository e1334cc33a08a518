import { stem } from '../../text/stem.js';
import { STOP } from './canonical-words.js';
import { parseStatement } from './statement.js';
import { isLight } from './word-alignment.js';

/** Hashes a text with the key of this user. */
export type KeyedHash = (text: string) => string;

/** A statement without its text: a keyed hash of all of it, and one of each of its stemmed words. */
export interface Sketch {
  readonly whole: string;
  /** The hash of each word that counts, in order; `!` before one that names one thing (a number, a path, a name), `-` before a denied one. */
  readonly words: readonly string[];
  /** All its words in order, without those of the grammar: by these a statement of few words is found within others. */
  readonly phrase: PhraseSketch;
}

/** A phrase without its text: the keyed hash of each of its stemmed words, in order. */
export type PhraseSketch = readonly string[];

/** Makes the sketch of a statement. Case, marks, inflection and words of the grammar do not matter. */
export function createSketch(text: string, hash: KeyedHash): Sketch {
  const phrase = listWords(text).filter((word) => !STOP.has(word));
  const words = parseStatement(text).words.filter((word) => !isLight(word));
  return {
    phrase: phrase.map((word) => hash(`phrase ${stem(word)}`)),
    whole: hash(`text ${listWords(text).join(' ')}`),
    words: words.map(
      ({ stem: base, sort, polarity }) =>
        `${sort === 'word' || sort === 'proper' ? '' : '!'}${polarity === 'denied' ? '-' : ''}${hash(`word ${base}`)}`,
    ),
  };
}

/** Makes the sketch of a phrase: a name, or a few words. */
export const createPhraseSketch = (text: string, hash: KeyedHash): PhraseSketch =>
  listWords(text).map((word) => hash(`phrase ${stem(word)}`));

/** Words that may stand between those of a statement before it counts as another one. */
const EXTRA_WORDS = 2;
/** Below this number of words a text says the same only if it says nothing else. */
const FEW_WORDS = 3;

/** How much of a forgotten statement stands in a text. */
export interface SketchMatch {
  /** The share of its words that stand near each other, 0 to 1. */
  readonly share: number;
  /** Other words stand where words of it are missing: it may be said of another thing. */
  readonly isSwapped: boolean;
  /** The forgotten statement has too few words to know it within another one. */
  readonly isShort?: true;
}

const NO_MATCH: SketchMatch = { share: 0, isSwapped: false };
const FULL_MATCH: SketchMatch = { share: 1, isSwapped: false };

/**
 * Compares the sketch of a forgotten statement with that of a text. The share is 1 for the same text, and 0 if the text denies
 * it, or names another thing (a number, a path) in its place.
 */
export function compareSketches(forgotten: Sketch, text: Sketch): SketchMatch {
  if (forgotten.whole === text.whole) return FULL_MATCH;
  const wanted = new Map(forgotten.words.map((word) => [getHash(word), word]));
  if (wanted.size === 0 || text.words.length === 0) return NO_MATCH;
  const isShort = wanted.size < FEW_WORDS && text.words.length > wanted.size;
  if (isShort && forgotten.phrase.length >= FEW_WORDS && hasPhrase(forgotten.phrase, text.phrase))
    return FULL_MATCH;
  const width = wanted.size + EXTRA_WORDS;
  let best = NO_MATCH;
  for (let from = 0; from === 0 || from + width <= text.words.length; from++) {
    const match = compareWords(wanted, text.words.slice(from, from + width));
    if (match.share > best.share) best = match;
  }
  return isShort ? { ...best, isShort } : best;
}

function compareWords(wanted: ReadonlyMap<string, string>, near: readonly string[]): SketchMatch {
  const found = near.filter((word) => wanted.has(getHash(word)));
  if (found.some((word) => isDenied(word) !== isDenied(wanted.get(getHash(word)) ?? ''))) return NO_MATCH;
  const hashes = new Set(found.map(getHash));
  const missing = [...wanted.values()].filter((word) => !hashes.has(getHash(word)));
  const extra = near.filter((word) => !wanted.has(getHash(word)));
  if (missing.some(isName) && extra.some(isName)) return NO_MATCH;
  return { share: hashes.size / wanted.size, isSwapped: missing.length > 0 && extra.length > 0 };
}

const isName = (word: string): boolean => word.startsWith('!');
const isDenied = (word: string): boolean => /^!?-/.test(word);
const getHash = (word: string): string => word.replace(/^!?-?/, '');

/** True if the words of a phrase stand in a text one after the other. */
export function hasPhrase(phrase: PhraseSketch, text: PhraseSketch): boolean {
  if (phrase.length === 0) return false;
  return text.some((_, at) => phrase.every((word, i) => text[at + i] === word));
}

/** Parts a text into words of letters and digits, in small letters; Chinese, Japanese and Korean into characters. */
export const listWords = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{N}\p{M}])+/gu,
    ) ?? [];

/** Parts a text into sentences; what stands in «…» is one. */
export const splitParts = (text: string): readonly string[] =>
  text
    .split(/(?<=[.!?])\s+|(?<=[。！？])|\n+|[«»]/)
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
