import type { Asked } from './asked.js';
import type { House } from './house.js';
import { operationOf } from './operations.js';
import { Wanted } from './parts.js';
import { parseRequest } from './queue-check.js';
import { type Group, type Held, Moved, type Request } from './store/store.js';
import { thinkNow } from './thought.js';
import { type Outcome, Refusal, type Verb } from './verbs/verb.js';

/** What was done, with its number in the journal; null where there was nothing to do. */
export interface Served {
  readonly outcome: Outcome;
  readonly seq: number | null;
}

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
  const ask: Ask = (expected) => held.wanted(expected).filter((request) => request.verb === verb.name);
  const group = held.group();
  const first = ask();
  if (first.length === 0 || !group.add(operation)) return { outcome: own, seq: held.commit(operation).seq };
  let served = round(first, verb, group, held, house);
  const seq = served.seqs.get(operation.id) ?? null;
  for (let n = 1; n < ROUNDS && served.done > 0; n++) served = nextRound(served.done, ask, verb, held, house);
  return { outcome: own, seq };
}

/** Gives who asks for the verb and was not given before; so many are expected. */
type Ask = (expected?: number) => readonly Request[];

/** One commit for several: their numbers, and how many others were answered. */
interface Round {
  readonly seqs: ReadonlyMap<string, number>;
  readonly done: number;
}

function round(requests: readonly Request[], verb: Verb, group: Group, held: Held, house: House): Round {
  const others = requests.flatMap((request) => joined(request, verb, group, house) ?? []);
  const seqs = group.commit();
  for (const { id, outcome } of others) held.tell(id, { outcome, seq: seqs.get(id) ?? null });
  return { seqs, done: others.length };
}

const NOBODY: Round = { seqs: new Map(), done: 0 };

/** Serves who came meanwhile. Our own is durable by now: where a person was faster, or the disk fails, others take over. */
function nextRound(expected: number, ask: Ask, verb: Verb, held: Held, house: House): Round {
  try {
    const requests = ask(expected);
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
    const theirs = parseRequest(request, verb, house.moment.now);
    if (namesTranscript(theirs)) return null;
    const outcome = thinkNow(theirs, house, group.note).outcome;
    if (outcome.changes.length > 0 && !group.add(operationOf(theirs, outcome))) return null;
    return { id: request.id, outcome };
  } catch (error) {
    if (error instanceof Wanted || error instanceof Refusal) return null;
    throw error;
  }
}

/** It may be long and is checked first, so each writer does it alone. */
const namesTranscript = ({ verb, input }: Asked): boolean =>
  Object.entries(input).some(
    ([name, value]) => verb.params[name]?.reaches === 'transcript' && value !== undefined,
  );
