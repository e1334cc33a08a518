import type { RunClaimed, RunRecord } from '../config/run-record.js';
import { toUserError } from '../platform/system-errors.js';
import { readDoneRecords } from './change-journal/history.js';
import type { JournalState } from './change-journal/journal-state.js';
import { pruneHistory } from './change-journal/prune.js';
import { dequeue, listQueued } from './command-queue.js';
import { type CommitBatch, openBatch } from './commit/group-commit.js';
import { applyOperation, type Operation, type Receipt } from './commit/operation.js';
import { answerWaiter, awaitWaiters, listWaiters, removeWaiter } from './commit/waiting-writers.js';
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

/** More at a time would delay those who came first. */
const MOST_WANTED = 32;

/** Filters out requests that are done: a process may have died between committing and answering. */
function stillWanted(
  ground: StoreContext,
  ledger: JournalState,
  requests: readonly Request[],
): readonly Request[] {
  return requests.filter(({ id }) => ledger.receipt(id) === null || !removeWaiter(ground, id));
}

/** Filters out queued requests found in the whole journal: a process may have died before removing one. */
function notDone(ground: StoreContext): readonly Request[] {
  const requests = listQueued(ground);
  if (requests.length === 0) return [];
  const done = new Set(readDoneRecords(ground).map(({ id }) => id));
  for (const { id } of requests) if (done.has(id)) dequeue(ground, id);
  return requests.filter(({ id }) => !done.has(id));
}

/** Operations that require the lock. */
export interface StoreTransaction {
  /** Returns true if everything that was read is unchanged. */
  isCurrent(reads: ReadSet): boolean;
  /** Makes the changes and journals them; durable when it returns. Throws ConflictError if a file changed. */
  commit(operation: Operation): Receipt;
  /** Opens a batch of operations that are made durable together. */
  group(): CommitBatch;
  /**
   * Takes the requests of waiting processes, oldest first, without duplicates; those already done are answered with
   * their number. If `expected` requests are likely, waits a few milliseconds for half of them.
   */
  takeWaitingRequests(expected?: number): readonly Request[];
  /** Answers a waiting process. */
  answerWaiter(id: string, answer: unknown): void;
  /** Like the store's `prune`, for the holder of the lock. */
  prune(now: number, days: number): number;
  /** Returns the record of a completed operation, however old. */
  receipt(id: string): Receipt | null;
  runs(): readonly RunRecord[];
  recordRun(line: RunRecord): void;
  claimRun(claim: RunClaimRequest): RunClaimed;
  /** Returns true if no process works on a claim any more. */
  isVoid(claim: RunClaimed, now: number): boolean;
  /** Returns true if no other process took a claim over and it has not ended. */
  isHeld(claim: RunClaimed): boolean;
  /** Lists queued requests that are not done yet, oldest first; removes those that are done. */
  spooled(): readonly Request[];
  /** Removes what a pattern matches from history, before-images, queue and the rest, and deletes the caches. */
  scrub(pattern: RegExp): void;
  /** Removes a request from the queue; with a reason it is stored as refused. */
  drop(id: string, refused?: string): void;
}

export function createTransaction(ground: StoreContext, ledger: JournalState): StoreTransaction {
  let commitMs = 0;
  const taken = new Set<string>();
  const timed = (group: CommitBatch): CommitBatch => ({
    ...group,
    writeAll() {
      const begun = ground.machine.ticks();
      const done = group.writeAll();
      commitMs = ground.machine.ticks() - begun;
      return done;
    },
  });
  return {
    isCurrent: (reads) => isReadSetCurrent(ground, ledger.last, reads),
    commit: (operation) => applyOperation(ground, ledger, operation),
    group: () => timed(openBatch(ground, ledger)),
    takeWaitingRequests(expected = 0) {
      awaitWaiters(ground, expected, commitMs, taken);
      const requests = stillWanted(ground, ledger, listWaiters(ground, taken)).slice(0, MOST_WANTED);
      for (const { id } of requests) taken.add(id);
      return requests;
    },
    answerWaiter: (id, answer) => answerWaiter(ground, id, answer),
    spooled: () => notDone(ground),
    prune: (now, days) => pruneHistory(ground, ledger, now, days),
    receipt: (id) => ledger.receipt(id) ?? readDoneRecords(ground).find((record) => record.id === id) ?? null,
    runs: () => readRunRecords(ground),
    recordRun: (line) => appendRunRecord(ground, line),
    claimRun: (claim) => claimRun(ground, claim),
    isVoid: (claim, now) => isClaimAbandoned(ground, claim, now),
    isHeld: (claim) => isClaimOwned(ground, claim),
    scrub: (pattern) => withUserErrors(ground, () => scrubHistory(ground, ledger, pattern)),
    drop: (id, refused) => dequeue(ground, id, refused),
  };
}
