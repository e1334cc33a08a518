import type { RankedSession } from '../transcripts/rank-passages.js';
import type { SessionHeader } from '../transcripts/session-header.js';

/** What is searched for in transcripts. Dates are local days, both ends included. */
export interface SessionQuery {
  readonly words: string;
  readonly after?: string;
  readonly before?: string;
  readonly limit: number;
  /** Sessions whose cached passages are removed. */
  readonly excluded: readonly SessionHeader[];
}

export interface SessionSearchResults {
  readonly hits: readonly RankedSession<SessionHeader>[];
  /** How many sessions matched at all. */
  readonly total: number;
}
