import type { RunClaimed, RunRecord } from '../config/run-record.js';
import { ConflictError } from '../errors.js';
import type { FactCheck } from '../notes/entries/proof.js';
import type { Fsync } from '../platform/file-io.js';
import { type FileSystem, nodeFileSystem } from '../platform/file-system.js';
import { guardState } from '../platform/no-links.js';
import { createSystem, type System } from '../platform/process-identity.js';
import { ignoreErrors, toUserError } from '../platform/system-errors.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import { gatherWrites, spawnRefresh } from './background-tick.js';
import { dropCache, type OpenCache, openCache, readCache, writeCache } from './cache/cache-files.js';
import { createVersionFinder } from './change-journal/find-version-text.js';
import {
  createJournalTracer,
  hashLine,
  isWrittenLine,
  readDoneRecords,
  toHistoryRecord,
} from './change-journal/history.js';
import { createJournalReader } from './change-journal/journal.js';
import { createJournalState, type JournalState } from './change-journal/journal-state.js';
import { findLeap, listPrunableRecords, pruneHistory } from './change-journal/prune.js';
import type { HealthCheck } from './check-notes.js';
import { dequeue, enqueue, listQueued, type Request } from './command-queue.js';
import { completeIntents, removeLeftovers } from './commit/crash-recovery.js';
import { applyOperation, type Operation } from './commit/operation.js';
import { findSaveTime } from './files/before-images.js';
import { type HealthCheckOptions, type Locking, runHealthChecks } from './health-check.js';
import {
  readHeartbeat,
  readStatusFile,
  type StatusFields,
  type StoredHeartbeat,
  writeHeartbeat,
  writeStatusFile,
} from './heartbeat.js';
import {
  appendRunRecord,
  claimRun,
  isClaimAbandoned,
  isClaimOwned,
  type RunClaimRequest,
  readRunRecords,
} from './job-claims.js';
import { createStoreLayout, ensureStateFolder, findWriteProblem, type StoreContext } from './layout.js';
import { acquireLock, forceUnlock, isAbandoned, LockedError, removeDeadLocksOnce } from './lock.js';
import {
  createNoteReader,
  isReadSetCurrent,
  type NoteReader,
  type ReadSet,
  readAllAtOnce,
} from './note-reader.js';
import { type Publication, publish, publishFile } from './publish.js';
import {
  adopt,
  hasUnreleasedState,
  listInertState,
  planAdoption,
  UNRELEASED,
} from './registry/adopt-history.js';
import { ensureForgottenKey, readForgottenFiles, writeForgottenRecord } from './registry/forgotten-files.js';
import {
  addConfirmedProofs,
  readConfirmedProofs,
  setTimer,
  setTrust,
  toRegistryContext,
} from './registry/recognize-workspace.js';
import { findScrubMatches, scrubHistory } from './scrub.js';
import { findRemains, type Remain } from './scrub-remains.js';
import {
  type ActivityLogName,
  type ActivityRange,
  type ActivityRecord,
  appendActivity,
  eachActivity,
  readActivity,
} from './tool-call-log.js';
import { findRoot, refuseForeign } from './workspace/find-workspace.js';

export type { Operation } from './commit/operation.js';
export type { ReadSet } from './note-reader.js';
export type {
  ActivityLogName,
  ActivityRecord,
  HealthCheck,
  HealthCheckOptions,
  NoteReader,
  OpenCache,
  Remain,
  Request,
  StoredHeartbeat,
  WorkspaceRoot,
};
export { ConflictError, findRoot, LockedError };

/** Records something about a root after creating the state folder, without which the record would be ignored. */
function recordRoot(context: StoreContext, record: (there: StoreContext) => void): void {
  const { foreign: _, ...root } = context.root;
  const there = { ...context, root, at: createStoreLayout(root, context.port) };
  withUserErrors(there, () => ensureStateFolder(there));
  record(there);
}

export type Store = ReturnType<typeof openStore>;

export interface StoreOptions {
  readonly port?: FileSystem;
  readonly machine?: System;
  readonly fsync?: Fsync;
  /** The file with the context block, from the settings. */
  readonly target?: string;
  /** The command name in the lock file, for waiting processes. */
  readonly command?: string;
}

/**
 * Opens the store, the only way to write to disk. Opening touches nothing; `.daybook` is created before the first
 * write.
 */
