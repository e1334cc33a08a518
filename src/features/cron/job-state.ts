import type { Schedule } from '../../config/cron-expression.js';
import type { RunClaimed, RunDone, RunFailed, RunRecord } from '../../config/run-record.js';
import { addDays } from '../../dates/local-time.js';
import {
  findLatestOccurrence,
  findPreviousOccurrence,
  type Period,
  type ToLocalTime,
  toPeriodStart,
} from './next-run.js';

/** The state of one job according to the journal of runs. */
export interface JobState {
  /** The latest settled period, preceded by those from before a leap of the clock by days; ascending. */
  readonly settled: readonly Period[];
  /** A run that was started and has not ended. */
  readonly open: RunClaimed | null;
  readonly lastDone: RunDone | null;
  /** Failures since it last succeeded, oldest first. */
  readonly failures: readonly (RunFailed | RunClaimed)[];
  /** Runs since then whose process died. */
  readonly broken: number;
}

/** The state of a job without a run. */
export const NEVER_RUN: JobState = { settled: [], open: null, lastDone: null, failures: [], broken: 0 };

/** Computes the state of every job in the journal of runs. */
export function foldJobStates(lines: readonly RunRecord[]): ReadonlyMap<string, JobState> {
  const states = new Map<string, JobState>();
  for (const line of lines) states.set(line.job, applyRunRecord(states.get(line.job) ?? NEVER_RUN, line));
  return states;
}

/** Returns the state after one more line of the journal of runs. */
export function applyRunRecord(state: JobState, line: RunRecord): JobState {
  switch (line.t) {
    case 'claimed':
      return state.open === null ? { ...state, open: line } : takenOver(state, state.open, line);
    case 'failed':
      return { ...state, open: without(state.open, line), failures: [...state.failures, line] };
    case 'passed':
      return { ...state, settled: settledWith(state.settled, line.period) };
    case 'done':
      return {
        settled: settledWith(state.settled, line.period),
        open: without(state.open, line),
        lastDone: line,
        failures: [],
        broken: 0,
      };
  }
}

/**
 * Returns the latest settled period that counts at `now`. A period far in the future was run under a wrong clock: it
 * counts only when its day is near, so that it is not run twice and blocks nothing before.
 */
function findLastSettledPeriod({ settled }: JobState, now: number, local: ToLocalTime): Period | null {
  const farthest = addDays(local(now).date, MOST_AHEAD);
  return settled.findLast((one) => one.slice(0, 10) <= farthest) ?? null;
}

/** In days. A clock that is further ahead is wrong; zones differ by a day at most. */
const MOST_AHEAD = 2;

/** A line ends its own run only: a late line of a run that was taken over does not end the new one. */
const without = (open: RunClaimed | null, { id }: RunRecord): RunClaimed | null =>
  open?.id === id ? null : open;

/** A run whose process dies twice counts as failed; once may have any cause. */
function takenOver(state: JobState, open: RunClaimed, line: RunClaimed): JobState {
  const broken = state.broken + 1;
  return { ...state, open: line, broken, failures: broken > 1 ? [...state.failures, open] : state.failures };
}

function settledWith(settled: readonly Period[], period: Period | null): readonly Period[] {
  if (period === null) return settled;
  const all = settled.includes(period) ? settled : [...settled, period].sort();
  return all.filter((one, i) => {
    const next = all[i + 1];
    return next === undefined || next.slice(0, 10) > addDays(one.slice(0, 10), MOST_AHEAD);
  });
}

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
