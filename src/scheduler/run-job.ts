import { type CommandResult, executeCommand } from '../app/execute.js';
import { createOperationId } from '../app/request.js';
import type { Runtime, Store, StoreTransaction } from '../app/runtime.js';
import { createEmptyInput } from '../command/coerce-input.js';
import { type Command, type CommandPlan, UserError } from '../command/define-command.js';
import type { CommandInput, ParamDefinitions } from '../command/params.js';
import { formatNightSession, JOB_LIMIT_MS, type Job, SCHEDULER_USER } from '../config/jobs.js';
import type { RunClaimed, RunDone, RunFailed } from '../config/run-record.js';
import { foldJobStates, isJobDue, type JobDue, NEVER_RUN } from '../features/cron/job-state.js';
import { findSchedule, MISSED_GRACE_MS } from '../features/cron/overdue-report.js';
import { limitJobRemovals } from '../features/cron/stop-large-removal.js';

/** The result of a job: done, failed, not needed, or not possible. */
type JobResult =
  | { readonly what: 'done'; readonly line: RunDone; readonly outcome: CommandPlan | null }
  | { readonly what: 'failed'; readonly line: RunFailed; readonly error: unknown }
  /** Not due, or waiting after a failure. */
  | { readonly what: 'idle'; readonly due: JobDue | null }
  /** Another process runs it. */
  | { readonly what: 'taken'; readonly by: RunClaimed };

/** Who runs the job: the scheduler runs only due jobs, a person runs it now. */
type JobMode = 'due' | 'now';

/**
 * Runs a job: claims it in the journal of runs, runs its command as user `cron` in the session of this night, and records
 * the result. Two processes never run the same one. After a crash it is completed once, with the same bytes.
 */
export async function runJob(
  job: Job,
  command: Command,
  runtime: Runtime,
  when: JobMode,
): Promise<JobResult> {
  const store = storeOf(runtime);
  const taken = store.transaction(patienceOf(runtime), (tx) => take(job, command, runtime, tx, when));
  if (taken.what !== 'claimed') return taken;
  const { claim, since } = taken;
  const begun = performance.now();
  try {
    const { plan, seq } = await executeJob(job, command, leased(runtime, claim), false);
    const line = doneOf(claim, since, plan, seq, performance.now() - begun);
    finish(store, runtime, claim, line);
    return { what: 'done', line, outcome: plan };
  } catch (error) {
    const line = failedOf(claim, error, performance.now() - begun);
    finish(store, runtime, claim, line);
    return { what: 'failed', line, error };
  }
}

/** A process that should have run a job: the journal of runs before its start, and why it failed. */
interface CrashedJob {
  readonly pid: number;
  /** The number of lines in the journal of runs at its start. */
  readonly from: number;
  readonly why: string;
}

/** Returns the recorded reason of a failure; records it for a process that could not. */
export function recordFailedJob(job: Job, { pid, from, why }: CrashedJob, runtime: Runtime): string {
  const { now } = runtime.request;
  return storeOf(runtime).transaction(PATIENCE_MS, (tx) => {
    const own = tx
      .runs()
      .slice(from)
      .findLast(({ job: name, t }) => name === job.name && t === 'failed');
    if (own?.t === 'failed') return own.why;
    const { open } = foldJobStates(tx.runs()).get(job.name) ?? NEVER_RUN;
    if (open !== null && open.owner.pid !== pid) return why; // another process runs it
    const next = planJob(job, runtime, tx);
    const run = open
      ? ofRun(open)
      : { id: `${job.name}-${now.toString(36)}-${pid}`, job: job.name, period: next?.period ?? null };
    tx.recordRun({ ...run, t: 'failed', at: now, why, ms: 0 });
    return why;
  });
}

/** Throws UserError for a job with effects outside the notes if the user does not trust the workspace. */
export function assertMayRun({ name, authority }: Job, runtime: Runtime): void {
  if (authority === undefined || storeOf(runtime).root.trusted) return;
  throw new UserError(
    'untrusted',
    `the job ${name} ${authority.split(':')[0]}, and this workspace is not trusted`,
    'look at it first; then, if you trust this workspace: daybook trust',
  );
}

/** Runs the command of a job as the scheduler does, or previews it. */
export async function executeJob(
  job: Job,
  command: Command,
  runtime: Runtime,
  dryRun: boolean,
): Promise<CommandResult> {
  const input = createJobInput(command, job);
  assertMayRun(job, runtime);
  if (job.command === 'sync') {
    const { syncWorkspace } = await import('../app/sync/run-sync.js');
    return syncWorkspace(runtime, input as Parameters<typeof syncWorkspace>[1], dryRun);
  }
  return executeCommand(toJobCommand(command, job), input as CommandInput<ParamDefinitions>, runtime, {
    dryRun,
  });
}

/** Returns the input of the job's command. */
function createJobInput({ params }: Command, { input }: Job): Readonly<Record<string, unknown>> {
  return { ...createEmptyInput(params), ...input };
}

/** Returns time and seed of a job that starts now: two jobs of one tick never create the same ids. */
export const createJobContext = ({ name }: Job, { request: { now, seed } }: Runtime) => ({
  now,
  seed: `${seed} ${name}`,
});

/** Returns the runtime of a job at a moment: the user is `cron`, and the session is the night. */
export function asScheduler(
  runtime: Runtime,
  { now, seed }: { readonly now: number; readonly seed: string },
): Runtime {
  const session = formatNightSession(runtime.clock.local(now).date);
  return { ...runtime, request: { now, seed, by: SCHEDULER_USER, session } };
}

