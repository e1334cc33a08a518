import type { RunRecord } from '../config/run-record.js';
import type { UserError } from '../errors.js';
import { ConflictError } from '../errors.js';
import type { HistoryRecord } from '../notes/changes/history-record.js';
import type { LineTrace } from '../notes/changes/trace-lines.js';
import type { Fsync } from '../platform/file-io.js';
import { type FileSystem, nodeFileSystem } from '../platform/file-system.js';
import { guardState } from '../platform/no-links.js';
import { currentSystem, type System } from '../platform/process-identity.js';
import { ignoreErrors } from '../platform/system-errors.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import {
  type ActivityLogName,
  type ActivityRange,
  type ActivityRecord,
  appendActivity,
  forEachActivity,
  pruneActivity,
  readActivity,
} from './activity-log.js';
import { tickBeside } from './background-tick.js';
import { dropCache, type OpenCache, openCache, readCache, writeCache } from './cache/cache-files.js';
import { listHistory, markOf, readDoneRecords, wroteLine } from './change-journal/history.js';
import { readJournal } from './change-journal/journal.js';
import { createJournalState, type JournalState } from './change-journal/journal-state.js';
import { createLineage } from './change-journal/lineage.js';
import { findLeap, prunableRecords, pruneHistory } from './change-journal/prune.js';
import { versionOf } from './change-journal/versions.js';
import { enqueue, listQueued } from './command-queue.js';
import { completeIntents, removeLeftovers } from './commit/crash-recovery.js';
import { registerWaiter } from './commit/waiting-writers.js';
import { savedAt } from './files/before-images.js';
import { findWriteProblem } from './find-write-problem.js';
import { type HealthCheck, type HealthCheckOptions, runHealthChecks } from './health-check.js';
import {
  readHeartbeat,
  readStatusFile,
  type StatusFields,
  type StoredHeartbeat,
  writeHeartbeat,
  writeStatusFile,
} from './heartbeat.js';
import { readRunRecords } from './job-runs.js';
import { ensureStateFolder, type StoreContext, storeLayout } from './layout.js';
import {
  AlreadyServedError,
  acquireLock,
  forceUnlock,
  isAbandoned,
  isLocked,
  LockedError,
  removeDeadLocksOnce,
} from './lock.js';
import { createNoteReader, type NoteReader, readAllAtOnce } from './note-reader.js';
import { type Publication, publish } from './publish.js';
import type { Request } from './queued-request.js';
import { type AdoptionSummary, adopt, type Inert, inertState, planAdoption } from './registry/adopt.js';
import { setTrust } from './registry/registration.js';
import { findScrubMatches, type ScrubMatches } from './scrub.js';
import { findRemains, type Remain } from './scrub-remains.js';
import { createTransaction, type StoreTransaction, withUserErrors } from './transaction.js';
import { findRoot, refuseForeign } from './workspace/find-workspace.js';

export type { CommitBatch } from './commit/group-commit.js';
export type { Operation, Receipt } from './commit/operation.js';
export type { RunClaimRequest } from './job-runs.js';
export type { ReadSet } from './note-reader.js';
export type {
  ActivityLogName,
  ActivityRecord,
  AdoptionSummary,
  HealthCheck,
  HealthCheckOptions,
  Inert,
  NoteReader,
  OpenCache,
  Remain,
  Request,
  ScrubMatches,
  StoredHeartbeat,
  WorkspaceRoot,
};
export { ConflictError, findRoot, LockedError };

