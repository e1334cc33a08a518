import { changesDiff } from './changes-diff.js';
import type { House, Moment } from './house.js';
import { Wanted } from './parts.js';
import { unproven } from './proof.js';
import { type Held, Locked, Moved, type Reads, type Request } from './store/store.js';
import type { Input, Params } from './verbs/params.js';
import { type Outcome, Refusal, type Verb } from './verbs/verb.js';
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
}

/** How often a verb is thought outside the lock while others are faster; then it is thought inside. */
const TRIES = 3;

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
  const asked: Asked = { verb: verb as Verb, input: input as Input<Params>, moment: house.moment };
  const result = how.dryRun ? await rehearse(asked, house) : await perform(asked, house);
  if (!how.dryRun && verb.activity(input)) house.store?.beat(house.moment.now);
  if (!how.dryRun) await drain(house);
  return result;
}

interface Asked {
  readonly verb: Verb;
  readonly input: Input<Params>;
  readonly moment: Moment;
}

/** What a verb thought of a wiki, and what it had read for that. */
interface Thought {
  readonly outcome: Outcome;
  readonly wiki: Wiki;
  readonly reads: Reads;
}

async function rehearse(asked: Asked, house: House): Promise<Result> {
  const { outcome, wiki } = await think(asked, house);
  return { outcome, seq: null, queued: null, diff: changesDiff(outcome.changes, wiki) };
}

async function perform(asked: Asked, house: House): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const thought = await think(asked, house);
    if (thought.outcome.changes.length === 0)
      return { outcome: thought.outcome, seq: null, queued: null, diff: null };
    const result = write(asked, thought, house, attempt < TRIES ? 'give way' : 'think inside');
    if (result !== 'moved') return result;
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

function thinkNow({ verb, input, moment }: Asked, house: House): Thought {
  const { world, reads } = house.look(moment);
  const thought = verb.think(world, input);
  const outcome = { ...thought, changes: oneChangeANote(thought.changes, world.wiki) };
  const why = unproven(outcome.changes, world.wiki, house.outline);
  if (why !== null)
    throw new Refusal('unproven', why, 'nothing was changed; mend the note there, then try again');
  return { outcome, wiki: world.wiki, reads };
}

function write(
  asked: Asked,
  thought: Thought,
  house: House,
  whenMoved: 'give way' | 'think inside',
): Result | 'moved' {
  const store = house.store;
  if (!store) throw new Error(`\`${asked.verb.name}\` changes notes but asked for no workspace`);
  try {
    return store.locked(house.settings['lock.wait'] * 1000, (held) => {
      if (held.stands(thought.reads)) return commit(asked, thought.outcome, held);
      if (whenMoved === 'give way') return 'moved';
      return commit(asked, thinkNow(asked, house).outcome, held);
    });
  } catch (error) {
    if (error instanceof Moved && whenMoved === 'give way') return 'moved';
    if (!(error instanceof Locked)) throw error;
    return wait(asked, thought.outcome, house, error);
  }
}

function commit({ verb, input, moment }: Asked, outcome: Outcome, held: Held): Result {
  if (outcome.changes.length === 0) return { outcome, seq: null, queued: null, diff: null };
  const { undoes, changes } = outcome;
  const say = outcome.did ?? outcome.say.split('\n')[0] ?? '';
  const operation = { id: operationId(verb, moment), verb: verb.name, input, ...moment, say, changes };
  const { seq } = held.commit(undoes === undefined ? operation : { ...operation, undoes });
  return { outcome, seq, queued: null, diff: null };
}

/** The same request, asked at the same moment with the same seed, is the same operation: it is done once. */
const operationId = (verb: Verb, { now, seed }: Moment): string =>
  `${verb.name}-${now.toString(36)}-${seed.replace(/[^\w-]/g, '_')}`;

function wait({ verb, input, moment }: Asked, outcome: Outcome, house: House, locked: Locked): Result {
  if (verb.whenLocked === 'refuse') {
    throw new Refusal('locked', locked.message, 'try again when it is done, or see: daybook doctor', {}, 4);
  }
  const id = operationId(verb, moment);
  house.store?.spool({ id, verb: verb.name, input, ...moment });
  return {
    outcome: { ...outcome, say: queuedSay(outcome.say), changes: [] },
    seq: null,
    queued: id,
    diff: null,
  };
}

const queuedSay = (say: string): string =>
  `Queued, since the store is busy; the next command files it: ${say}`;

/** Does what waits in the spool, if the lock is free; a request that cannot be done now stays there. */
async function drain(house: House): Promise<void> {
  const store = house.store;
  const waiting = store?.waiting() ?? [];
  if (!store || waiting.length === 0) return;
  const verbs = await house.verbs([...new Set(waiting.map(({ verb }) => verb))]);
  try {
    store.locked(0, (held) => {
      for (const request of held.spooled()) fileRequest(request, verbs, held, house);
    });
  } catch (error) {
    if (!(error instanceof Locked)) throw error;
  }
}

function fileRequest(request: Request, verbs: ReadonlyMap<string, Verb>, held: Held, house: House): void {
  const verb = verbs.get(request.verb);
  if (!verb) return;
  const asked: Asked = { verb, input: request.input as Input<Params>, moment: request };
  try {
    commit(asked, thinkNow(asked, house).outcome, held);
    held.drop(request.id);
  } catch (error) {
    if (error instanceof Wanted) return;
    if (!(error instanceof Refusal)) throw error;
    held.drop(request.id, error.message);
  }
}