/**
 * Returns the command as a job runs it: it is not a sign of activity (FEATURES A5), a blocked command is tried again
 * instead of queued, and it removes no more from a note than a job may (guide/cron.md › Retention).
 */
function toJobCommand(command: Command, { name }: Pick<Job, 'name'>): Command {
  const planWithLimit: Command['plan'] = (ctx, input) =>
    limitJobRemovals(command.plan(ctx, input), ctx, name);
  return { ...command, countsAsActivity: () => false, onLocked: 'refuse', plan: planWithLimit };
}

type Taken =
  | { readonly what: 'claimed'; readonly claim: RunClaimed; readonly since: string | null }
  | Exclude<JobResult, { readonly what: 'failed' }>;

function take(job: Job, command: Command, runtime: Runtime, tx: StoreTransaction, when: JobMode): Taken {
  const { now } = runtime.request;
  const state = foldJobStates(tx.runs()).get(job.name) ?? NEVER_RUN;
  const next = planJob(job, runtime, tx);
  if (state.open !== null && !tx.isVoid(state.open, now)) return { what: 'taken', by: state.open };
  if (next?.what === 'pass') tx.recordRun({ ...next, t: 'passed', id: job.name, job: job.name, at: now });
  if (when === 'due' && next?.what !== 'run') return { what: 'idle', due: next };
  const period = next?.what === 'run' || next?.what === 'wait' ? next.period : null;
  const since = next?.what === 'run' ? next.since : null;
  const before = state.open?.period === period ? state.open : null;
  const input = createJobInput(command, job) as CommandInput<ParamDefinitions>;
  const done = before && tx.receipt(createOperationId({ command, input, moment: before }));
  if (before && done)
    return { what: 'done', line: completed(tx, before, since, done.seq, now), outcome: null };
  const begin = before ?? {
    ...createJobContext(job, runtime),
    id: `${job.name}-${now.toString(36)}-${tx.runs().length}`,
  };
  const claim = tx.claimRun({
    id: begin.id,
    job: job.name,
    period,
    at: now,
    now: begin.now,
    seed: begin.seed,
    limit: JOB_LIMIT_MS,
  });
  return { what: 'claimed', claim, since };
}

/** Returns what to do about a job according to the journal of runs. */
export function planJob(
  job: Job,
  { settings, request: moment, clock, store }: Runtime,
  { runs }: Pick<Store, 'runs'>,
): JobDue | null {
  const schedule = findSchedule(job, settings, store?.root.trusted === true);
  const state = foldJobStates(runs()).get(job.name) ?? NEVER_RUN;
  return schedule && isJobDue(schedule, state, moment.now, clock.local, MISSED_GRACE_MS);
}

/** Its process died after it was done, before the journal of runs was updated. */
function completed(
  tx: StoreTransaction,
  claim: RunClaimed,
  since: string | null,
  seq: number,
  now: number,
): RunDone {
  const line: RunDone = {
    ...ofRun(claim),
    t: 'done',
    at: now,
    since,
    say: 'done before its process died',
    changed: [],
    seq,
    ms: 0,
  };
  tx.recordRun(line);
  return line;
}

/**
 * Returns a runtime whose store commits only while the claim is held: a process that lost its claim changes nothing
 * more, and its successor completes what was started.
 */
function leased(runtime: Runtime, claim: RunClaimed): Runtime {
  const store = storeOf(runtime);
  const guarded = (tx: StoreTransaction): StoreTransaction => ({
    ...tx,
    commit(operation) {
      if (tx.isHeld(claim)) return tx.commit({ ...operation, resumable: true });
      throw new UserError(
        'lease-lost',
        `another process has taken ${claim.job} over`,
        'see: daybook cron log',
      );
    },
  });
  return {
    ...asScheduler(runtime, claim),
    store: { ...store, transaction: (waitMs, act) => store.transaction(waitMs, (tx) => act(guarded(tx))) },
  };
}

const doneOf = (
  claim: RunClaimed,
  since: string | null,
  plan: CommandPlan,
  seq: number | null,
  ms: number,
): RunDone => ({
  ...ofRun(claim),
  t: 'done',
  at: claim.at,
  since,
  say: (plan.historyMessage ?? plan.message).split('\n')[0] ?? '',
  changed: seq === null ? [] : [...new Set(plan.changes.map(({ path }) => path))],
  seq,
  ms: Math.round(ms),
});

const failedOf = (claim: RunClaimed, error: unknown, ms: number): RunFailed => ({
  ...ofRun(claim),
  t: 'failed',
  at: claim.at,
  why: error instanceof Error ? error.message : String(error),
  ms: Math.round(ms),
});

const ofRun = ({ id, job, period }: RunClaimed) => ({ id, job, period });

/** The end of a run that was taken over meanwhile is the other's to tell. */
function finish(store: Store, runtime: Runtime, claim: RunClaimed, line: RunDone | RunFailed): void {
  store.transaction(Math.max(patienceOf(runtime), PATIENCE_MS), (tx) => {
    if (tx.isHeld(claim)) tx.recordRun(line);
  });
}

/** What was done must be written down, or it is done again: that waits longer than a person would. */
const PATIENCE_MS = 60_000;

const patienceOf = ({ settings }: Runtime): number => settings['lock.wait'] * 1000;

function storeOf({ store }: Runtime): Store {
  if (store) return store;
  throw new Error('jobs run in a workspace');
}
