import { type Asked, askedOf } from './asked.js';
import type { Pending } from './house.js';
import { Wanted } from './parts.js';
import type { Group, Held, Operation, Request } from './store/store.js';
import type { Input, Params } from './verbs/params.js';
import { type Outcome, Refusal } from './verbs/verb.js';

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

/** More would keep those waiting who came first. */
const MOST = 32;

/**
 * Does what we came for and, while the lock is ours, what others wait for with the same verb: all of it becomes durable
 * together, and each is told its own outcome (trust.md, decisions). What cannot be done so is left to whoever asked.
 */
export function serve(asked: Asked, own: Outcome, held: Held, way: Way): Served {
  const operation = way.operation(asked, own);
  const requests = held.wanted().filter(({ verb }) => verb === asked.verb.name);
  const group = held.group();
  if (requests.length === 0 || !group.add(operation))
    return { outcome: own, seq: held.commit(operation).seq };
  const others = requests.slice(0, MOST).flatMap((request) => joined(request, asked, group, way) ?? []);
  const seqs = group.commit();
  for (const { id, outcome } of others) held.tell(id, { outcome, seq: seqs.get(id) ?? null });
  return { outcome: own, seq: seqs.get(operation.id) ?? null };
}

/** Thinks a request on the notes as the group leaves them, and takes it in; null where it must go alone. */
function joined(
  request: Request,
  { verb }: Asked,
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
