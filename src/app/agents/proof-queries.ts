import type { ProofQueries } from '../../command/proof-queries.js';
import { canIsolate } from '../../platform/run-program.js';
import type { Store } from '../../store/store.js';
import { isAttended } from '../detect-actor.js';
import type { Invocation } from '../invocation.js';

/** Creates the handlers about proofs of facts: who may confirm them, and which are confirmed. */
export const createProofQueries = (
  start: Invocation,
  store: () => Store,
): Omit<ProofQueries, 'prepared'> => ({
  confirmedProofs: () => store().readConfirmedProofs(),
  isolation: canIsolate,
  isAttended: () => isAttended(start),
  answer: (question) => (isAttended(start) ? (start.ask?.(question) ?? null) : null),
});
