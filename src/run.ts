import { type Asked, askedOf, recordable, redactionNotices } from './asked.js';
import { changesDiff } from './changes-diff.js';
import type { House, Moment, Pending } from './house.js';
import { Wanted } from './parts.js';
import { unproven } from './proof.js';
import { type Served, serve, type Way } from './serve.js';
import { globalDoor, isGlobal } from './store/global.js';
import {
  type Held,
  Locked,
  Moved,
  type Operation,
  type Reads,
  type Request,
  Settlement,
  type Unreadable,
} from './store/store.js';
import type { Input, Params } from './verbs/params.js';
import { type Notice, type Outcome, Refusal, type SessionStep, type Verb } from './verbs/verb.js';
import type { Change } from './wiki/change.js';
import { oneChangeANote } from './wiki/one-change-a-note.js';
import type { Wiki } from './wiki/wiki.js';

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
function tell({ signal, publishes }: Outcome, { store }: House): void {
  if (publishes) store?.publish(publishes);
  if (signal) store?.signal(signal);
}

/** Leaves a request to whoever opens the workspace next, durably and at once: it is done once (guide/store.md › Waiting). */
export function postpone<P extends Params>(verb: Verb<P>, input: Input<P>, house: House): void {
  house.store?.spool(requestOf(askedOf(verb as Verb, input as Input<Params>, house.moment)));
}

/** The result with what its asker should know of their own words. */
function telling(asked: Asked, result: Result): Result {
  const { outcome } = result;
  const notices = [...redactionNotices(asked.redacted), ...(outcome.notices ?? [])];
  return { ...result, outcome: { ...outcome, notices } };
}

/** What a verb thought of a wiki, and what it had read for that. */
interface Thought {
  readonly outcome: Outcome;
  readonly wiki: Wiki;
  readonly reads: Reads;
}

async function rehearse(asked: Asked, house: House): Promise<Result> {
  const { outcome, wiki } = await think(asked, house);
  const diff =
    changesDiff(outcome.changes, wiki) +
    (outcome.forgets || outcome.prunes !== undefined ? `${outcome.say}\n` : '');
  return { outcome, seq: null, queued: null, diff };
}

