import type { Entry } from '../notes/entries/entry.js';
import type { MeaningPort } from './meaning.js';

/** A search query. Dates are local days, both ends included. */
export interface SearchQuery {
  readonly words: string;
  readonly types?: readonly string[];
  readonly kinds?: readonly string[];
  readonly tags?: readonly string[];
  /** Paths of the notes to search; all if left out. */
  readonly paths?: readonly string[];
  readonly after?: string;
  readonly before?: string;
  readonly limit: number;
  /** Adds the parts of its score to each hit. */
  readonly explain?: boolean;
  /** Returns the names of the person who asks; called if the query has "I" or "my". */
  readonly owner?: () => readonly string[];
  /** Ranks by meaning, too, if the settings name an embedder. */
  readonly byMeaning?: boolean;
  /** Vectors of texts for the second ranking; without it, words alone rank. */
  readonly meaning?: MeaningPort | null;
}

/** An entry that was found, with its score and the words that matched. */
export interface SearchHit extends Entry {
  readonly score: number;
  readonly matches: readonly string[];
  /** The sentences that have these words, as the note has them; absent if they are the text. */
  readonly passage?: string;
  /** The heading above the entry. */
  readonly section: string | null;
  /** The DUE column of a reminder. */
  readonly due?: string;
  /** Parts of the score by name, largest first; only with `explain`. */
  readonly parts?: Readonly<Record<string, number>>;
}

export interface SearchResults {
  readonly hits: readonly SearchHit[];
  /** Number of entries that matched. */
  readonly total: number;
  /** Words of the query that no entry has, each with the nearest words of the index. */
  readonly nearly: Readonly<Record<string, readonly string[]>>;
  /** Why the user's embedder gave no vector, if it failed. */
  readonly embedderFailed?: string;
}
