import type { RunClaimed, RunRecord } from '../config/run-record.js';
import { toUserError } from '../platform/system-errors.js';
import { readDoneRecords } from './change-journal/history.js';
import type { JournalState } from './change-journal/journal-state.js';
import { pruneHistory } from './change-journal/prune.js';
import { dequeue, listQueued } from './command-queue.js';
import { applyOperation, type Operation } from './commit/operation.js';
import {
  appendRunRecord,
  claimRun,
  isClaimAbandoned,
  isClaimOwned,
  type RunClaimRequest,
  readRunRecords,
} from './job-claims.js';
import type { StoreContext } from './layout.js';
import { isReadSetCurrent, type ReadSet } from './note-reader.js';
import type { Request } from './queued-request.js';
import { scrubHistory } from './scrub.js';

/** Runs `act`; a system error becomes one that names the path and what to do. */
export function withUserErrors<T>({ at }: StoreContext, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw toUserError(error, at.state);
  }
}

/** Filters out queued requests found in the whole journal: a process may have died before removing one. */
function notDone(store: StoreContext): readonly Request[] {
  const requests = listQueued(store);
  if (requests.length === 0) return [];
  const done = new Set(readDoneRecords(store).map(({ id }) => id));
  for (const { id } of requests) if (done.has(id)) dequeue(store, id);
  return requests.filter(({ id }) => !done.has(id));
}

/** Creates the operations that require the lock. */
export function createTransaction(store: StoreContext, journal: JournalState) {
  return {
    /** Returns true if everything that was read is unchanged. */
    isCurrent: (reads: ReadSet) => isReadSetCurrent(store, journal.last, reads),
    /** Makes the changes and journals them; durable when it returns. Throws ConflictError if a file changed. */
    commit: (operation: Operation) => applyOperation(store, journal, operation),
    /** Lists queued requests that are not done yet, oldest first; removes those that are done. */
    spooled: () => notDone(store),
    /** Like the store's `prune`, for the holder of the lock. */
    prune: (now: number, days: number) => pruneHistory(store, journal, now, days),
    /** Returns the record of a completed operation, however old. */
    receipt: (id: string) =>
      journal.receipt(id) ?? readDoneRecords(store).find((record) => record.id === id) ?? null,
    runs: () => readRunRecords(store),
    recordRun: (line: RunRecord) => appendRunRecord(store, line),
    claimRun: (claim: RunClaimRequest) => claimRun(store, claim),
    /** Returns true if no process works on a claim any more. */
    isVoid: (claim: RunClaimed, now: number) => isClaimAbandoned(store, claim, now),
    /** Returns true if no other process took a claim over and it has not ended. */
    isHeld: (claim: RunClaimed) => isClaimOwned(store, claim),
    /** Removes what a pattern matches from history, before-images, queue and the rest, and deletes the caches. */
    scrub: (pattern: RegExp) => withUserErrors(store, () => scrubHistory(store, journal, pattern)),
    /** Removes a request from the queue; with a reason it is stored as refused. */
    drop: (id: string, refused?: string) => dequeue(store, id, refused),
  };
}

export type StoreTransaction = ReturnType<typeof createTransaction>;