export function openStore(root: WorkspaceRoot, options: StoreOptions = {}) {
  const { fsync = 'full', command = 'daybook', target } = options;
  const port = guardState(options.port ?? nodeFileSystem, root);
  const machine = options.machine ?? createSystem(port);
  const store: StoreContext = {
    port,
    machine,
    root,
    at: createStoreLayout(root, port),
    fsync,
    command,
    ...(target ? { target } : {}),
  };
  const journalState = createJournalState(store);
  const known = journalState.last;
  const version = (hash: string) => createVersionFinder(store, readDoneRecords(store))(hash);
  const locked = lockedBy(store, journalState, version);
  const lineage = createJournalReader(store, createJournalTracer);
  const journal = createJournalReader(store, (lines) => lines);
  return {
    root,
    /** Creates a reader of the notes as they are from now on. It caches what it read. */
    snapshot: () => createNoteReader(store, known),
    /** Returns why nothing can be written here; null if the system reports no reason. */
    findWriteProblem: () => findWriteProblem(store),
    /** Creates a snapshot with all notes read at one moment; waits up to `waitMs` for the lock if needed. */
    snapshotAtOnce: (waitMs: number) => readAllAtOnce(store, known, (act) => locked(waitMs, act)),
    /** Runs `act` under the lock, synchronously, after completing interrupted operations. Throws LockedError. */
    transaction: <T>(waitMs: number, act: (tx: StoreTransaction) => T) =>
      locked(waitMs, () => act(createTransaction(store, journalState))),
    /** Returns true if the holder of the lock is dead. */
    isAbandoned: () => isAbandoned({ ...store, folder: store.at.locks }),
    /** Queues a request durably for the next lock holder. */
    enqueue: (request: Request) => withUserErrors(store, () => enqueue(store, request)),
    /** Lists the queued requests, oldest first. */
    waiting: () => listQueued(store),
    /** Returns the completed operations, newest first. */
    history: () => readDoneRecords(store).map(toHistoryRecord).reverse(),
    /** Returns the text of a note before or after an operation, or null if it is no longer available. */
    version,
    /** Returns when a version was saved, if its original file is stored; else null. */
    savedAt: (hash: string) => findSaveTime(store, hash),
    /** Traces the lines of one entry through the journal. */
    trace: (path: string, lines: readonly string[]) => lineage().trace(path, lines),
    /** Returns true if Daybook wrote each of these exact lines to that note. */
    isOwnLine(path: string, ...lines: readonly string[]) {
      const read = journal();
      return lines.every((line) => isWrittenLine(read, path, line, hashLine(line)));
    },
    /** Returns the results of jobs, oldest first. */
    runs: () => readRunRecords(store),
    /** Returns the newest time recorded before a leap of the clock (ms) while the clock is not trusted; else null. */
    clockLeap: (now: number) => findLeap(store, now),
    /** Counts the history records older than `days` that could be deleted. */
    countPrunable: (now: number, days: number) =>
      listPrunableRecords(readDoneRecords(store), now, days).length,
    /** Starts `context` in a separate process, unless one is about to begin. */
    refreshBeside: (env: { readonly [name: string]: string | undefined }) => spawnRefresh(store, env),
    /** Begins the work of that process, after other writes that come at the same time. */
    gatherWrites: () => gatherWrites(store),
    heartbeat: () => readHeartbeat(store),
    beat: (heartbeat: StoredHeartbeat) => writeHeartbeat(store, heartbeat),
    /** Reads the signal file as other programs see it. */
    readSignal: () => readStatusFile(store),
    signal: (fields: StatusFields) => writeStatusFile(store, fields),
    /** Writes generated files for another program to a separate folder. Throws UserError for a foreign folder. */
    publish: (publication: Publication) => publish(port, root, publication),
    /** Writes one file for people. Throws UserError for a place among the notes, and for a file that is not Daybook's. */
    publishFile: (file: { readonly path: string; readonly text: string }) => publishFile(port, root, file),
    /** Appends an event to an activity log, without lock and flush; failures are ignored. */
    addToTrail: (trail: ActivityLogName, happening: ActivityRecord) =>
      appendActivity(store, trail, happening),
    /** Calls a function for each event of an activity log on these days (UTC), oldest first. */
    eachInTrail: (trail: ActivityLogName, days: readonly string[], take: (one: ActivityRecord) => void) =>
      eachActivity(store, trail, days, take),
    /** Reads an activity log, oldest first. */
    trail: (name: ActivityLogName, stretch?: ActivityRange) => readActivity(store, name, stretch),
    /** Deletes history older than `days`, but never the last version of a note. Returns the number of deleted records. */
    prune: (now: number, days: number) => {
      refuseForeign(root);
      return locked(PRUNE_WAIT_MS, () => pruneHistory(store, journalState, now, days));
    },
    /** Counts matches of a pattern beside the notes: history, before-images, queue and the rest. */
    findScrubMatches: (pattern: RegExp) => findScrubMatches(store, pattern),
    /** Lists every place of this root that still matches a pattern; `beside` are files beside the notes. */
    remains: (pattern: RegExp, beside: readonly string[]) => findRemains(store, pattern, beside),
    runHealthChecks: (examination: HealthCheckOptions) =>
      runHealthChecks(store, journalState, locked, examination),
    /**
     * Removes a lock whose holder cannot be checked. Throws UserError for a live or recent one; returns false if there is
     * none.
     */
    unlock: () => {
      refuseForeign(root);
      return forceUnlock({ ...store, folder: store.at.locks });
    },
    /** Records in `DAYBOOK_HOME` whether the user trusts this root. */
    trust: (isWanted: boolean) => recordRoot(store, (there) => setTrust(there, isWanted)),
    /** Records in `DAYBOOK_HOME` proofs that a person confirmed, and tells which are. */
    confirmProofs: (proofs: readonly FactCheck[]) =>
      recordRoot(store, (there) => addConfirmedProofs(there, proofs)),
    readConfirmedProofs: () => readConfirmedProofs(port, root),
    /** Records in `DAYBOOK_HOME` the scheduler in which the timer of this root is installed; null for none. */
    setTimer: (timer: string | null) => recordRoot(store, (there) => setTimer(there, timer)),
    /** Reads the records of what this user forgot, in any workspace; null if there are none. */
    readForgotten: () => readForgottenFiles(store.port, store.root.global),
    /** Returns the key for hashes of forgotten text, created when first needed. */
    ensureForgottenKey: () => withUserErrors(store, () => ensureForgottenKey(toRegistryContext(store))),
    /** Writes a record of what was forgotten. */
    writeForgotten: (name: string, value: unknown) =>
      withUserErrors(store, () => writeForgottenRecord(toRegistryContext(store), name, value)),
    /** Lists the state below `.daybook/` that is not this root's and not used. */
    inertState: () => listInertState(store),
    /** The notice about state that this version does not read; null if there is none. */
    unreadState: () => (hasUnreleasedState(store) ? UNRELEASED : null),
    /** Plans what of it could be adopted as history, without writing. */
    planAdoption: () => planAdoption(store),
    /** Adopts it; waits this long for the lock. */
    adoptHistory: (waitMs: number) =>
      locked(waitMs, () => withUserErrors(store, () => adopt(store, journalState))),
    readCache: (name: string) => readCache(store, name),
    writeCache: (name: string, bytes: Uint8Array) => {
      if (bytes.length > WORTH_A_FOLDER) ignoreErrors(() => ensureStateFolder(store));
      writeCache(store, name, bytes);
    },
    openCache: (name: string) => openCache(store, name),
    dropCache: (name: string) => dropCache(store, name),
  };
}

/** A cache of at least this many bytes creates the state folder, because rebuilding it is slow. */
const WORTH_A_FOLDER = 256 * 1024;

/** The nightly job can wait. */
const PRUNE_WAIT_MS = 30_000;

function lockedBy(
  store: StoreContext,
  journal: JournalState,
  version: (hash: string) => string | null,
): Locking {
  const locks = { ...store, folder: store.at.locks };
  return (waitMs, act) => {
    const lock = withUserErrors(store, () => {
      ensureStateFolder(store);
      return acquireLock(locks, waitMs);
    });
    try {
      withUserErrors(store, () => {
        if (lock.tookOver) removeLeftovers(store);
        else removeDeadLocksOnce(locks);
        completeIntents(store, journal, version);
      });
      return act();
    } finally {
      lock.release();
    }
  };
}

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
