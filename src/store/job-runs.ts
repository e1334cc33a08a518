import { join } from 'node:path';
import type { RunClaimed, RunRecord } from '../config/run-record.js';
import { OWN_FILE, readFile, syncFolder, writeFresh } from '../platform/file-io.js';
import type { LockOwner } from '../platform/process-identity.js';
import { appendTo } from './change-journal/journal.js';
import { parseRecords, toLine } from './change-journal/record.js';
import type { StoreContext } from './layout.js';

/** What somebody wants to run, and for how long at most (ms). */
export type RunClaimRequest = Omit<RunClaimed, 't' | 'until' | 'owner'> & { readonly limit: number };

/** What became of jobs, oldest first; a damaged line is passed over. */
export function readRunRecords({ port, at }: StoreContext): readonly RunRecord[] {
  const read = readFile(port, at.runs);
  return read ? parseRecords<RunRecord>(read.bytes).records : [];
}

/** Adds to the run ledger, durably. Only under the lock. */
export const appendRunRecord = (ground: StoreContext, line: RunRecord): void =>
  void appendTo(ground, ground.at.runs, [line]);

/** Takes a job on for this process. Only under the lock, and only where nobody else has it. */
export function claimRun(ground: StoreContext, { limit, ...claim }: RunClaimRequest): RunClaimed {
  const owner = ground.machine.owner(ground.command);
  const claimed: RunClaimed = { ...claim, t: 'claimed', until: claim.at + limit + SLACK_MS, owner };
  appendRunRecord(ground, claimed);
  return claimed;
}

/** Machines that share a disk differ in their clocks. */
const SLACK_MS = 5 * 60_000;

/**
 * True where nobody works on a claim any more: its process is proved dead, or, on another machine or before a restart,
 * where that cannot be told, its time is over. A claim from a clock far ahead is over as well.
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

/** True where the last to take a job on was this very claim, and it has not ended. */
export function isClaimOwned(ground: StoreContext, claim: RunClaimed): boolean {
  const last = readRunRecords(ground).findLast(({ job, t }) => job === claim.job && t !== 'passed');
  return last?.t === 'claimed' && (last.owner as LockOwner).nonce === (claim.owner as LockOwner).nonce;
}

/** Forgets runs from before a time, but for the last that was done of each job. Only under the lock. */
export function pruneRuns(ground: StoreContext, cutoff: number): void {
  const { port, at, machine, fsync } = ground;
  const lines = readRunRecords(ground);
  const done = lines.filter(({ t }) => t === 'done');
  const lastDone = new Set(new Map(done.map((line) => [line.job, line])).values());
  const kept = lines.filter((line) => line.at >= cutoff || lastDone.has(line));
  if (kept.length === lines.length) return;
  const part = join(at.keep, `.${process.pid}-${machine.nonce()}.part`);
  writeFresh(port, part, Buffer.concat(kept.map(toLine)), OWN_FILE, fsync);
  port.rename(part, at.runs);
  syncFolder(port, at.keep, fsync);
}
