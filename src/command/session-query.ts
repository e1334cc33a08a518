import type { SessionHeader } from '../transcripts/session-header.js';
import type { Passage } from '../transcripts/session-passages.js';

/** What is searched for in transcripts. Dates are local days, both ends included. */
export interface SessionQuery {
  readonly words: string;
  readonly after?: string;
  readonly before?: string;
  readonly limit: number;
  /** Sessions whose cached passages are removed. */
  readonly excluded: readonly SessionHeader[];
  /** Other texts that are ranked together with the sessions. */
  readonly texts?: readonly TextBeside[];
  /** Sessions beyond so many bytes of transcripts are left out; all are searched if missing. */
  readonly mostBytes?: number;
}

/** A text beside the transcripts: an entry, or a passage of a file. */
export interface TextBeside {
  readonly name: string;
  readonly passages: readonly Passage[];
}

/** A session that matches, by its best passage. */
export interface RankedSession<T> {
  readonly session: T;
  readonly score: number;
  readonly passage: Passage;
  /** The prompt before an answer, or the answer to a prompt; null where there is none. */
  readonly partner: Passage | null;
  /** How many of its passages have a word of the query. */
  readonly count: number;
}

export interface SessionSearchResults {
  readonly hits: readonly RankedSession<SessionHeader | TextBeside>[];
  /** How many sessions and texts matched at all. */
  readonly total: number;
}
