import type { House } from './house.js';
import { type Due, due } from './lifecycle/schedule/due.js';
import { NEVER_RUN, statesOf } from './lifecycle/schedule/job-state.js';
import { graceOf, scheduleOf } from './lifecycle/schedule/report.js';
import { operationId } from './operations.js';
import { run } from './run.js';
import type { Held, Store } from './store/store.js';
import type { Input, Params } from './verbs/params.js';
import { emptyInput } from './verbs/parse-input.js';
import { sparing } from './verbs/sparing.js';
import { type Outcome, Refusal, type Verb } from './verbs/verb.js';
import { CLOCK, type Job, nightOf } from './wiki/jobs.js';
import type { Claimed, Done, Failed } from './wiki/run-line.js';

/** What came of one job: it was done, it failed, or there was no need or no way to begin. */
export type Ran =
  | { readonly what: 'done'; readonly line: Done; readonly outcome: Outcome | null }
  | { readonly what: 'failed'; readonly line: Failed; readonly error: unknown }
  /** Not due, or due but waiting after a failure. */
  | { readonly what: 'idle'; readonly due: Due | null }
  /** Another process is at it. */
  | { readonly what: 'taken'; readonly by: Claimed };

/** Who asks: the clock only what is due, a person now. */
export type When = 'due' | 'now';

/**
 * Runs a job (law 9): takes it on in the run ledger, asks its verb as the user `cron` in the session of this night, and
 * writes down what came of it. Two never do the same; what a process died over is done once, to the same bytes.
 */
export async function runJob(job: Job, verb: Verb, house: House, when: When): Promise<Ran> {
  const store = storeOf(house);
  const taken = store.locked(patienceOf(house), (held) => take(job, verb, house, held, when));
  if (taken.what !== 'claimed') return taken;
  const { claim, since } = taken;
  const begun = performance.now();
  try {
    const input = inputOf(verb, job) as Input<Params>;
    const { outcome, seq } = await run(asJob(verb, job), input, leased(house, claim), { dryRun: false });
    const line = doneOf(claim, since, outcome, seq, performance.now() - begun);
    finish(store, house, claim, line);
    return { what: 'done', line, outcome };
  } catch (error) {
    const line = failedOf(claim, error, performance.now() - begun);
    finish(store, house, claim, line);
    return { what: 'failed', line, error };
  }
}

/** A process that was to run a job: what the ledger held before it began, and why it did not end as it should. */
export interface Broken {
  readonly pid: number;
  /** Lines of the run ledger at its start. */
  readonly from: number;
  readonly why: string;
}

/** Why a job was not done, as its process wrote it down; where it could not, it is written down for it. */
export function giveUp(job: Job, { pid, from, why }: Broken, house: House): string {
  const { now } = house.moment;
  return storeOf(house).locked(PATIENCE_MS, (held) => {
    const own = held
      .runs()
      .slice(from)
      .findLast(({ job: name, t }) => name === job.name && t === 'failed');
    if (own?.t === 'failed') return own.why;
    const { open } = statesOf(held.runs()).get(job.name) ?? NEVER_RUN;
    if (open !== null && open.owner.pid !== pid) return why; // somebody else is at it
    const next = dueNow(job, house, held);
    const run = open
      ? ofRun(open)
      : { id: `${job.name}-${now.toString(36)}-${pid}`, job: job.name, period: next?.period ?? null };
    held.recordRun({ ...run, t: 'failed', at: now, why, ms: 0 });
    return why;
  });
}

/** What a job asks its verb: what its row says, nothing for the rest. */
export function inputOf({ params }: Verb, { input }: Job): Readonly<Record<string, unknown>> {
  return { ...emptyInput(params), ...input };
}

/** When and with which seed a job is thought, if it begins now: no two jobs of one tick mint the same ids. */
export const momentOf = ({ name }: Job, { moment: { now, seed } }: House) => ({
  now,
  seed: `${seed} ${name}`,
});

/** The house as the clock asks in it at a moment: with its own name, and the night as its session. */
export function byNight(house: House, { now, seed }: { readonly now: number; readonly seed: string }): House {
  const session = nightOf(house.clock.local(now).date);
  return { ...house, moment: { now, seed, by: CLOCK, session } };
}

/**
 * The verb as a job asks it: that is no sign of life (FEATURES A5), what cannot be done now is tried again, not queued, and
 * nothing is taken out of a note beyond what a job may (guide/cron.md › What grows old).
 */
