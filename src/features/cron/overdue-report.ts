import type { CommandContext } from '../../command/define-command.js';
import { parseSchedule, type Schedule } from '../../config/cron-expression.js';
import { JOBS, type Job, TICK_MINUTES } from '../../config/jobs.js';
import type { RunRecord } from '../../config/run-record.js';
import type { Settings } from '../../config/settings.js';
import { foldJobStates, isJobDue, type JobState, NEVER_RUN } from './job-state.js';
import { nextOccurrence, type ToLocalTime, toPeriodStart } from './next-run.js';

/** The state of a job. */
export interface JobReport {
  readonly name: string;
  readonly about: string;
  /** Its schedule in the settings. */
  readonly schedule: string;
  readonly condition: 'fine' | 'never run' | 'due' | 'overdue' | 'failing' | 'running' | 'off';
  /** When it last succeeded, ms; attempts do not count. */
  readonly lastDone: number | null;
  readonly said: string | null;
  /** Its last change in the journal. */
  readonly seq: number | null;
  /** The number of failures since, and the last reason. */
  readonly failures: number;
  readonly why: string | null;
  /** The next run, ms: now if it is due; null if it is off. */
  readonly next: number | null;
}

/**
 * Returns the schedule of a job from the settings; null if it is off, or needs trust that this workspace does not have.
 */
export function findSchedule(job: Job, settings: Settings, isTrusted: boolean): Schedule | null {
  if (job.authority !== undefined && !isTrusted) return null;
  const read = parseSchedule(lineOf(job, settings));
  return read && 'fault' in read ? null : read;
}

/** How long after its time a job counts as missed for `skip` (ms): two looks of a timer. */
export const MISSED_GRACE_MS = 2 * TICK_MINUTES * 60_000;

/** The time and the workspace of a report. */
interface JobMoment {
  readonly now: number;
  readonly local: ToLocalTime;
  readonly isTrusted: boolean;
}

/** Returns every job with its current state. */
export function createJobReports(
  lines: readonly RunRecord[],
  settings: Settings,
  { now, local, isTrusted }: JobMoment,
): readonly JobReport[] {
  const states = foldJobStates(lines);
  const moment = { now, local, isTrusted };
  return JOBS.map((job) => reportOf(job, states.get(job.name) ?? NEVER_RUN, settings, moment));
}

function reportOf(
  job: Job,
  state: JobState,
  settings: Settings,
  { now, local, isTrusted }: JobMoment,
): JobReport {
  const schedule = findSchedule(job, settings, isTrusted);
  const last = state.failures.at(-1);
  const known = {
    name: job.name,
    about: job.about,
    schedule: lineOf(job, settings),
    lastDone: state.lastDone?.at ?? null,
    said: state.lastDone?.say ?? null,
    seq: state.lastDone?.seq ?? null,
    failures: state.failures.length,
    why: last === undefined ? null : last.t === 'failed' ? last.why : 'its process died',
  };
  const needsTrust = schedule === null && findSchedule(job, settings, true) !== null;
  if (schedule === null)
    return { ...known, condition: 'off', next: null, why: needsTrust ? NEEDS_TRUST : null };
  const next = isJobDue(schedule, state, now, local, MISSED_GRACE_MS);
  const period = nextOccurrence(schedule, now, local);
  const later = period === null ? null : toPeriodStart(schedule, period, local);
  const at = next?.what === 'run' ? now : next?.what === 'wait' ? next.until : later;
  return { ...known, condition: conditionOf(schedule, state, next, now, local), next: at };
}

const NEEDS_TRUST = 'it runs only in a workspace that you trust: daybook trust';

/** A job that is due for longer than this (ms) without a run is overdue: an hour and a little. */
const LATE = 65 * 60_000;

function conditionOf(
  schedule: Schedule,
  state: JobState,
  next: ReturnType<typeof isJobDue>,
  now: number,
  local: ToLocalTime,
): JobReport['condition'] {
  if (state.open !== null && now <= state.open.until) return 'running';
  if (state.failures.length > 0) return 'failing';
  if (state.lastDone === null) return 'never run';
  if (next?.what !== 'run') return 'fine';
  return now - toPeriodStart(schedule, next.period, local) > LATE ? 'overdue' : 'due';
}

const lineOf = ({ name, at }: Job, settings: Settings): string =>
  String((settings as Readonly<Record<string, unknown>>)[`cron.${name}`] ?? at);

/** Returns every job with its current state. */
export const listCurrentJobReports = ({
  query: ask,
  settings,
  now,
  local,
}: CommandContext): readonly JobReport[] =>
  createJobReports(ask('runs'), settings, { now, local, isTrusted: ask('root').trusted === true });

export const formatMinute = ({ local }: CommandContext, ms: number): string =>
  local(ms).iso.slice(0, 16).replace('T', ' ');
export const formatDueTime = (ctx: CommandContext, ms: number): string =>
  ms <= ctx.now ? 'now' : formatMinute(ctx, ms);

/** Describes the state of a job. */
export function describeJob(
  ctx: CommandContext,
  { condition, lastDone, said: text, failures, why, next: at }: JobReport,
): string {
  if (condition === 'off') return why === null ? 'off' : `off: ${why}`;
  if (condition === 'failing')
    return `failed ${failures === 1 ? 'once' : `${failures} times`}: ${why}; again ${formatDueTime(ctx, at ?? 0)}`;
  if (lastDone === null) return condition;
  return `${condition === 'fine' ? '' : `${condition}; `}done ${formatMinute(ctx, lastDone)}: ${text}`;
}
