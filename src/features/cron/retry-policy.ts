import type { Schedule } from '../../config/cron-expression.js';
import { findLastSettledPeriod, type JobState } from './job-state.js';
import {
  findLatestOccurrence,
  findPreviousOccurrence,
  type Period,
  type ToLocalTime,
  toPeriodStart,
} from './next-run.js';

/** What to do about a job now. `since` is the last settled period; periods after it were missed. */
export type JobDue =
  | { readonly what: 'run'; readonly period: Period; readonly since: Period | null }
  /** It was missed too long ago and is not caught up. */
  | { readonly what: 'pass'; readonly period: Period; readonly since: Period | null }
  /** It failed and is tried again at `until` (ms). */
  | { readonly what: 'wait'; readonly period: Period; readonly until: number };

/** The most missed periods that are caught up one by one (FEATURES G3: one trace for each missed day, at most 7). */
const MAX_CATCH_UP = 7;

/** Delays in ms after the first and the second failure; a third is the last within a day (guide/cron.md › Guarantees). */
const RETRY_AFTER = [10 * 60_000, 60 * 60_000];

/**
 * Decides whether a job is due now (guide/cron.md › Guarantees): from its local time on, until it has succeeded.
 * A settled period is never run again, whatever clocks do, and no period is run early. A period more than `graceMs` ago
 * is missed. Null if nothing is due.
 */
export function isJobDue(
  schedule: Schedule,
  state: JobState,
  now: number,
  local: ToLocalTime,
  graceMs: number,
): JobDue | null {
  const since = findLastSettledPeriod(state, now, local);
  const last = findLatestOccurrence(schedule, now, local, since);
  if (last === null) return null;
  if (schedule.missed === 'skip' && now - toPeriodStart(schedule, last, local) > graceMs)
    return { what: 'pass', period: last, since };
  const period = schedule.missed === 'many' && since !== null ? oldest(schedule, last, local, since) : last;
  const until = retryAt(state, now);
  return until > now ? { what: 'wait', period, until } : { what: 'run', period, since };
}

/** Returns the oldest of the most recent unsettled periods. */
function oldest(schedule: Schedule, last: Period, local: ToLocalTime, since: Period): Period {
  let found = last;
  for (let count = 1; count < MAX_CATCH_UP; count++) {
    const earlier = findPreviousOccurrence(schedule, found, local, since);
    if (earlier === null) return found;
    found = earlier;
  }
  return found;
}

/** Returns when a failed job is tried again: after a short delay, then an hour, then a day after the first failure. */
function retryAt({ failures }: JobState, now: number): number {
  const recent = failures.filter(({ at }) => at <= now && at > now - DAY);
  const [first, last] = [recent.at(-RETRY_AFTER.length - 1), recent.at(-1)];
  if (last === undefined) return now;
  if (first !== undefined) return first.at + DAY;
  return last.at + (RETRY_AFTER[recent.length - 1] ?? 0);
}

/** Milliseconds. */
const DAY = 86_400_000;
