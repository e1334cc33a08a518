import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { Snapshot } from './snapshot-record.js';

/** What blocks the work and what was decided, as the brief shows it: snapshots and recoveries take it from here. */
export interface WorkState {
  /** Open blockers, the most important first. */
  readonly blockers: readonly string[];
  /** Valid decisions with their reasons, the most important first; pinned ones apart. */
  readonly pinned: readonly string[];
  readonly decisions: readonly string[];
  /** Valid rejected things of the session and of recent days. */
  readonly rejected: readonly LocatedEntry[];
  /** True for a text that repeats an entry that is done, dropped or replaced. */
  readonly isEnded: (text: string) => boolean;
}

/** The open blockers, then those that only the open snapshot of the task has. */
export function listOpenBlockers(work: WorkState, last: Snapshot | null): readonly string[] {
  const saved = last === null ? [] : splitBlockers(last.blocker);
  return addOthers(
    work.blockers,
    saved.filter((text) => !work.isEnded(text)),
  );
}

/** The blockers of a snapshot, each as its own text. */
export const splitBlockers = (text: string): readonly string[] =>
  text.split('; ').filter((one) => one !== '' && one !== 'none');

/** Adds texts that are not there yet, with or without a reason. */
export const addOthers = (known: readonly string[], more: readonly string[]): readonly string[] => [
  ...known,
  ...more.filter((text) => !known.some((other) => isSameButReason(text, other))),
];

/** True if two texts are the same but for a reason. */
export const isSameButReason = (a: string, b: string): boolean =>
  a === b || a.startsWith(`${b} — `) || b.startsWith(`${a} — `);
