import { stem } from './stem.js';

/** A language with its stemmer. */
export interface Language {
  readonly name: string;
  /** Returns the stem of a word; `word` is lower-cased and without accents. */
  readonly stem: (word: string) => string;
  /** Function words, which are left out of a query besides those of English. */
  readonly stops?: ReadonlySet<string>;
}

export const ENGLISH: Language = { name: 'english', stem };
