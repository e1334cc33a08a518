import { type Asked, askedOf, redactionNotices } from './asked.js';
import { beatAt } from './beats.js';
import { changesDiff } from './changes-diff.js';
import type { House } from './house.js';
import { TRIAL } from './kinds/agents.js';
import { commit, requestOf } from './operations.js';
import { Wanted } from './parts.js';
import { mayQueue } from './queue-check.js';
import { type Served, serve } from './serve.js';
import { completed, drain } from './spooled.js';
import { globalDoor, isGlobal } from './store/global.js';
import { type Held, Locked, Moved, Settlement } from './store/store.js';
import { isIdle, type Thought, think, thinkNow } from './thought.js';
import type { Input, Params } from './verbs/params.js';
import { type Outcome, Refusal, type Verb } from './verbs/verb.js';

/** What came of a verb: its outcome, and how it reached the disk. */
export interface Result {
  readonly outcome: Outcome;
  /** The journal's number of what was done; null where nothing was. */
  readonly seq: number | null;
  /** The id under which the request waits in the spool; null where it does not. */
  readonly queued: string | null;
  /** With a dry run: the unified diff that the run would make. */
  readonly diff: string | null;
  /** The folder of the global root, where the change was made there: its own history has it. */
  readonly elsewhere?: string;
}

/** What reached the disk at once, or had no need to. */
const done = (outcome: Outcome, seq: number | null): Result => ({ outcome, seq, queued: null, diff: null });

/** How often a verb is thought outside the lock while others are faster; then it is thought inside. */
const TRIES = 3;
/** Who saves a file over and over under our hands is given way so often in all; then the request waits. */
const MOST_TRIES = 10;

/**
 * The one way through: read → think → write, and think again where what was read has moved.
 * Refuses as the verb does. Where the lock cannot be had the request is queued, or refused with status 4.
 */
export async function run<P extends Params>(
  verb: Verb<P>,
  input: Input<P>,
  house: House,
  how: { readonly dryRun: boolean },
): Promise<Result> {
  const asked = askedOf(verb as Verb, input as Input<Params>, house.moment);
  if (how.dryRun) return telling(asked, await rehearse(asked, house));
  await drain(house); // what waits was asked before this
  const result = await perform(asked, house);
  if (result.queued === null && verb.activity(input)) beatAt(house.moment.now, house);
  if (verb.ticks && house.settings['cron.recall']) house.tickBeside();
  if (result.queued === null) tell(result.outcome, house);
  return telling(asked, result);
}

/** What a verb tells other programs beside its changes: files made of notes, and the signal file (telemetry). */
function tell({ signal, publishes, trusts, adopts, marks = [] }: Outcome, { store, moment }: House): void {
  if (trusts !== undefined) store?.trust(trusts);
  if (adopts) store?.adoptHistory();
  if (publishes) store?.publish(publishes);
  if (signal) store?.signal(signal);
  if (marks.length === 0 || moment.session === TRIAL) return;
  const at = new Date(moment.now).toISOString();
  for (const mark of marks) store?.addToTrail('tools', { at, session: moment.session, ...mark });
}

/** The result with what its asker should know of their own words. */
function telling(asked: Asked, result: Result): Result {
  const { outcome } = result;
  const notices = [...redactionNotices(asked.redacted), ...(outcome.notices ?? [])];
  return { ...result, outcome: { ...outcome, notices } };
}

/** True where a dry run has no diff to show for what would be done. */
const isSaid = ({ forgets, prunes, trusts, adopts }: Outcome): boolean =>
  forgets !== undefined || prunes !== undefined || trusts !== undefined || adopts !== undefined;

async function rehearse(asked: Asked, house: House): Promise<Result> {
  const { outcome, wiki } = await think(asked, house);
  const diff = changesDiff(outcome.changes, wiki) + (isSaid(outcome) ? `${outcome.say}\n` : '');
  return { ...done(outcome, null), diff };
}

async function perform(asked: Asked, house: House): Promise<Result> {
  const answer = await amongMany(asked, house);
  if (answer) return answer;
  for (let attempt = 1; ; attempt++) {
    const thought = await think(asked, house);
    if (attempt === 1 && isIdle(thought.outcome) && completed(house)) continue; // what writes does that under the lock
    if (!(await keepSessions(asked, thought.outcome, house))) {
      if (attempt >= MOST_TRIES) throw restless(new Moved('the session'));
      continue;
    }
    if (isIdle(thought.outcome)) return done(thought.outcome, null);
    try {
      const whenMoved = attempt < TRIES && !house.light() ? 'give way' : 'think inside';
      return write(asked, thought, house, whenMoved) ?? (await again(asked, house));
    } catch (error) {
      if (error instanceof Locked) return wait(asked, thought.outcome, house, error);
      if (!(error instanceof Moved || error instanceof Wanted)) throw error;
      if (attempt >= MOST_TRIES) return wait(asked, thought.outcome, house, restless(error));
      if (error instanceof Wanted) await house.load(error.part);
    }
  }
}

