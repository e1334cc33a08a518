import { stem } from './stem.js';

/** How words of a language are counted: all forms of a word as one. */
export interface Language {
  readonly name: string;
  /** What a word is counted as; lower-cased, and without accents. */
  readonly stem: (word: string) => string;
}

export const ENGLISH: Language = { name: 'english', stem };
