import type { House } from './house.js';
import { dueNow, giveUp } from './jobs.js';
import { type Ended, ownCommand, runProgram } from './store/programs.js';
import type { Outcome, Row } from './verbs/verb.js';
import { JOBS, type Job } from './wiki/jobs.js';

/** How the clock runs its jobs. */
export interface Ticking {
  readonly house: House;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The words of a command that runs a job if it is due; Daybook's own if left out. */
  readonly command?: (job: Job) => readonly string[];
  readonly jobs?: readonly Job[];
  readonly stop?: AbortSignal;
}

/** What a tick did about one job. */
export interface Ticked {
  readonly job: string;
  readonly what: 'done' | 'failed';
  readonly said: string;
}

/**
 * Runs what is due, one after another, each in a process of its own: one that fails, hangs or dies does not stop the
 * others. A job with several missed times runs for each of them.
 */
export async function tick(ticking: Ticking): Promise<readonly Ticked[]> {
  const done: Ticked[] = [];
  for (const job of ticking.jobs ?? JOBS) {
    for (let times = 0; times < MOST_RUNS && !ticking.stop?.aborted; times++) {
      if (!wants(job, ticking.house)) break;
      const ticked = await tickJob(job, ticking);
      if (ticked) done.push(ticked);
      if (ticked?.what !== 'done') break;
    }
  }
  return done;
}

/** A job runs at most once for each of the times that are made up, and once for its own. */
const MOST_RUNS = 8;

function wants(job: Job, house: House): boolean {
  const what = house.store && dueNow(job, house, house.store)?.what;
  return what === 'run' || what === 'pass';
}

async function tickJob(job: Job, { house, env, command = commandOf, stop }: Ticking): Promise<Ticked | null> {
  const limit = house.settings['cron.limit'] * 60_000;
  const cwd = house.store?.root.root ?? '.';
  const ended = await runProgram(command(job), { cwd, env, limit, ...(stop ? { stop } : {}) });
  if (ended.status === 0)
    return ended.out.trim() === '' ? null : { job: job.name, what: 'done', said: firstLine(ended.out) };
  if (stop?.aborted) return null; // whoever ticks next takes it up
  const why = whyOf(ended, house);
  const given = giveUp(job, ended.pid, why, house);
  return { job: job.name, what: 'failed', said: given ? why : firstLine(ended.err) || why };
}

/** Why a process ended as it did, where it could not say so itself. */
function whyOf({ status, err, late }: Ended, { settings }: House): string {
  if (late) return `took longer than ${settings['cron.limit']} minutes and was stopped`;
  return status === null
    ? 'its process was killed'
    : `its process ended with status ${status}: ${firstLine(err)}`;
}

const commandOf = ({ name }: Job): readonly string[] => [...ownCommand(), 'cron', 'run', name, '--due'];

const firstLine = (text: string): string =>
  text
    .trim()
    .split('\n')[0]
    ?.replace(/^daybook: /, '') ?? '';

/** What a tick did, told. */
export function tickedOutcome(ticked: readonly Ticked[]): Outcome {
  const failed = ticked.filter(({ what }) => what === 'failed').length;
  const rows: Row[] = ticked.map(({ job, what, said }) => ({
    what: `**${job}** ${what === 'done' ? said : `failed: ${said}`}`,
  }));
  return {
    say:
      ticked.length === 0 ? 'Nothing is due.' : `Ran ${ticked.length - failed} of ${ticked.length} due jobs.`,
    rows,
    data: { runs: ticked },
    changes: [],
    ...(failed > 0 ? { exit: 1 as const } : {}),
  };
}
