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
} from './job-runs.js';
import type { StoreContext } from './layout.js';
import { isReadSetCurrent, type ReadSet } from './note-reader.js';
import type { Request } from './queued-request.js';
import { scrubHistory } from './scrub.js';

/** Runs `act`; an error of the system becomes one that names the path and what to do. */
export function withUserErrors<T>({ at }: StoreContext, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw toUserError(error, at.state);
  }
}

/** More at a time would keep those waiting who came first. */
const MOST_WANTED = 32;

/** Somebody may have died between doing a thing and saying so. */
function stillWanted(
  ground: StoreContext,
  ledger: JournalState,
  requests: readonly Request[],
): readonly Request[] {
  return requests.filter(({ id }) => ledger.receipt(id) === null || !removeWaiter(ground, id));
}

/** A request may have been done by somebody who died before dropping it: the whole journal is asked. */
function notDone(ground: StoreContext): readonly Request[] {
  const requests = listQueued(ground);
  if (requests.length === 0) return [];
  const done = new Set(readDoneRecords(ground).map(({ id }) => id));
  for (const { id } of requests) if (done.has(id)) dequeue(ground, id);
  return requests.filter(({ id }) => !done.has(id));
}

/** What can be done only with the lock. */
export interface StoreTransaction {
  /** True where everything that was read still is as it was. */
  isCurrent(reads: ReadSet): boolean;
  /** Makes the changes and journals them; when it returns they are durable. Throws `Moved` where a file changed. */
  commit(operation: Operation): Receipt;
  /** Several operations, made durable together. */
  group(): CommitBatch;
  /**
   * What other processes wait for to be done, oldest first, each once; what is done already is answered with its number.
   * Where so many are expected, since as many asked a moment ago, half of them are given a few milliseconds to come.
   */
  takeWaitingRequests(expected?: number): readonly Request[];
  /** Answers somebody who waits. */
  answerWaiter(id: string, answer: unknown): void;
  /** The same as of the store, for who has the lock already. */
  prune(now: number, days: number): number;
  /** The record of an operation that was done, however long ago. */
  receipt(id: string): Receipt | null;
  runs(): readonly RunRecord[];
  recordRun(line: RunRecord): void;
  claimRun(claim: RunClaimRequest): RunClaimed;
  /** True where nobody works on a claim any more. */
  isVoid(claim: RunClaimed, now: number): boolean;
  /** True where nobody took a claim over, and it has not ended. */
  isHeld(claim: RunClaimed): boolean;
  /** Requests that wait and are not done yet, oldest first; those that are done are dropped. */
  spooled(): readonly Request[];
  /** Takes what a pattern finds out of history, images, spool and the rest, and drops the caches. */
  scrub(pattern: RegExp): void;
  /** Takes a request out of the spool; with a reason it is kept beside as refused. */
  drop(id: string, refused?: string): void;
}

export function createTransaction(ground: StoreContext, ledger: JournalState): StoreTransaction {
  let commitMs = 0;
  const given = new Set<string>();
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
      awaitWaiters(ground, expected, commitMs, given);
      const requests = stillWanted(ground, ledger, listWaiters(ground, given)).slice(0, MOST_WANTED);
      for (const { id } of requests) given.add(id);
      return requests;
    },
    answerWaiter: (id, answer) => answerWaiter(ground, id, answer),
    spooled: () => notDone(ground),
    prune: (now, days) => pruneHistory(ground, ledger, now, days),
    receipt: (id) => ledger.receipt(id) ?? readDoneRecords(ground).find((deed) => deed.id === id) ?? null,
    runs: () => readRunRecords(ground),
    recordRun: (line) => appendRunRecord(ground, line),
    claimRun: (claim) => claimRun(ground, claim),
    isVoid: (claim, now) => isClaimAbandoned(ground, claim, now),
    isHeld: (claim) => isClaimOwned(ground, claim),
    scrub: (pattern) => withUserErrors(ground, () => scrubHistory(ground, ledger, pattern)),
    drop: (id, refused) => dequeue(ground, id, refused),
  };
}
