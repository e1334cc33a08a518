import type { Dictionary } from '../wiki/dictionary.js';
import type { LineTrace } from '../wiki/origin.js';
import type { Record } from '../wiki/record.js';
import type { Refusal } from '../wiki/refusal.js';
import type { Claimed, RunLine } from '../wiki/run-line.js';
import { type Adoption, adopt, type Inert, inertState, planAdoption } from './adopt.js';
import { dropCache, type OpenCache, openCache, readCache, writeCache } from './cache.js';
import { type Check, checkup, type Examination } from './checkup.js';
import { Moved, quietly, refusalOf } from './failure.js';
import type { Fsync } from './file.js';
import { type Group, openGroup } from './group.js';
import { beat, type Heartbeat, heartbeat, readSignal, type Signal, signal } from './heartbeat.js';
import { deedsOf, markOf, recordsOf, wroteLine } from './history.js';
import { savedAt } from './images.js';
import { readJournal } from './journal.js';
import { furnish, type Ground, layoutOf } from './layout.js';
import { createLedger, type Ledger } from './ledger.js';
import { createLineage } from './lineage.js';
import { acquire, isAbandoned, isLocked, Locked, Settled, sweepLocksOnce, unlock } from './lock.js';
import { type Machine, thisMachine } from './machine.js';
import { guardState } from './no-links.js';
import { commit, type Operation, type Receipt } from './operation.js';
import { type Port, realPort } from './port.js';
import { findLeap, oldDeeds, prune } from './prune.js';
import { type Publication, publish } from './publish.js';
import { rollForward, sweep } from './recover.js';
import { setTrust } from './registration.js';
import { findRemains, type Remain } from './remains.js';
import type { Request } from './request.js';
import { findRoot, type Root, refuseForeign } from './root.js';
import { type Claim, claimRun, isHeld, isVoid, recordRun, runLines } from './runs.js';
import { forget, type Traces, tracesOf } from './scrub.js';
import { createSnapshot, type Reads, readAllAtOnce, type Snapshot, stillStands } from './snapshot.js';
import { drop, spool, waiting } from './spool.js';
import { tickBeside } from './tick-beside.js';
import {
  addToTrail,
  cutTrails,
  eachInTrail,
  type Happening,
  readTrail,
  type Stretch,
  type Trail,
} from './trail.js';
import { versionOf } from './versions.js';
import { gather, tell, unwant, want, wanted } from './wants.js';
import { findWriteProblem } from './writable.js';

export type {
  Adoption,
  Check,
  Claim,
  Examination,
  Group,
  Happening,
  Heartbeat,
  Inert,
  OpenCache,
  Operation,
  Reads,
  Receipt,
  Remain,
  Request,
  Root,
  Snapshot,
  Traces,
  Trail,
};
export { findRoot, Locked, Moved };

