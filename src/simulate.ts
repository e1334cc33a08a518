import { type House, openHouse, type Start } from './house.js';
import { asJob, byNight, inputOf, momentOf, runJob } from './jobs.js';
import { report } from './lifecycle/schedule/report.js';
import { run } from './run.js';
import { type Copy, copyWorkspace } from './store/copy.js';
import type { Input, Params } from './verbs/params.js';
import { JOBS, type Job } from './wiki/jobs.js';

/** What a job would do. */
export interface Rehearsed {
  readonly job: string;
  /** ISO 8601 with offset. */
  readonly at: string;
  readonly what: 'done' | 'failed';
  readonly said: string;
  /** The unified diff that it would make; empty where nothing would change. */
  readonly diff: string;
}

/** A job of every minute is not simulated for a year. */
const MOST_STEPS = 20_000;

/**
 * Runs what is due now and in the days that follow on a copy of the workspace (FEATURES G4), each job at its time, and
 * tells what it did. Nothing but the copy is touched, and that is gone afterwards.
 */
export async function simulate(start: Start, days: number): Promise<readonly Rehearsed[]> {
  const house = await openHouse(start, 'workspace');
  const { store, settings, moment } = house;
  if (!store) throw new Error('a simulation needs a workspace');
  const copy = copyWorkspace(store.root, [settings['context.target'], 'AGENTS.md']);
  try {
    const done: Rehearsed[] = [];
    const end = moment.now + days * DAY;
    let now: number | null = moment.now;
    for (let step = 0; now !== null && now <= end && step < MOST_STEPS; step++) {
      const there = await openHouse(at(start, copy, now, `${moment.seed} ${step}`), 'workspace');
      for (const job of JOBS) {
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

/** A start in the copy, at that moment. The seed of the first look is the one that a run would have. */
const at = (start: Start, { root, home }: Copy, now: number, seed: string): Start => ({
  ...start,
  cwd: root,
  workspace: root,
  warn: () => undefined,
  env: { ...start.env, DAYBOOK_HOME: home, DAYBOOK_NOW: new Date(now).toISOString(), DAYBOOK_SEED: seed },
});

async function rehearse(job: Job, house: House): Promise<Rehearsed | null> {
  const verb = (await house.verbs([job.verb])).get(job.verb);
  if (!verb) return null;
  const moment = momentOf(job, house);
  const input = inputOf(verb, job) as Input<Params>;
  const { diff } = await run(asJob(verb, job), input, byNight(house, moment), { dryRun: true }).catch(
    () => NO_DIFF,
  );
  const ran = await runJob(job, verb, house, 'due');
  const when = house.clock.local(house.moment.now).iso;
  if (ran.what === 'done')
    return { job: job.name, at: when, what: 'done', said: ran.line.say, diff: diff ?? '' };
  return ran.what === 'failed'
    ? { job: job.name, at: when, what: 'failed', said: ran.line.why, diff: '' }
    : null;
}

const NO_DIFF = { diff: '' };

/** The next moment at which a job comes, or is tried again. */
function nextAfter({ store, settings, clock }: House, now: number): number | null {
  const times = report(store?.runs() ?? [], settings, now, clock.local).flatMap(({ next }) => next ?? []);
  const later = times.filter((time) => time > now);
  return later.length === 0 ? null : Math.min(...later);
}
