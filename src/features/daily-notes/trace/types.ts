import type { LocatedEntry } from '../../../notes/entries/read-entries.js';
import type { Handoff } from '../../../records/handoff.js';
import type { ActivityEvent, Commit } from '../../../transcripts/activity-event.js';

/** What a session was for, and how it ended. */
export type Goal = Pick<Handoff, 'label' | 'goal' | 'agent' | 'outcome'>;

/** All that is known of a day beside its note. */
export interface Known {
  readonly commits: readonly Commit[];
  readonly happened: readonly ActivityEvent[];
  /** The content folder, whose notes are left out. */
  readonly content: string;
  /** What is known of the sessions of that day beside what happened in them. */
  readonly handoffs: readonly Goal[];
  /** The entries of the day's own note. */
  readonly noted: readonly LocatedEntry[];
  /** `09:12` of a moment in ISO 8601. */
  readonly time: (iso: string) => string;
}