export interface Store {
  readonly root: Root;
  /** A reader of the notes as they are from now on; it remembers what it read. */
  snapshot(): Snapshot;
  /** A snapshot that has read every note, all as they are at one moment; waits so long for the lock if it needs it. */
  snapshotAtOnce(waitMs: number): Snapshot;
  /** Why nothing can be written here; null where it can, as far as the system tells beforehand. */
  findWriteProblem(): Refusal | null;
  /** Runs `act` with the lock held, synchronously; first completes what others died over. Throws `Locked`. */
  locked<T>(waitMs: number, act: (held: Held) => T): T;
  /** True while somebody holds the lock, or left it behind. */
  isBusy(): boolean;
  /** True where whoever held the lock has died over it. */
  isAbandoned(): boolean;
  /**
   * The same for a request that its holder may do while we wait; then it gives what the holder told, or the number alone.
   * Throws `Locked` where neither came about in time.
   */
  together<T>(waitMs: number, request: Request, act: (held: Held) => T): T | Settlement;
  /** Leaves a request for whoever holds the lock next, durably. */
  spool(request: Request): void;
  /** What waits in the spool, oldest first. */
  waiting(): readonly Request[];
  /** What was done, newest first. */
  history(): readonly Record[];
  /** The text of a note before or after an operation, or null where it cannot be brought back. */
  version(hash: string): string | null;
  /** When a version was saved, where it is kept as the very file that lay there; else null. */
  savedAt(hash: string): number | null;
  /** Where the lines of one entry come from, as the journal knows. */
  trace(path: string, lines: readonly string[]): readonly LineTrace[];
  /** True where each of these very lines was written by Daybook to that note. */
  wrote(path: string, ...lines: readonly string[]): boolean;
  /** What became of jobs, oldest first. */
  runs(): readonly RunLine[];
  /** Starts `cron tick` in a process of its own, unless that was done less than `restMs` ago. */
  tickBeside(now: number, restMs: number, env: { readonly [name: string]: string | undefined }): void;
  heartbeat(): Heartbeat | null;
  beat(now: number): void;
  /** The newest time recorded before a leap of the clock (ms), while that clock is not to be believed; else null. */
  clockLeap(now: number): number | null;
  /** How many records of history are older than so many days, and could be forgotten. */
  old(now: number, days: number): number;
  /** The heartbeat's file as other programs see it. */
  readSignal(): Signal;
  signal(fields: Signal): void;
  /** Writes files made of notes for another program into a folder of their own; refuses one that is not ours. */
  publish(publication: Publication): void;
  /** Notes in a trail what happened, without lock and flush; a failure is silent. */
  addToTrail(trail: Trail, happening: Happening): void;
  /** Hands on what a trail tells of these days (UTC), the oldest first. */
  eachInTrail(trail: Trail, days: readonly string[], take: (one: Happening) => void): void;
  /** What a trail tells, the oldest first. */
  trail(name: Trail, stretch?: Stretch): readonly Happening[];
  /** Forgets history older than so many days, but never the last version of anything. Gives how many records went. */
  prune(now: number, days: number): number;
  /** How often a pattern is found in what is kept beside the notes: history, images, spool and the rest. */
  traces(pattern: RegExp): Traces;
  /** Every place of this root that still holds what a pattern finds; `beside` are files beside the notes. */
  remains(pattern: RegExp, beside: readonly string[]): readonly Remain[];
  checkup(examination: Examination): readonly Check[];
  /** Records whether the user trusts this root, in `DAYBOOK_HOME`. */
  trust(isWanted: boolean): void;
  /** State below `.daybook/` that is not this root's, and is not used. */
  inertState(): readonly Inert[];
  /** What of it could be taken over as history; reading only. */
  planAdoption(): Adoption;
  /** Takes it over. */
  adoptHistory(): Adoption;
  /** Takes away a lock whose holder cannot be judged; refuses for a live or a young one. False where there is none. */
  unlock(): boolean;
  readCache(name: string): Uint8Array | null;
  writeCache(name: string, bytes: Uint8Array): void;
  openCache(name: string): OpenCache | null;
  dropCache(name: string): void;
}

/** What became of a request that another process did. */
export class Settlement {
  constructor(
    /** What that process told, if anything. */
    readonly told: unknown,
    /** The number of the change; null where it made none. The journal is asked for it. */
    readonly seq: () => number | null,
  ) {}
}

/** Trust makes the state folder first: without it what is recorded would count for nothing. */
function trust(ground: Ground, isWanted: boolean): void {
  const { foreign: _, ...root } = ground.root;
  const there = { ...ground, root, at: layoutOf(root, ground.port) };
  surely(there, () => furnish(there));
  setTrust(there, isWanted);
}

/** What can be done only with the lock. */
export interface Held {
  /** True where everything that was read still is as it was. */
  stands(reads: Reads): boolean;
  /** Makes the changes and journals them; when it returns they are durable. Throws `Moved` where a file changed. */
  commit(operation: Operation): Receipt;
  /** Several operations, made durable together. */
  group(): Group;
  /**
   * What other processes wait for to be done, oldest first, each once; what is done already is answered with its number.
   * Where so many are expected, since as many asked a moment ago, half of them are given a few milliseconds to come.
   */
  wanted(expected?: number): readonly Request[];
  /** Answers somebody who waits. */
  tell(id: string, answer: unknown): void;
  /** The same as of the store, for who has the lock already. */
  prune(now: number, days: number): number;
  /** The record of an operation that was done, however long ago. */
  receipt(id: string): Receipt | null;
  runs(): readonly RunLine[];
  recordRun(line: RunLine): void;
  claimRun(claim: Claim): Claimed;
  /** True where nobody works on a claim any more. */
  isVoid(claim: Claimed, now: number): boolean;
  /** True where nobody took a claim over, and it has not ended. */
  isHeld(claim: Claimed): boolean;
  /** Requests that wait and are not done yet, oldest first; those that are done are dropped. */
  spooled(): readonly Request[];
  /** Takes what a pattern finds out of history, images, spool and the rest, and drops the caches. */
  forget(pattern: RegExp): void;
  /** Takes a request out of the spool; with a reason it is kept beside as refused. */
  drop(id: string, refused?: string): void;
}

