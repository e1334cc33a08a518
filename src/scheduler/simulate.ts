import type { Invocation } from '../app/invocation.js';
import { openRuntime, type Runtime, type WorkspaceCopy } from '../app/runtime.js';
import { JOBS, type Job } from '../config/jobs.js';
import { createJobReports } from '../features/cron/overdue-report.js';
import { asScheduler, createJobContext, executeJob, runJob } from './run-job.js';

/** The result that a job would have. */
export interface SimulatedRun {
  readonly job: string;
  /** ISO 8601 with offset. */
  readonly at: string;
  readonly what: 'done' | 'failed';
  readonly said: string;
  /** The unified diff of its changes; empty if it would change nothing. */
  readonly diff: string;
}

/** Effects outside the notes are not simulated. */
const SIMULATED = JOBS.filter((job: Job) => job.authority === undefined);

/** The limit of runs: a job of every minute is not simulated for a year. */
const MOST_STEPS = 20_000;

/**
 * Runs the jobs that are due now and in the following days on a copy of the workspace (FEATURES G4), each at its time,
 * and returns their results. Only the copy is changed, and it is deleted afterwards.
 */
export async function simulateJobs(start: Invocation, days: number): Promise<readonly SimulatedRun[]> {
  const runtime = await openRuntime(start, 'workspace');
  const { settings, request: moment } = runtime;
  const copy = await runtime.copyWorkspace([settings['context.target'], 'AGENTS.md']);
  try {
    const done: SimulatedRun[] = [];
    const end = moment.now + days * DAY;
    let now: number | null = moment.now;
    for (let step = 0; now !== null && now <= end && step < MOST_STEPS; step++) {
      const there = await openRuntime(at(start, copy, now, `${moment.seed} ${step}`), 'workspace');
      for (const job of SIMULATED) {
        const did = await rehearse(job, there);
        if (did) done.push(did);
      }
      now = nextAfter(there, now);
    }
    return done;
  } finally {
    copy.remove();
  }
}

/** Milliseconds. */
const DAY = 86_400_000;

/** Creates a start in the copy at a moment. The first run has the seed that a real run would have. */
const at = (start: Invocation, { root, home }: WorkspaceCopy, now: number, seed: string): Invocation => ({
  ...start,
  cwd: root,
  workspace: root,
  warn: () => undefined,
  env: { ...start.env, DAYBOOK_HOME: home, DAYBOOK_NOW: new Date(now).toISOString(), DAYBOOK_SEED: seed },
});

async function rehearse(job: Job, runtime: Runtime): Promise<SimulatedRun | null> {
  const command = (await runtime.loadCommands([job.command])).get(job.command);
  if (!command) return null;
  const moment = createJobContext(job, runtime);
  const { diff } = await executeJob(job, command, asScheduler(runtime, moment), true).catch(() => NO_DIFF);
  const ran = await runJob(job, command, runtime, 'due');
  const when = runtime.clock.local(runtime.request.now).iso;
  if (ran.what === 'done')
    return { job: job.name, at: when, what: 'done', said: ran.line.say, diff: diff ?? '' };
  return ran.what === 'failed'
    ? { job: job.name, at: when, what: 'failed', said: ran.line.why, diff: '' }
    : null;
}

const NO_DIFF = { diff: '' };

/** Returns the next moment at which a job is due or retried. */
function nextAfter({ store, settings, clock }: Runtime, now: number): number | null {
  const times = createJobReports(store?.runs() ?? [], settings, {
    now,
    local: clock.local,
    isTrusted: false,
  }).flatMap(({ next }) => next ?? []);
  const later = times.filter((time) => time > now);
  return later.length === 0 ? null : Math.min(...later);
}
