import type { Entry } from '../wiki/entry.js';

/** What is searched for. Dates are local days, both ends included. */
export interface Query {
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
export interface Hit extends Entry {
  readonly score: number;
  readonly matches: readonly string[];
  /** Section heading that the entry stands below. */
  readonly section: string | null;
  /** Named parts of the score, largest first; only where the query asks for them. */
  readonly parts?: Readonly<Record<string, number>>;
}

export interface Hits {
  readonly hits: readonly Hit[];
  /** How many entries matched at all. */
  readonly total: number;
  /** Words of the query that no entry has, each with the nearest words that some entry has. */
  readonly nearly: Readonly<Record<string, readonly string[]>>;
}
