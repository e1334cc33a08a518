import { getDaybookCommand, type ProcessResult, runProgram } from '../app/child-process.js';
import type { Runtime } from '../app/runtime.js';
import type { CommandPlan, ResultItem } from '../command/define-command.js';
import { JOBS, type Job } from '../config/jobs.js';
import { planJob, recordFailedJob } from './run-job.js';

/** How the clock runs its jobs. */
interface TickOptions {
  readonly runtime: Runtime;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The words of a command that runs a job if it is due; Daybook's own if left out. */
  readonly command?: (job: Job) => readonly string[];
  readonly jobs?: readonly Job[];
  /** How long a job may take, ms; the setting if left out. */
  readonly limit?: number;
  readonly stop?: AbortSignal;
}

/** What a tick did about one job. */
interface TickResult {
  readonly job: string;
  readonly what: 'done' | 'failed';
  readonly said: string;
}

/**
 * Runs what is due, one after another, each in a process of its own: one that fails, hangs or dies does not stop the
 * others. A job with several missed times runs for each of them.
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
  return done;
}

/** A job runs at most once for each of the times that are made up, and once for its own. */
const MOST_RUNS = 8;

function wants(job: Job, runtime: Runtime): boolean {
  const what = runtime.store && planJob(job, runtime, runtime.store)?.what;
  return what === 'run' || what === 'pass';
}

async function tickJob(job: Job, ticking: TickOptions): Promise<TickResult | null> {
  const { runtime, env, command = commandOf, stop } = ticking;
  const limit = ticking.limit ?? runtime.settings['cron.limit'] * 60_000;
  const from = runtime.store?.runs().length ?? 0;
  const cwd = runtime.store?.root.root ?? '.';
  const ended = await runProgram(command(job), { cwd, env, limit, ...(stop ? { stop } : {}) });
  if (ended.status === 0)
    return ended.out.trim() === '' ? null : { job: job.name, what: 'done', said: firstLine(ended.out) };
  if (stop?.aborted || ended.status === TAKEN) return null; // whoever is at it, or ticks next, does it
  const why = whyOf(ended, limit);
  return {
    job: job.name,
    what: 'failed',
    said: recordFailedJob(job, { pid: ended.pid, from, why }, runtime),
  };
}

/** The status of a command that another one was in the way of. */
const TAKEN = 4;

/** Why a process ended as it did, where it could not say so itself. */
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

/** What a tick did, told. */
export function formatTickSummary(ticked: readonly TickResult[]): CommandPlan {
  const failed = ticked.filter(({ what }) => what === 'failed').length;
  const rows: ResultItem[] = ticked.map(({ job, what, said }) => ({
    what: `**${job}** ${what === 'done' ? said : `failed: ${said}`}`,
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
