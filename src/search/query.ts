import type { Entry } from '../notes/entries/entry.js';

/** What is searched for. Dates are local days, both ends included. */
export interface SearchQuery {
  readonly words: string;
  readonly types?: readonly string[];
  readonly kinds?: readonly string[];
  readonly tags?: readonly string[];
  /** Only in these notes. */
  readonly paths?: readonly string[];
  readonly after?: string;
  readonly before?: string;
  readonly limit: number;
  /** Whether hits tell what gave their score. */
  readonly explain?: boolean;
}

/** An entry found: how well, which words matched where, and the part of the score that each of them gave. */
export interface SearchHit extends Entry {
  readonly score: number;
  readonly matches: readonly string[];
  /** Section heading that the entry stands below. */
  readonly section: string | null;
  /** Named parts of the score, largest first; only where the query asks for them. */
  readonly parts?: Readonly<Record<string, number>>;
}

export interface SearchResults {
  readonly hits: readonly SearchHit[];
  /** How many entries matched at all. */
  readonly total: number;
  /** Words of the query that no entry has, each with the nearest words that some entry has. */
  readonly nearly: Readonly<Record<string, readonly string[]>>;
}
