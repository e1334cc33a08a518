import { type Asked, recordable } from './asked.js';
import type { Moment } from './house.js';
import type { Held, Operation, Request } from './store/store.js';
import type { Outcome, Verb } from './verbs/verb.js';

/** A verb as it was asked, so that it can be done later or by somebody else. */
export const requestOf = (asked: Asked): Request => ({
  id: operationId(asked.verb, asked.moment),
  ...asked.moment,
  verb: asked.verb.name,
  input: recordable(asked),
});

/** What a verb came to, as the store does it. `spool`: it waited there, and may be told again after a crash. */
export function operationOf(asked: Asked, outcome: Outcome, origin: 'asked' | 'spool' = 'asked'): Operation {
  const { verb, moment } = asked;
  const { undoes, changes, origins } = outcome;
  const say = outcome.did ?? outcome.say.split('\n')[0] ?? '';
  return {
    id: operationId(verb, moment),
    ...moment,
    verb: verb.name,
    input: recordable(asked),
    say,
    changes,
    ...(undoes === undefined ? {} : { undoes }),
    ...(origins && Object.keys(origins).length > 0 ? { origins } : {}),
    ...(origin === 'spool' ? { resumable: true } : {}),
  };
}

/** The same request, asked at the same moment with the same seed, is the same operation: it is done once. */
export const operationId = (verb: Pick<Verb, 'name'>, { now, seed }: Pick<Moment, 'now' | 'seed'>): string =>
  `${verb.name}-${now.toString(36)}-${seed.replace(/[^\w-]/g, '_')}`;

/** Does what was thought, under the lock; the journal's number of it, or null where there is nothing that could be undone. */
export function commit(
  asked: Asked,
  outcome: Outcome,
  held: Held,
  origin: 'asked' | 'spool' = 'asked',
): number | null {
  const seq = outcome.changes.length === 0 ? null : held.commit(operationOf(asked, outcome, origin)).seq;
  if (outcome.prunes !== undefined) held.prune(asked.moment.now, outcome.prunes);
  if (!outcome.forgets) return seq;
  held.forget(outcome.forgets);
  return null;
}
