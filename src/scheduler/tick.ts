import { getDaybookCommand, type ProcessResult, runProgram } from '../app/child-process.js';
import { fillVectorsAside } from '../app/embed/embeddings.js';
import type { Runtime } from '../app/runtime.js';
import type { CommandPlan, ResultItem } from '../command/define-command.js';
import { JOB_LIMIT_MS, JOBS, type Job } from '../config/jobs.js';
import { planJob, recordFailedJob } from './run-job.js';

/** Options for running jobs. */
interface TickOptions {
  readonly runtime: Runtime;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The command that runs a job if it is due; Daybook's own by default. */
  readonly command?: (job: Job) => readonly string[];
  readonly jobs?: readonly Job[];
  /** The time limit of a job in ms; `JOB_LIMIT_MS` by default. */
  readonly limit?: number;
  readonly stop?: AbortSignal;
}

/** The result of a tick for one job. */
interface TickResult {
  readonly job: string;
  readonly what: 'done' | 'failed';
  readonly said: string;
}

/**
 * Runs the due jobs one after another, each in its own process: one that fails, hangs or dies does not stop the others.
 * A job with several missed times runs once for each of them.
 */
export async function runDueJobs(ticking: TickOptions): Promise<readonly TickResult[]> {
  const done: TickResult[] = [];
  for (const job of ticking.jobs ?? JOBS) {
    for (let times = 0; times < MOST_RUNS && !ticking.stop?.aborted; times++) {
      if (!wants(job, ticking.runtime)) break;
      const ticked = await tickJob(job, ticking);
      if (ticked) done.push(ticked);
      if (ticked?.what !== 'done') break;
    }
  }
  if (done.length > 0) fillVectorsAside(ticking.runtime.store, ticking.runtime.settings['search.embed']);
  return done;
}

/** The most runs of a job in one tick: one for each missed time that is caught up, and one for its own. */
const MOST_RUNS = 8;

function wants(job: Job, runtime: Runtime): boolean {
  const what = runtime.store && planJob(job, runtime, runtime.store)?.what;
  return what === 'run' || what === 'pass';
}

async function tickJob(job: Job, ticking: TickOptions): Promise<TickResult | null> {
  const { runtime, env, command = commandOf, stop } = ticking;
  const limit = ticking.limit ?? JOB_LIMIT_MS;
  const from = runtime.store?.runs().length ?? 0;
  const cwd = runtime.store?.root.root ?? '.';
  const ended = await runProgram(command(job), { cwd, env, limit, ...(stop ? { stop } : {}) });
  if (ended.status === 0)
    return ended.out.trim() === '' ? null : { job: job.name, what: 'done', said: firstLine(ended.out) };
  if (stop?.aborted || ended.status === TAKEN) return null; // another process runs it, or the next tick will
  const why = whyOf(ended, limit);
  return {
    job: job.name,
    what: 'failed',
    said: recordFailedJob(job, { pid: ended.pid, from, why }, runtime),
  };
}

/** The exit status of a command that another process blocked. */
const TAKEN = 4;

/** Returns the reason of a failure that the process could not report itself. */
function whyOf({ status, err, late }: ProcessResult, limit: number): string {
  if (late) return `took longer than ${limit / 60_000} minutes and was stopped`;
  return status === null
    ? 'its process was killed'
    : `its process ended with status ${status}: ${firstLine(err)}`;
}

const commandOf = ({ name }: Job): readonly string[] => getDaybookCommand('cron', 'run', name, '--due');

const firstLine = (text: string): string =>
  text
    .trim()
    .split('\n')[0]
    ?.replace(/^daybook: /, '') ?? '';

/** Formats the results of a tick. */
export function formatTickSummary(ticked: readonly TickResult[]): CommandPlan {
  const failed = ticked.filter(({ what }) => what === 'failed').length;
  const rows: ResultItem[] = ticked.map(({ job, what, said: text }) => ({
    what: `**${job}** ${what === 'done' ? text : `failed: ${text}`}`,
  }));
  return {
    message:
      ticked.length === 0 ? 'Nothing is due.' : `Ran ${ticked.length - failed} of ${ticked.length} due jobs.`,
    items: rows,
    data: { runs: ticked },
    changes: [],
    ...(failed > 0 ? { exit: 1 as const } : {}),
  };
}