/** Makes what happens next to sessions durable, before the notes that tell of it; false where more has happened to one since. */
async function keepSessions({ moment }: Asked, { sessions: steps }: Outcome, house: House): Promise<boolean> {
  if (!steps) return true;
  const sessions = await house.sessions();
  const at = new Date(moment.now).toISOString();
  try {
    for (const { id, since, events, begins, engine } of steps) {
      sessions.extend(id, () => events, { at, since, ...(begins ? { begins } : {}) });
      if (engine) sessions.migrate(id, engine);
    }
    return true;
  } catch (error) {
    if (error instanceof Moved) return false;
    throw error;
  }
}

/**
 * While others write, a quick verb does not think beforehand what will be old when its turn comes: it says what it wants,
 * and thinks under the lock if nobody did it by then. Null where it must go the long way.
 */
async function amongMany(asked: Asked, house: House): Promise<Result | null> {
  const { store } = house;
  if (!asked.verb.quick || !house.light() || !store?.isBusy()) return null;
  try {
    const request = requestOf(asked);
    if (!mayQueue(request, asked.verb)) return null;
    const now = (held: Held) => served(asked, thinkNow(asked, house).outcome, held, house);
    return settled(store.together(patienceOf(house), request, now), null);
  } catch (error) {
    if (error instanceof Locked) return wait(asked, (await think(asked, house)).outcome, house, error);
    if (error instanceof Wanted || error instanceof Moved) return null;
    throw error;
  }
}

/**
 * Writes what was thought; throws `Moved` where somebody was faster, `Locked`, or `Wanted` when it thinks inside.
 * Null where somebody else did it and could not say what came of it.
 */
function write(
  asked: Asked,
  thought: Thought,
  house: House,
  whenMoved: 'give way' | 'think inside',
): Result | null {
  const store = house.store;
  if (!store) throw new Error(`\`${asked.verb.name}\` changes notes but asked for no workspace`);
  const patience = patienceOf(house);
  const now = (held: Held): Outcome => {
    if (held.stands(thought.reads)) return thought.outcome;
    if (whenMoved === 'give way') throw new Moved('a note');
    return thinkNow(asked, house).outcome;
  };
  const writeTo = (door: (held: Held) => Held): Result =>
    store.locked(patience, (held) => {
      const outcome = now(held);
      return done(outcome, commit(asked, outcome, door(held)));
    });
  if (!thought.outcome.changes.some(({ path }) => isGlobal(path))) {
    const request = requestOf(asked);
    if (!house.light() || !mayQueue(request, asked.verb)) return writeTo((held) => held);
    const act = (held: Held) => served(asked, now(held), held, house);
    return settled(store.together(patience, request, act), thought.outcome);
  }
  const home = house.globalStore();
  const result = home.locked(patience, (held) => writeTo(() => globalDoor(held)));
  return { ...result, elsewhere: home.root.root };
}

/** How long to wait for the lock, in ms. */
const patienceOf = ({ settings }: House): number => settings['lock.wait'] * 1000;

/** Does what was thought, and what others wait for; what is for the global root goes the long way. */
function served(asked: Asked, outcome: Outcome, held: Held, house: House): Served {
  if (outcome.changes.length === 0) return { outcome, seq: null };
  if (outcome.changes.some(({ path }) => isGlobal(path))) throw new Moved('a global note');
  return serve(asked, outcome, held, house);
}

/** What came of a request that somebody else did: as they told it, else as it was thought before. */
function settled(answer: Served | Settlement, before: Outcome | null): Result | null {
  if (!(answer instanceof Settlement)) return done(answer.outcome, answer.seq);
  const told = answer.told as Served | null;
  if (told) return done(told.outcome, told.seq);
  const seq = answer.seq();
  return seq === null || before === null ? null : done(before, seq);
}

/** It was done without a word, as nothing that changes anything: then it is thought as things stand now. */
const again = async (asked: Asked, house: House): Promise<Result> => perform(asked, house);

/** Leaves the request in the spool, or refuses where it needs an answer. */
function wait(asked: Asked, outcome: Outcome, house: House, why: Refusal): Result {
  const request = requestOf(asked);
  if (!mayQueue(request, asked.verb)) throw new Refusal(why.code, why.message, why.hint, {}, 4);
  house.store?.spool(request);
  return {
    outcome: { ...outcome, say: queuedSay(outcome.say), changes: [] },
    seq: null,
    queued: request.id,
    diff: null,
  };
}

const queuedSay = (say: string): string =>
  `Queued, since the store is busy; the next command files it: ${say}`;

function restless(error: Moved | Wanted): Refusal {
  const path = error instanceof Moved ? error.path : 'a note';
  return new Refusal(
    'restless',
    `${path} is being saved over and over while it is to be written`,
    'try again when whoever writes it is through',
    { path },
    4,
  );
}
