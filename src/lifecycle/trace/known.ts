import type { Located } from '../../wiki/entries.js';
import type { Commit, Happened } from '../../wiki/happened.js';
import type { Recorded } from '../handoff.js';

/** All that is known of a day beside its note. */
export interface Known {
  readonly commits: readonly Commit[];
  readonly happened: readonly Happened[];
  /** Records of the sessions of that day. */
  readonly handoffs: readonly Recorded[];
  /** What the day's own note holds. */
  readonly noted: readonly Located[];
  /** `09:12` of a moment in ISO 8601. */
  readonly time: (iso: string) => string;
}
