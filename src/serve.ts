import { type Asked, askedOf } from './asked.js';
import type { Pending } from './house.js';
import { Wanted } from './parts.js';
import { type Group, type Held, Moved, type Operation, type Request } from './store/store.js';
import type { Input, Params } from './verbs/params.js';
import { type Outcome, Refusal, type Verb } from './verbs/verb.js';

/** How `run` thinks and records; a request of somebody else goes the same way as our own. */
export interface Way {
  think(asked: Asked, pending: Pending): Outcome;
  operation(asked: Asked, outcome: Outcome): Operation;
}

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
export function serve(asked: Asked, own: Outcome, held: Held, way: Way): Served {
  const operation = way.operation(asked, own);
  const { verb } = asked;
  const group = held.group();
  const first = held.wanted().filter((request) => request.verb === verb.name);
  if (first.length === 0 || !group.add(operation)) return { outcome: own, seq: held.commit(operation).seq };
  let served = round(first, verb, group, held, way);
  const seq = served.seqs.get(operation.id) ?? null;
  for (let n = 1; n < ROUNDS && served.done > 0; n++) served = nextRound(served, verb, held, way);
  return { outcome: own, seq };
}

/** One commit for several: their numbers, how many others were answered, and who must ask for themselves. */
interface Round {
  readonly seqs: ReadonlyMap<string, number>;
  readonly done: number;
  readonly left: readonly string[];
}

function round(requests: readonly Request[], verb: Verb, group: Group, held: Held, way: Way): Round {
  const left: string[] = [];
  const others = requests.slice(0, MOST).flatMap((request) => {
    const one = joined(request, verb, group, way);
    if (!one) left.push(request.id);
    return one ?? [];
  });
  const seqs = group.commit();
  for (const { id, outcome } of others) held.tell(id, { outcome, seq: seqs.get(id) ?? null });
  return { seqs, done: others.length, left };
}

const NOBODY: Round = { seqs: new Map(), done: 0, left: [] };

/** Serves who came meanwhile. Our own is durable by now: where a person was faster, or the disk fails, others take over. */
function nextRound({ done, left }: Round, verb: Verb, held: Held, way: Way): Round {
  const isNew = (request: Request) => request.verb === verb.name && !left.includes(request.id);
  try {
    const requests = held.wanted(done + left.length).filter(isNew);
    return requests.length === 0 ? NOBODY : round(requests, verb, held.group(), held, way);
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
  way: Way,
): { readonly id: string; readonly outcome: Outcome } | null {
  try {
    const theirs = askedOf(verb, request.input as Input<Params>, request);
    const outcome = way.think(theirs, group.note);
    if (outcome.changes.length > 0 && !group.add(way.operation(theirs, outcome))) return null;
    return { id: request.id, outcome };
  } catch (error) {
    if (error instanceof Wanted || error instanceof Refusal) return null;
    throw error;
  }
}