export function asJob({ quick: _, ...verb }: Verb, { name }: Pick<Job, 'name'>): Verb {
  const think: Verb['think'] = (world, input) => sparing(verb.think(world, input), world, name);
  return { ...verb, activity: () => false, whenLocked: 'refuse', think };
}

type Taken =
  | { readonly what: 'claimed'; readonly claim: Claimed; readonly since: string | null }
  | Exclude<Ran, { readonly what: 'failed' }>;

function take(job: Job, verb: Verb, house: House, held: Held, when: When): Taken {
  const { now } = house.moment;
  const state = statesOf(held.runs()).get(job.name) ?? NEVER_RUN;
  const next = dueNow(job, house, held);
  if (state.open !== null && !held.isVoid(state.open, now)) return { what: 'taken', by: state.open };
  if (next?.what === 'pass') held.recordRun({ ...next, t: 'passed', id: job.name, job: job.name, at: now });
  if (when === 'due' && next?.what !== 'run') return { what: 'idle', due: next };
  const period = next?.what === 'run' || next?.what === 'wait' ? next.period : null;
  const since = next?.what === 'run' ? next.since : null;
  const limit = house.settings['cron.limit'] * 60_000;
  const before = state.open?.period === period ? state.open : null;
  const done = before && held.receipt(operationId(verb, before));
  if (before && done)
    return { what: 'done', line: completed(held, before, since, done.seq, now), outcome: null };
  const begin = before ?? {
    ...momentOf(job, house),
    id: `${job.name}-${now.toString(36)}-${held.runs().length}`,
  };
  const claim = held.claimRun({
    id: begin.id,
    job: job.name,
    period,
    at: now,
    now: begin.now,
    seed: begin.seed,
    limit,
  });
  return { what: 'claimed', claim, since };
}

/** What is to be done about a job, as the ledger stands. */
export function dueNow(
  job: Job,
  { settings, moment, clock }: House,
  { runs }: Pick<Store, 'runs'>,
): Due | null {
  const schedule = scheduleOf(job, settings);
  const state = statesOf(runs()).get(job.name) ?? NEVER_RUN;
  return schedule && due(schedule, state, moment.now, clock.local, graceOf(settings));
}

/** Its process died after it was done, and before that was written down. */
function completed(held: Held, claim: Claimed, since: string | null, seq: number, now: number): Done {
  const line: Done = {
    ...ofRun(claim),
    t: 'done',
    at: now,
    since,
    say: 'done before its process died',
    changed: [],
    seq,
    ms: 0,
  };
  held.recordRun(line);
  return line;
}

/**
 * The house with a store that commits only while the claim is held: who was taken over does nothing more, and whoever takes
 * over finds what was begun.
 */
function leased(house: House, claim: Claimed): House {
  const store = storeOf(house);
  const guarded = (held: Held): Held => ({
    ...held,
    commit(operation) {
      if (held.isHeld(claim)) return held.commit({ ...operation, resumable: true });
      throw new Refusal('lease-lost', `another process has taken ${claim.job} over`, 'see: daybook cron log');
    },
  });
  return {
    ...byNight(house, claim),
    store: { ...store, locked: (waitMs, act) => store.locked(waitMs, (held) => act(guarded(held))) },
  };
}

const doneOf = (
  claim: Claimed,
  since: string | null,
  outcome: Outcome,
  seq: number | null,
  ms: number,
): Done => ({
  ...ofRun(claim),
  t: 'done',
  at: claim.at,
  since,
  say: (outcome.did ?? outcome.say).split('\n')[0] ?? '',
  changed: seq === null ? [] : [...new Set(outcome.changes.map(({ path }) => path))],
  seq,
  ms: Math.round(ms),
});

const failedOf = (claim: Claimed, error: unknown, ms: number): Failed => ({
  ...ofRun(claim),
  t: 'failed',
  at: claim.at,
  why: error instanceof Error ? error.message : String(error),
  ms: Math.round(ms),
});

const ofRun = ({ id, job, period }: Claimed) => ({ id, job, period });

/** The end of a run that was taken over meanwhile is the other's to tell. */
function finish(store: Store, house: House, claim: Claimed, line: Done | Failed): void {
  store.locked(Math.max(patienceOf(house), PATIENCE_MS), (held) => {
    if (held.isHeld(claim)) held.recordRun(line);
  });
}

/** What was done must be written down, or it is done again: that waits longer than a person would. */
const PATIENCE_MS = 60_000;

const patienceOf = ({ settings }: House): number => settings['lock.wait'] * 1000;

function storeOf({ store }: House): Store {
  if (store) return store;
  throw new Error('jobs run in a workspace');
}