async function perform(asked: Asked, house: House): Promise<Result> {
  const done = await amongMany(asked, house);
  if (done) return done;
  for (let attempt = 1; ; attempt++) {
    const thought = await think(asked, house);
    if (thought.outcome.session && (await keepSession(asked, thought.outcome.session, house)))
      return { outcome: thought.outcome, seq: null, queued: null, diff: null };
    if (thought.outcome.session) continue;
    if (isIdle(thought.outcome)) return { outcome: thought.outcome, seq: null, queued: null, diff: null };
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

/** Makes what happens next to a session durable; false where more has happened to it since. */
async function keepSession({ moment }: Asked, step: SessionStep, house: House): Promise<boolean> {
  const sessions = await house.sessions();
  const { id, since, events, begins, engine } = step;
  try {
    const at = new Date(moment.now).toISOString();
    sessions.extend(id, () => events, { at, since, ...(begins ? { begins } : {}) });
    if (engine) sessions.migrate(id, engine);
    return true;
  } catch (error) {
    if (error instanceof Moved) return false;
    throw error;
  }
}

/** True where nothing is to be done but to say so. */
const isIdle = ({ changes, forgets, prunes }: Outcome): boolean =>
  changes.length === 0 && !forgets && prunes === undefined;

/**
 * While others write, a quick verb does not think beforehand what will be old when its turn comes: it says what it wants,
 * and thinks under the lock if nobody did it by then. Null where it must go the long way.
 */
async function amongMany(asked: Asked, house: House): Promise<Result | null> {
  const { store } = house;
  if (!asked.verb.quick || !house.light() || !store?.isBusy()) return null;
  try {
    const now = (held: Held) => served(asked, thinkNow(asked, house).outcome, held, house);
    return settled(store.together(patienceOf(house), requestOf(asked), now), null);
  } catch (error) {
    if (error instanceof Locked) return wait(asked, (await think(asked, house)).outcome, house, error);
    if (error instanceof Wanted || error instanceof Moved) return null;
    throw error;
  }
}

/** Thinks until nothing is wanted any more, and until every edit is proved to touch its own bytes only. */
async function think(asked: Asked, house: House): Promise<Thought> {
  for (;;) {
    try {
      return thinkNow(asked, house);
    } catch (error) {
      if (!(error instanceof Wanted)) throw error;
      await house.load(error.part);
    }
  }
}

function thinkNow({ verb, input, moment }: Asked, house: House, pending?: Pending): Thought {
  const { world, reads, unreadable, redacted } = house.look(moment, pending);
  const thought = verb.think(world, input);
  const changes = oneChangeANote(thought.changes, world.wiki);
  refuseUnreadable(changes, unreadable());
  const why = unproven(changes, world.wiki, house);
  if (why !== null)
    throw new Refusal('unproven', why, 'nothing was changed; mend the note there, then try again');
  const notices = [
    ...(thought.notices ?? []),
    ...unreadable().map(leftOut),
    ...redactionNotices([...redacted]),
  ];
  return { outcome: { ...thought, changes, notices }, wiki: world.wiki, reads };
}

/** A file that cannot be read as a note is not taken for a missing one. */
function refuseUnreadable(changes: readonly Change[], unreadable: readonly Unreadable[]): void {
  const paths = new Set(changes.map(({ path }) => path));
  const found = unreadable.find(({ path }) => paths.has(path));
  if (!found) return;
  const hint = 'nothing was changed; save it as UTF-8 text, or move it away, then try again';
  throw new Refusal('unreadable', `${found.path} cannot be read: ${found.why}`, hint, { path: found.path });
}

const leftOut = ({ path, why }: Unreadable): Notice => ({
  level: 'warning',
  path,
  message: `is left out, since ${why}`,
});

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
    store.locked(patience, (held) => commit(asked, now(held), door(held)));
  if (!thought.outcome.changes.some(({ path }) => isGlobal(path))) {
    if (asked.verb.whenLocked === 'refuse' || !house.light()) return writeTo((held) => held);
    const act = (held: Held) => served(asked, now(held), held, house);
    if (!store.isBusy()) return settled(store.locked(patience, act), thought.outcome);
    return settled(store.together(patience, requestOf(asked), act), thought.outcome);
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
  return serve(asked, outcome, held, wayOf(house));
}

/** What came of a request that somebody else did: as they told it, else as it was thought before. */
function settled(answer: Served | Settlement, before: Outcome | null): Result | null {
  if (!(answer instanceof Settlement)) return { ...answer, queued: null, diff: null };
  const told = answer.told as Served | null;
  if (told) return { ...told, queued: null, diff: null };
  const seq = answer.seq();
  return seq === null || before === null ? null : { outcome: before, seq, queued: null, diff: null };
}

/** It was done without a word, as nothing that changes anything: then it is thought as things stand now. */
const again = async (asked: Asked, house: House): Promise<Result> => perform(asked, house);

const wayOf = (house: House): Way => ({
  think: (asked, pending) => thinkNow(asked, house, pending).outcome,
  operation: (asked, outcome) => operationOf(asked, outcome, 'asked'),
});

const requestOf = (asked: Asked): Request => ({
  id: operationId(asked.verb, asked.moment),
  ...asked.moment,
  verb: asked.verb.name,
  input: recordable(asked),
});

function commit(asked: Asked, outcome: Outcome, held: Held, origin: 'asked' | 'spool' = 'asked'): Result {
  const seq = outcome.changes.length === 0 ? null : held.commit(operationOf(asked, outcome, origin)).seq;
  if (outcome.prunes !== undefined) held.prune(asked.moment.now, outcome.prunes);
  if (!outcome.forgets) return { outcome, seq, queued: null, diff: null };
  held.forget(outcome.forgets);
  return { outcome, seq: null, queued: null, diff: null }; // there is no way back
}

function operationOf(asked: Asked, outcome: Outcome, origin: 'asked' | 'spool'): Operation {
  const { verb, moment } = asked;
  const { undoes, changes } = outcome;
  const say = outcome.did ?? outcome.say.split('\n')[0] ?? '';
  return {
    id: operationId(verb, moment),
    ...moment,
    verb: verb.name,
    input: recordable(asked),
    say,
    changes,
    ...(undoes === undefined ? {} : { undoes }),
    ...(origin === 'spool' ? { spooled: true } : {}),
  };
}

/** The same request, asked at the same moment with the same seed, is the same operation: it is done once. */
export const operationId = (verb: Pick<Verb, 'name'>, { now, seed }: Pick<Moment, 'now' | 'seed'>): string =>
  `${verb.name}-${now.toString(36)}-${seed.replace(/[^\w-]/g, '_')}`;

/** Leaves the request in the spool, or refuses where it needs an answer. */
function wait(asked: Asked, outcome: Outcome, house: House, why: Refusal): Result {
  if (asked.verb.whenLocked === 'refuse') throw new Refusal(why.code, why.message, why.hint, {}, 4);
  const request = requestOf(asked);
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

/** So often what is wanted for the spool is loaded; what is left then waits for the next command. */
const MOST_DRAINS = 100;

/** Does what waits in the spool, if the lock is free; a request that cannot be done now stays there. */
async function drain(house: House): Promise<void> {
  const store = house.store;
  for (let tries = 0; tries < MOST_DRAINS && store && store.waiting().length > 0; tries++) {
    const verbs = await house.verbs([...new Set(store.waiting().map(({ verb }) => verb))]);
    try {
      store.locked(0, (held) => {
        for (const request of held.spooled()) fileRequest(request, verbs, held, house);
      });
      return;
    } catch (error) {
      if (!(error instanceof Wanted)) return passOver(error);
      await house.load(error.part);
    }
  }
}

/** What stands in the way of the spool must not stop the command that only wanted to empty it. */
function passOver(error: unknown): void {
  if (error instanceof Locked || error instanceof Moved || isOfSystem(error)) return;
  throw error;
}

/** A refusal that the disk is to blame for: the same request may do well another time. */
const isOfSystem = (error: unknown): boolean => error instanceof Refusal && 'errno' in error.details;

function fileRequest(request: Request, verbs: ReadonlyMap<string, Verb>, held: Held, house: House): void {
  const verb = verbs.get(request.verb);
  if (!verb) return;
  const asked = askedOf(verb, request.input as Input<Params>, request);
  try {
    commit(asked, thinkNow(asked, house).outcome, held, 'spool');
    held.drop(request.id);
    if (verb.activity(asked.input)) beatOf(request, house);
  } catch (error) {
    if (error instanceof Wanted || error instanceof Moved || isOfSystem(error)) throw error;
    held.drop(request.id, error instanceof Error ? error.message : String(error));
  }
}

/** A beat so soon after another tells nothing new. */
const SOON_MS = 1000;

function beatAt(now: number, { store }: House): void {
  const last = store?.heartbeat()?.lastActivity;
  if (last === undefined || now < last || now - last >= SOON_MS) store?.beat(now);
}

/** A request counts as activity at the moment when it was asked. */
function beatOf({ now }: Request, house: House): void {
  if ((house.store?.heartbeat()?.lastActivity ?? 0) < now) house.store?.beat(now);
}