export interface StoreOptions {
  readonly port?: Port;
  readonly machine?: Machine;
  readonly fsync?: Fsync;
  /** The file that holds the context block, by the settings. */
  readonly target?: string;
  /** What the lock's file says to whoever waits. */
  readonly command?: string;
}

/** The one door to the disk. Opening touches nothing; `.daybook` is made before the first write. */
export function openStore(root: Root, options: StoreOptions = {}): Dictionary<Store> {
  const { fsync = 'full', command = 'daybook', target } = options;
  const port = guardState(options.port ?? realPort, root);
  const machine = options.machine ?? thisMachine(port);
  const ground: Ground = {
    port,
    machine,
    root,
    at: layoutOf(root, port),
    fsync,
    command,
    ...(target ? { target } : {}),
  };
  const ledger = createLedger(ground);
  const known = ledger.last;
  const version = (hash: string) => versionOf(ground, deedsOf(ground), hash);
  const locked = lockedBy(ground, ledger, version);
  const lineage = createLineage(ground);
  return {
    __proto__: null,
    root,
    snapshot: () => createSnapshot(ground, known),
    findWriteProblem: () => findWriteProblem(ground),
    snapshotAtOnce: (waitMs) => readAllAtOnce(ground, known, (act) => locked(waitMs, act)),
    locked: (waitMs, act) => locked(waitMs, () => act(heldBy(ground, ledger))),
    isBusy: () => isLocked(port, ground.at.locks),
    isAbandoned: () => isAbandoned({ ...ground, folder: ground.at.locks }),
    together: (waitMs, request, act) => together(ground, ledger, locked, { waitMs, request }, act),
    spool: (request) => surely(ground, () => spool(ground, request)),
    waiting: () => waiting(ground),
    history: () => recordsOf(deedsOf(ground)),
    version,
    savedAt: (hash) => savedAt(ground, hash),
    trace: (path, lines) => lineage().trace(path, lines),
    wrote(path, ...lines) {
      const journal = readJournal(ground).lines;
      return lines.every((line) => wroteLine(journal, path, line, markOf(line)));
    },
    runs: () => runLines(ground),
    clockLeap: (now) => findLeap(ground, now),
    old: (now, days) => oldDeeds(deedsOf(ground), now, days).length,
    tickBeside: (now, restMs, env) => tickBeside(ground, now, restMs, env),
    heartbeat: () => heartbeat(ground),
    beat: (now) => beat(ground, now),
    readSignal: () => readSignal(ground),
    signal: (fields) => signal(ground, fields),
    publish: (publication) => publish(port, root, publication),
    addToTrail: (trail, happening) => addToTrail(ground, trail, happening),
    eachInTrail: (trail, days, take) => eachInTrail(ground, trail, days, take),
    trail: (name, stretch) => readTrail(ground, name, stretch),
    prune: (now, days) => {
      refuseForeign(root);
      const isBelieved = findLeap(ground, now) === null;
      if (isBelieved) cutTrails(ground, new Date(now - days * DAY_MS).toISOString().slice(0, 10));
      return locked(PRUNE_WAIT_MS, () => prune(ground, ledger, now, days));
    },
    traces: (pattern) => tracesOf(ground, pattern),
    remains: (pattern, beside) => findRemains(ground, pattern, beside),
    checkup: (examination) => checkup(ground, ledger, locked, examination),
    unlock: () => {
      refuseForeign(root);
      return unlock({ ...ground, folder: ground.at.locks });
    },
    trust: (isWanted) => trust(ground, isWanted),
    inertState: () => inertState(ground),
    planAdoption: () => planAdoption(ground),
    adoptHistory: () => locked(ADOPT_WAIT_MS, () => surely(ground, () => adopt(ground, ledger))),
    readCache: (name) => readCache(ground, name),
    writeCache: (name, bytes) => {
      if (bytes.length > WORTH_A_FOLDER) quietly(() => furnish(ground));
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

function lockedBy(ground: Ground, ledger: Ledger, version: (hash: string) => string | null): Locking {
  const locks = { ...ground, folder: ground.at.locks };
  return (waitMs, act, settled) => {
    const lock = surely(ground, () => {
      furnish(ground);
      return acquire(locks, waitMs, settled);
    });
    try {
      surely(ground, () => {
        if (lock.tookOver) sweep(ground);
        else if (lock.atOnce) sweepLocksOnce(locks);
        rollForward(ground, ledger, version);
      });
      return act();
    } finally {
      lock.release();
    }
  };
}

/** More at a time would keep those waiting who came first. */
const MOST_WANTED = 32;

function heldBy(ground: Ground, ledger: Ledger): Held {
  let commitMs = 0;
  const given = new Set<string>();
  const timed = (group: Group): Group => ({
    ...group,
    commit() {
      const begun = ground.machine.ticks();
      const done = group.commit();
      commitMs = ground.machine.ticks() - begun;
      return done;
    },
  });
  return {
    stands: (reads) => stillStands(ground, ledger.last, reads),
    commit: (operation) => commit(ground, ledger, operation),
    group: () => timed(openGroup(ground, ledger)),
    wanted(expected = 0) {
      gather(ground, expected, commitMs, given);
      const requests = stillWanted(ground, ledger, wanted(ground, given)).slice(0, MOST_WANTED);
      for (const { id } of requests) given.add(id);
      return requests;
    },
    tell: (id, answer) => tell(ground, id, answer),
    spooled: () => notDone(ground),
    prune: (now, days) => prune(ground, ledger, now, days),
    receipt: (id) => ledger.receipt(id) ?? deedsOf(ground).find((deed) => deed.id === id) ?? null,
    runs: () => runLines(ground),
    recordRun: (line) => recordRun(ground, line),
    claimRun: (claim) => claimRun(ground, claim),
    isVoid: (claim, now) => isVoid(ground, claim, now),
    isHeld: (claim) => isHeld(ground, claim),
    forget: (pattern) => surely(ground, () => forget(ground, ledger, pattern)),
    drop: (id, refused) => drop(ground, id, refused),
  };
}

/** Takes the lock where it is free; else says what it is wanted for, and waits until it is had or its holder did that. */
function together<T>(
  ground: Ground,
  ledger: Ledger,
  locked: Locking,
  { waitMs, request }: { readonly waitMs: number; readonly request: Request },
  act: (held: Held) => T,
): T | Settlement {
  const now = () => act(heldBy(ground, ledger));
  if (!isLocked(ground.port, ground.at.locks)) {
    const atOnce = unlessLocked(locked, now);
    if (atOnce) return atOnce.made;
  }
  const left = waitMs === 0 ? null : want(ground, request);
  if (!left) return locked(waitMs, now);
  const mine = () => {
    if (left.end().done) throw new Settled();
    return now();
  };
  try {
    return locked(waitMs, mine, () => !left.waits());
  } catch (error) {
    const { done, told } = left.end();
    if (!done || !(error instanceof Settled || error instanceof Locked)) throw error;
    return new Settlement(told, () => ledger.receipt(request.id)?.seq ?? null);
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
    if (error instanceof Locked && !isOurs) return null;
    throw error;
  }
}

/** Somebody may have died between doing a thing and saying so. */
function stillWanted(ground: Ground, ledger: Ledger, requests: readonly Request[]): readonly Request[] {
  return requests.filter(({ id }) => ledger.receipt(id) === null || !unwant(ground, id));
}

/** A request may have been done by somebody who died before dropping it: the whole journal is asked. */
function notDone(ground: Ground): readonly Request[] {
  const requests = waiting(ground);
  if (requests.length === 0) return [];
  const done = new Set(deedsOf(ground).map(({ id }) => id));
  for (const { id } of requests) if (done.has(id)) drop(ground, id);
  return requests.filter(({ id }) => !done.has(id));
}

function surely<T>({ at }: Ground, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw refusalOf(error, at.state);
  }
}
