import { type House, openHouse, type Start } from '../../house.js';
import { asJob, byNight, inputOf, momentOf, runJob } from '../../jobs.js';
import { type Result, run } from '../../run.js';
import { tick, tickedOutcome } from '../../tick.js';
import { refuseUnknown } from '../../verbs/cron.js';
import type { Input, Params } from '../../verbs/params.js';
import { type Outcome, Refusal, type Verb } from '../../verbs/verb.js';
import { JOBS, type Job } from '../../wiki/jobs.js';

/** What was asked of the clock, where, and how it can be told. */
export interface Deed {
  readonly input: Readonly<Record<string, unknown>>;
  readonly start: Start;
  readonly dryRun: boolean;
  readonly say: (text: string) => void;
}

/** What the clock is asked to do: each opens a house of its own and answers like a verb. */
const DEEDS: Readonly<Record<string, (deed: Deed) => Promise<Result>>> = { run: runOne, tick: tickOnce };

/** The deed that a word of `cron` names; undefined where the verb answers by itself. */
export const deedOf = (act: unknown): ((deed: Deed) => Promise<Result>) | undefined =>
  typeof act === 'string' && Object.hasOwn(DEEDS, act) ? DEEDS[act] : undefined;

const open = (start: Start): Promise<House> => openHouse(start, 'workspace');

const told = (outcome: Outcome, diff: string | null = null): Result => ({
  outcome,
  seq: null,
  queued: null,
  diff,
});

/** Runs one job now, or if it is due. */
async function runOne({ input, start, dryRun }: Deed): Promise<Result> {
  refuseUnknown(input.job as string | undefined);
  const job: Job | undefined = JOBS.find(({ name }) => name === input.job);
  const house = await open(start);
  const verb = job && (await house.verbs([job.verb])).get(job.verb);
  if (!job || !verb) throw new Error(`the job ${input.job} asks a verb that is not there`);
  if (dryRun) return rehearse(job, verb, house);
  const ran = await runJob(job, verb, house, input.due ? 'due' : 'now');
  switch (ran.what) {
    case 'failed':
      throw ran.error;
    case 'taken':
      throw new Refusal(
        'taken',
        `${job.name} is being run by process ${ran.by.owner.pid} on ${ran.by.owner.host}`,
        'see: daybook cron log',
        {},
        4,
      );
    case 'idle':
      return told({ say: '', data: { runs: [] }, changes: [] });
    case 'done': {
      const { say, seq } = ran.line;
      const outcome = ran.outcome ?? { say, data: {}, changes: [] };
      const data = { ...outcome.data, runs: [ran.line] };
      return { outcome: { ...bare(outcome), data }, seq, queued: null, diff: null };
    }
  }
}

/** A job that looked and found something was done: that is no failure of the job. */
const bare = ({ exit: _, ...outcome }: Outcome): Outcome => outcome;

function rehearse(job: Job, verb: Verb, house: House): Promise<Result> {
  const input = inputOf(verb, job) as Input<Params>;
  return run(asJob(verb), input, byNight(house, momentOf(job, house)), { dryRun: true });
}

async function tickOnce({ start }: Deed): Promise<Result> {
  const house = await open(start);
  return told(tickedOutcome(await tick({ house, env: start.env })));
}
