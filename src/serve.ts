import { type Asked, askedOf } from './asked.js';
import type { House } from './house.js';
import { operationOf } from './operations.js';
import { Wanted } from './parts.js';
import { type Group, type Held, Moved, type Request } from './store/store.js';
import { thinkNow } from './thought.js';
import type { Input, Params } from './verbs/params.js';
import { type Outcome, Refusal, type Verb } from './verbs/verb.js';

/** What was done, with its number in the journal; null where there was nothing to do. */
export interface Served {
  readonly outcome: Outcome;
  readonly seq: number | null;
}

/** More at a time would keep those waiting who came first. */
const MOST = 32;
/** Whoever served so often goes on with their own work, and somebody else takes the lock. */
const ROUNDS = 8;

/**
 * Does what we came for and, while the lock is ours, what others wait for with the same verb: all of it becomes durable
 * together, and each is told its own outcome (guide/store.md › Waiting). Who asks meanwhile is served next, since handing the
 * lock on costs more. What cannot be done so is left to whoever asked.
 */
export function serve(asked: Asked, own: Outcome, held: Held, house: House): Served {
  const operation = operationOf(asked, own);
  const { verb } = asked;
  const group = held.group();
  const first = held.wanted().filter((request) => request.verb === verb.name);
  if (first.length === 0 || !group.add(operation)) return { outcome: own, seq: held.commit(operation).seq };
  let served = round(first, verb, group, held, house);
  const seq = served.seqs.get(operation.id) ?? null;
  for (let n = 1; n < ROUNDS && served.done > 0; n++) served = nextRound(served, verb, held, house);
  return { outcome: own, seq };
}

/** One commit for several: their numbers, how many others were answered, and who must ask for themselves. */
interface Round {
  readonly seqs: ReadonlyMap<string, number>;
  readonly done: number;
  readonly left: readonly string[];
}

function round(requests: readonly Request[], verb: Verb, group: Group, held: Held, house: House): Round {
  const left: string[] = [];
  const others = requests.slice(0, MOST).flatMap((request) => {
    const one = joined(request, verb, group, house);
    if (!one) left.push(request.id);
    return one ?? [];
  });
  const seqs = group.commit();
  for (const { id, outcome } of others) held.tell(id, { outcome, seq: seqs.get(id) ?? null });
  return { seqs, done: others.length, left };
}

const NOBODY: Round = { seqs: new Map(), done: 0, left: [] };

/** Serves who came meanwhile. Our own is durable by now: where a person was faster, or the disk fails, others take over. */
function nextRound({ done, left }: Round, verb: Verb, held: Held, house: House): Round {
  const isNew = (request: Request) => request.verb === verb.name && !left.includes(request.id);
  try {
    const requests = held.wanted(done + left.length).filter(isNew);
    return requests.length === 0 ? NOBODY : round(requests, verb, held.group(), held, house);
  } catch (error) {
    if (error instanceof Moved || error instanceof Refusal) return NOBODY;
    throw error;
  }
}

/** Thinks a request on the notes as the group leaves them, and takes it in; null where it must go alone. */
function joined(
  request: Request,
  verb: Verb,
  group: Group,
  house: House,
): { readonly id: string; readonly outcome: Outcome } | null {
  try {
    const theirs = askedOf(verb, request.input as Input<Params>, request);
    const outcome = thinkNow(theirs, house, group.note).outcome;
    if (outcome.changes.length > 0 && !group.add(operationOf(theirs, outcome))) return null;
    return { id: request.id, outcome };
  } catch (error) {
    if (error instanceof Wanted || error instanceof Refusal) return null;
    throw error;
  }
}