export interface Store {
  readonly root: WorkspaceRoot;
  /** A reader of the notes as they are from now on; it remembers what it read. */
  snapshot(): NoteReader;
  /** A snapshot that has read every note, all as they are at one moment; waits so long for the lock if it needs it. */
  snapshotAtOnce(waitMs: number): NoteReader;
  /** Why nothing can be written here; null where it can, as far as the system tells beforehand. */
  findWriteProblem(): UserError | null;
  /** Runs `act` with the lock held, synchronously; first completes what others died over. Throws `Locked`. */
  transaction<T>(waitMs: number, act: (tx: StoreTransaction) => T): T;
  /** True while somebody holds the lock, or left it behind. */
  isBusy(): boolean;
  /** True where whoever held the lock has died over it. */
  isAbandoned(): boolean;
  /**
   * The same for a request that its holder may do while we wait; then it gives what the holder told, or the number alone.
   * Throws `Locked` where neither came about in time.
   */
  transactionOrDelegate<T>(
    waitMs: number,
    request: Request,
    act: (tx: StoreTransaction) => T,
  ): T | ServedByOther;
  /** Leaves a request for whoever holds the lock next, durably. */
  enqueue(request: Request): void;
  /** What waits in the spool, oldest first. */
  waiting(): readonly Request[];
  /** What was done, newest first. */
  history(): readonly HistoryRecord[];
  /** The text of a note before or after an operation, or null where it cannot be brought back. */
  version(hash: string): string | null;
  /** When a version was saved, where it is kept as the very file that lay there; else null. */
  savedAt(hash: string): number | null;
  /** Where the lines of one entry come from, as the journal knows. */
  trace(path: string, lines: readonly string[]): readonly LineTrace[];
  /** True where each of these very lines was written by Daybook to that note. */
  isOwnLine(path: string, ...lines: readonly string[]): boolean;
  /** What became of jobs, oldest first. */
  runs(): readonly RunRecord[];
  /** Starts `cron tick` in a process of its own, unless that was done less than `restMs` ago. */
  tickBeside(now: number, restMs: number, env: { readonly [name: string]: string | undefined }): void;
  heartbeat(): StoredHeartbeat | null;
  beat(now: number): void;
  /** The newest time recorded before a leap of the clock (ms), while that clock is not to be believed; else null. */
  clockLeap(now: number): number | null;
  /** How many records of history are older than so many days, and could be forgotten. */
  countPrunable(now: number, days: number): number;
  /** The heartbeat's file as other programs see it. */
  readSignal(): StatusFields;
  signal(fields: StatusFields): void;
  /** Writes files made of notes for another program into a folder of their own; refuses one that is not ours. */
  publish(publication: Publication): void;
  /** Notes in a trail what happened, without lock and flush; a failure is silent. */
  addToTrail(trail: ActivityLogName, happening: ActivityRecord): void;
  /** Hands on what a trail tells of these days (UTC), the oldest first. */
  eachInTrail(trail: ActivityLogName, days: readonly string[], take: (one: ActivityRecord) => void): void;
  /** What a trail tells, the oldest first. */
  trail(name: ActivityLogName, stretch?: ActivityRange): readonly ActivityRecord[];
  /** Forgets history older than so many days, but never the last version of anything. Gives how many records went. */
  prune(now: number, days: number): number;
  /** How often a pattern is found in what is kept beside the notes: history, images, spool and the rest. */
  findScrubMatches(pattern: RegExp): ScrubMatches;
  /** Every place of this root that still holds what a pattern finds; `beside` are files beside the notes. */
  remains(pattern: RegExp, beside: readonly string[]): readonly Remain[];
  runHealthChecks(examination: HealthCheckOptions): readonly HealthCheck[];
  /** Records whether the user trusts this root, in `DAYBOOK_HOME`. */
  trust(isWanted: boolean): void;
  /** State below `.daybook/` that is not this root's, and is not used. */
  inertState(): readonly Inert[];
  /** What of it could be taken over as history; reading only. */
  planAdoption(): AdoptionSummary;
  /** Takes it over. */
  adoptHistory(): AdoptionSummary;
  /** Takes away a lock whose holder cannot be judged; refuses for a live or a young one. False where there is none. */
  unlock(): boolean;
  readCache(name: string): Uint8Array | null;
  writeCache(name: string, bytes: Uint8Array): void;
  openCache(name: string): OpenCache | null;
  dropCache(name: string): void;
}

/** What became of a request that another process did. */
export class ServedByOther {
  constructor(
    /** What that process told, if anything. */
    readonly told: unknown,
    /** The number of the change; null where it made none. The journal is asked for it. */
    readonly seq: () => number | null,
  ) {}
}

/** Trust makes the state folder first: without it what is recorded would count for nothing. */
function trust(ground: StoreContext, isWanted: boolean): void {
  const { foreign: _, ...root } = ground.root;
  const there = { ...ground, root, at: storeLayout(root, ground.port) };
  withUserErrors(there, () => ensureStateFolder(there));
  setTrust(there, isWanted);
}

export interface StoreOptions {
  readonly port?: FileSystem;
  readonly machine?: System;
  readonly fsync?: Fsync;
  /** The file that holds the context block, by the settings. */
  readonly target?: string;
  /** What the lock's file says to whoever waits. */
  readonly command?: string;
}

