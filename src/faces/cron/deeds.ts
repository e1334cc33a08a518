import { type House, openHouse, type Start } from '../../house.js';
import { asJob, byNight, inputOf, momentOf, runJob } from '../../jobs.js';
import { type Result, run } from '../../run.js';
import { type Rehearsed, simulate } from '../../simulate.js';
import { tick, tickedOutcome } from '../../tick.js';
import { SCHEDULERS, timerOf } from '../../timers.js';
import { refuseUnknown, TIMERS, type TimerKind } from '../../verbs/cron.js';
import type { Input, Params } from '../../verbs/params.js';
import { type Outcome, Refusal, type Verb } from '../../verbs/verb.js';
import { amount } from '../../wiki/amount.js';
import { JOBS, type Job } from '../../wiki/jobs.js';
import { runClock, untilStopped } from './clock.js';

/** What was asked of the clock, where, and how it can be told. */
export interface Deed {
  readonly input: Readonly<Record<string, unknown>>;
  readonly start: Start;
  readonly dryRun: boolean;
  readonly say: (text: string) => void;
}

/** What the clock is asked to do: each opens a house of its own and answers like a verb. */
const DEEDS: Readonly<Record<string, (deed: Deed) => Promise<Result>>> = {
  run: runOne,
  tick: tickOnce,
  start: startClock,
  simulate: simulateDays,
  install: (deed) => timer(deed, 'install'),
  uninstall: (deed) => timer(deed, 'uninstall'),
};

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
  return run(asJob(verb, job), input, byNight(house, momentOf(job, house)), { dryRun: true });
}

async function tickOnce({ start, dryRun }: Deed): Promise<Result> {
  if (dryRun) return simulated(await simulate(start, 0), 'now');
  const house = await open(start);
  return told(tickedOutcome(await tick({ house, env: start.env })));
}

async function startClock({ start, say }: Deed): Promise<Result> {
  await open(start); // refuses before it begins
  return told(await runClock({ start, say, stopped: untilStopped() }));
}

/** More days than a year and a month tell nothing new. */
const MOST_DAYS = 400;

async function simulateDays({ input, start }: Deed): Promise<Result> {
  const days = Number(input.days ?? 7);
  if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS)
    throw usage(
      `--days takes 1 to ${MOST_DAYS}, found \`${input.days}\``,
      'write: daybook cron simulate --days 7',
    );
  return simulated(await simulate(start, days), `${days} days`);
}

/** What a simulation did: night by night, or as one diff. */
function simulated(runs: readonly Rehearsed[], span: 'now' | string): Result {
  const nights = [...new Set(runs.map(({ at }) => at.slice(0, 10)))];
  const outcome: Outcome = {
    say:
      runs.length === 0
        ? 'Nothing would run.'
        : `${amount(nights.length, 'night')}, ${amount(runs.length, 'run')}, on a copy; nothing here was changed:`,
    rows: runs.map(({ job, at, what, said, diff }) => ({
      group: at.slice(0, 10),
      what: `${at.slice(0, 16).replace('T', ' ')} **${job}** ${what === 'failed' ? 'fails: ' : ''}${said}`,
      why: diff === '' ? null : sizeOf(diff),
    })),
    data: { runs },
    changes: [],
  };
  return told(outcome, span === 'now' ? runs.map(({ diff }) => diff).join('') : null);
}

/** How many lines come and go, and where. */
function sizeOf(diff: string): string {
  const lines = diff.split('\n');
  const count = (sign: string) =>
    lines.filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3))).length;
  const paths = lines.flatMap((line) => /^\+\+\+ (?:b\/)?([^\t]+)/.exec(line)?.[1] ?? []);
  return [paths.join(', '), `+${count('+')} −${count('-')}`].filter(Boolean).join(' ');
}

/** Installs, shows or removes the timer of this workspace in the scheduler of the machine. */
async function timer({ input, start, dryRun }: Deed, act: 'install' | 'uninstall'): Promise<Result> {
  const as = input.as as TimerKind | undefined;
  if (as === undefined || !TIMERS.includes(as))
    throw usage(
      as === undefined ? 'it is not said which scheduler' : `no scheduler \`${as}\``,
      `write: daybook cron ${act} --as ${TIMERS.join('|')}`,
    );
  const house = await open(start);
  const [wanted, scheduler] = [timerOf(house, start.env), SCHEDULERS[as]];
  const text = scheduler.show(wanted);
  const data = { timer: { as, name: wanted.name, text } };
  if (input.print || dryRun) return told({ say: text.trimEnd(), data, changes: [] }, dryRun ? text : null);
  house.store?.signal({}); // registers the workspace, and makes the folder of the log
  const { places, left } = await scheduler[act](wanted, {
    env: start.env,
    home: house.store?.root.global ?? '',
    workspace: [wanted.root, house.store?.root.worktree ?? wanted.root],
  });
  const done = act === 'install' ? 'Installed' : 'Removed';
  const outcome: Outcome = {
    say:
      places.length === 0
        ? `It is so already: ${as} ${act === 'install' ? 'has' : 'has not'} the timer ${wanted.name}.`
        : `${done} the timer ${wanted.name}: ${places.join(', ')}.`,
    data: { timer: { ...data.timer, places, left } },
    changes: [],
  };
  if (left === null) return told(outcome);
  const message = `this is left to say by hand: ${left}`;
  return told({ ...outcome, notices: [{ level: 'warning', message }], exit: 1 });
}

const usage = (message: string, hint: string): Refusal => new Refusal('usage', message, hint, {}, 2);
