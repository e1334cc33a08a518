import type { RunClaimed, RunRecord } from '../config/run-record.js';
import { readFile } from '../platform/file-io.js';
import type { LockOwner } from '../platform/process-identity.js';
import { appendTo } from './change-journal/journal.js';
import { parseRecords, toLine } from './change-journal/record.js';
import { replaceStateFile, type StoreContext } from './layout.js';

/** A job to run, and its time limit (ms). */
export type RunClaimRequest = Omit<RunClaimed, 't' | 'until' | 'owner'> & { readonly limit: number };

/** Reads the results of jobs, oldest first; damaged lines are skipped. */
export function readRunRecords({ port, at }: StoreContext): readonly RunRecord[] {
  const read = readFile(port, at.runs);
  return read ? parseRecords<RunRecord>(read.bytes).records : [];
}

/** Appends to the run log, durably. Requires the lock. */
export const appendRunRecord = (store: StoreContext, line: RunRecord): void =>
  void appendTo(store, store.at.runs, [line]);

/** Claims a job for this process. Requires the lock, and that no other process has claimed it. */
export function claimRun(store: StoreContext, { limit, ...claim }: RunClaimRequest): RunClaimed {
  const owner = store.machine.owner(store.command);
  const claimed: RunClaimed = { ...claim, t: 'claimed', until: claim.at + limit + SLACK_MS, owner };
  appendRunRecord(store, claimed);
  return claimed;
}

/** Tolerance for the clocks of machines that share a disk. */
const SLACK_MS = 5 * 60_000;

/**
 * Returns true if no process works on a claim any more: its process is proven dead or, on another machine or before a
 * restart, where that is unknown, its time limit has passed. A claim from a clock far ahead is also abandoned.
 */
export function isClaimAbandoned(
  { machine, command }: StoreContext,
  claim: RunClaimed,
  now: number,
): boolean {
  const owner = claim.owner as LockOwner;
  if (machine.dead(owner)) return true;
  const me = machine.owner(command);
  const canTell = owner.boot === me.boot && owner.space === me.space && owner.host === me.host;
  return !canTell && (now > claim.until || claim.at > now + claim.until - claim.at);
}

/** Returns true if this claim is the latest for its job and has not ended. */
export function isClaimOwned(store: StoreContext, claim: RunClaimed): boolean {
  const last = readRunRecords(store).findLast(({ job, t }) => job === claim.job && t !== 'passed');
  return last?.t === 'claimed' && (last.owner as LockOwner).nonce === (claim.owner as LockOwner).nonce;
}

/** Deletes runs before a time, except the last completed one of each job. Requires the lock. */
export function pruneRuns(store: StoreContext, cutoff: number): void {
  const lines = readRunRecords(store);
  const done = lines.filter(({ t }) => t === 'done');
  const lastDone = new Set(new Map(done.map((line) => [line.job, line])).values());
  const remaining = lines.filter((line) => line.at >= cutoff || lastDone.has(line));
  if (remaining.length === lines.length) return;
  replaceStateFile(store, store.at.runs, Buffer.concat(remaining.map(toLine)));
}