/** The one door to the disk. Opening touches nothing; `.daybook` is made before the first write. */
export function openStore(root: WorkspaceRoot, options: StoreOptions = {}): Store {
  const { fsync = 'full', command = 'daybook', target } = options;
  const port = guardState(options.port ?? nodeFileSystem, root);
  const machine = options.machine ?? currentSystem(port);
  const ground: StoreContext = {
    port,
    machine,
    root,
    at: storeLayout(root, port),
    fsync,
    command,
    ...(target ? { target } : {}),
  };
  const ledger = createJournalState(ground);
  const known = ledger.last;
  const version = (hash: string) => versionOf(ground, readDoneRecords(ground), hash);
  const locked = lockedBy(ground, ledger, version);
  const lineage = createLineage(ground);
  return {
    root,
    snapshot: () => createNoteReader(ground, known),
    findWriteProblem: () => findWriteProblem(ground),
    snapshotAtOnce: (waitMs) => readAllAtOnce(ground, known, (act) => locked(waitMs, act)),
    transaction: (waitMs, act) => locked(waitMs, () => act(createTransaction(ground, ledger))),
    isBusy: () => isLocked(port, ground.at.locks),
    isAbandoned: () => isAbandoned({ ...ground, folder: ground.at.locks }),
    transactionOrDelegate: (waitMs, request, act) =>
      together(ground, ledger, locked, { waitMs, request }, act),
    enqueue: (request) => withUserErrors(ground, () => enqueue(ground, request)),
    waiting: () => listQueued(ground),
    history: () => listHistory(readDoneRecords(ground)),
    version,
    savedAt: (hash) => savedAt(ground, hash),
    trace: (path, lines) => lineage().trace(path, lines),
    isOwnLine(path, ...lines) {
      const journal = readJournal(ground).lines;
      return lines.every((line) => wroteLine(journal, path, line, markOf(line)));
    },
    runs: () => readRunRecords(ground),
    clockLeap: (now) => findLeap(ground, now),
    countPrunable: (now, days) => prunableRecords(readDoneRecords(ground), now, days).length,
    tickBeside: (now, restMs, env) => tickBeside(ground, now, restMs, env),
    heartbeat: () => readHeartbeat(ground),
    beat: (now) => writeHeartbeat(ground, now),
    readSignal: () => readStatusFile(ground),
    signal: (fields) => writeStatusFile(ground, fields),
    publish: (publication) => publish(port, root, publication),
    addToTrail: (trail, happening) => appendActivity(ground, trail, happening),
    eachInTrail: (trail, days, take) => forEachActivity(ground, trail, days, take),
    trail: (name, stretch) => readActivity(ground, name, stretch),
    prune: (now, days) => {
      refuseForeign(root);
      const isBelieved = findLeap(ground, now) === null;
      if (isBelieved) pruneActivity(ground, new Date(now - days * DAY_MS).toISOString().slice(0, 10));
      return locked(PRUNE_WAIT_MS, () => pruneHistory(ground, ledger, now, days));
    },
    findScrubMatches: (pattern) => findScrubMatches(ground, pattern),
    remains: (pattern, beside) => findRemains(ground, pattern, beside),
    runHealthChecks: (examination) => runHealthChecks(ground, ledger, locked, examination),
    unlock: () => {
      refuseForeign(root);
      return forceUnlock({ ...ground, folder: ground.at.locks });
    },
    trust: (isWanted) => trust(ground, isWanted),
    inertState: () => inertState(ground),
    planAdoption: () => planAdoption(ground),
    adoptHistory: () => locked(ADOPT_WAIT_MS, () => withUserErrors(ground, () => adopt(ground, ledger))),
    readCache: (name) => readCache(ground, name),
    writeCache: (name, bytes) => {
      if (bytes.length > WORTH_A_FOLDER) ignoreErrors(() => ensureStateFolder(ground));
      writeCache(ground, name, bytes);
    },
    openCache: (name) => openCache(ground, name),
    dropCache: (name) => dropCache(ground, name),
  };
}

/** What took so long to find out is kept even where nobody wrote anything yet. */
const WORTH_A_FOLDER = 256 * 1024;

const DAY_MS = 86_400_000;
const ADOPT_WAIT_MS = 5000;
/** The nightly job has time. */
const PRUNE_WAIT_MS = 30_000;

type Locking = <T>(waitMs: number, act: () => T, settled?: () => boolean) => T;

function lockedBy(
  ground: StoreContext,
  ledger: JournalState,
  version: (hash: string) => string | null,
): Locking {
  const locks = { ...ground, folder: ground.at.locks };
  return (waitMs, act, settled) => {
    const lock = withUserErrors(ground, () => {
      ensureStateFolder(ground);
      return acquireLock(locks, waitMs, settled);
    });
    try {
      withUserErrors(ground, () => {
        if (lock.tookOver) removeLeftovers(ground);
        else if (lock.atOnce) removeDeadLocksOnce(locks);
        completeIntents(ground, ledger, version);
      });
      return act();
    } finally {
      lock.release();
    }
  };
}

/** Takes the lock where it is free; else says what it is wanted for, and waits until it is had or its holder did that. */
function together<T>(
  ground: StoreContext,
  ledger: JournalState,
  locked: Locking,
  { waitMs, request }: { readonly waitMs: number; readonly request: Request },
  act: (tx: StoreTransaction) => T,
): T | ServedByOther {
  const now = () => act(createTransaction(ground, ledger));
  if (!isLocked(ground.port, ground.at.locks)) {
    const atOnce = unlessLocked(locked, now);
    if (atOnce) return atOnce.made;
  }
  const left = waitMs === 0 ? null : registerWaiter(ground, request);
  if (!left) return locked(waitMs, now);
  const mine = () => {
    if (left.end().done) throw new AlreadyServedError();
    return now();
  };
  try {
    return locked(waitMs, mine, () => !left.waits());
  } catch (error) {
    const { done, told } = left.end();
    if (!done || !(error instanceof AlreadyServedError || error instanceof LockedError)) throw error;
    return new ServedByOther(told, () => ledger.receipt(request.id)?.seq ?? null);
  }
}

/** What came of it with the lock; null where somebody was faster to take it. */
function unlessLocked<T>(locked: Locking, act: () => T): { readonly made: T } | null {
  let isOurs = false;
  const now = () => {
    isOurs = true;
    return { made: act() };
  };
  try {
    return locked(0, now);
  } catch (error) {
    if (error instanceof LockedError && !isOurs) return null;
    throw error;
  }
}
