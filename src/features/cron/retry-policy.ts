import type { Schedule } from '../../config/cron-expression.js';
import { findLastSettledPeriod, type JobState } from './job-state.js';
import {
  findLatestOccurrence,
  findPreviousOccurrence,
  type Period,
  type ToLocalTime,
  toPeriodStart,
} from './next-run.js';

/** What is to be done about a job now. `since` is the period settled before; what lies between was missed. */
export type JobDue =
  | { readonly what: 'run'; readonly period: Period; readonly since: Period | null }
  /** It came too long ago, and is not to be made up. */
  | { readonly what: 'pass'; readonly period: Period; readonly since: Period | null }
  /** It failed, and is tried again at `until` (ms). */
  | { readonly what: 'wait'; readonly period: Period; readonly until: number };

/** How many missed times are made up one by one (FEATURES G3: one trace a missed day, at most 7). */
const MAX_CATCH_UP = 7;

/** Milliseconds after the first and the second failure; a third is the last within a day (guide/cron.md › What is promised). */
const RETRY_AFTER = [10 * 60_000, 60 * 60_000];

/**
 * Whether a job is to be run now (guide/cron.md › What is promised): due from the moment when the local wall clock shows its time, or has
 * passed it, until it is *done*. Nothing that is settled comes again, whatever clocks do, and nothing comes early.
 * A time that came more than `graceMs` ago is missed. Null where nothing is due.
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

/** The oldest of the newest times that are not settled. */
function oldest(schedule: Schedule, last: Period, local: ToLocalTime, since: Period): Period {
  let found = last;
  for (let count = 1; count < MAX_CATCH_UP; count++) {
    const earlier = findPreviousOccurrence(schedule, found, local, since);
    if (earlier === null) return found;
    found = earlier;
  }
  return found;
}

/** When what failed may be tried again: a little later, then an hour later, then a day after the first of these. */
function retryAt({ failures }: JobState, now: number): number {
  const recent = failures.filter(({ at }) => at <= now && at > now - DAY);
  const [first, last] = [recent.at(-RETRY_AFTER.length - 1), recent.at(-1)];
  if (last === undefined) return now;
  if (first !== undefined) return first.at + DAY;
  return last.at + (RETRY_AFTER[recent.length - 1] ?? 0);
}

/** Milliseconds. */
const DAY = 86_400_000;
