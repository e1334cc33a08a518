import { join } from 'node:path';
import { UserError } from '../errors.js';
import { computeHash } from '../platform/encoding.js';
import { OWN_FILE, readFile, statAt, writeFresh } from '../platform/file-io.js';
import type { FileSystem } from '../platform/file-system.js';
import type { LockOwner, System } from '../platform/process-identity.js';
import { catchErrors, getErrorCode, ignoreErrors } from '../platform/system-errors.js';
import { parseJson } from '../text/json-value.js';

/** The lock was not free in time; `details` names the holder. */
export class LockedError extends UserError {
  constructor(details: { readonly holder: LockOwner | null; readonly ageMs: number }) {
    super('locked', `the store is locked by ${describe(details)}`, UNLOCK_HINT, details, 4);
  }
}

export interface LockContext {
  readonly port: FileSystem;
  readonly machine: System;
  readonly folder: string;
  readonly command: string;
}

export const LOCK = 'store.lock';
const UNLOCK_HINT = 'retry when it has ended, or see: daybook doctor';
/** The first wait is short, since most holders finish within milliseconds. */
const FIRST_NAP_MS = 0.3;
const LONGEST_NAP_MS = 4;
/** Checking whether the holder is dead costs more than checking whether the lock is free, and most holders live. */
const JUDGE_EVERY_MS = 25;
/** Error codes of file systems without hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Acquires the store's lock: a hard link to a file that names its owner (guide/store.md › The lock). A process breaks
 * the lock of a dead holder by linking a claim named after it, so two never hold it at once; a slow holder is never
 * interrupted. Waits up to `waitMs`, then throws LockedError. Where it was taken over from a dead process, there may be
 * leftovers.
 */
export function acquireLock(store: LockContext, waitMs: number) {
  const { machine } = store;
  const begun = machine.ticks();
  const waited = (): number => machine.ticks() - begun;
  if (isLocked(store.port, store.folder)) waitWhileBusy(store, waitMs, waited);
  const own = writeOwner(store);
  try {
    return { tookOver: take(store, own, waitMs, waited), release: () => release(store, own) };
  } catch (error) {
    dropped.add(own.owner.nonce);
    ignoreErrors(() => store.port.unlink(own.path));
    throw error;
  }
}

/** Returns true if the lock exists, held or abandoned. */
const isLocked = (port: FileSystem, folder: string): boolean => statAt(port, join(folder, LOCK)) !== null;

/** Returns true if the holder of the lock is proven dead. */
export function isAbandoned({ port, machine, folder }: LockContext): boolean {
  const holder = isLocked(port, folder) ? known(readHolder(port, folder)) : null;
  return holder !== null && machine.dead(holder);
}

/** Returns the current holder of the lock: null for none, `unknown` for a file without an owner. */
export function readHolder(port: FileSystem, folder: string): LockOwner | 'unknown' | null {
  return readOwner(port, join(folder, LOCK));
}

/** Folders that this process has cleaned; later leftovers are cleaned by the process that takes over. */
const swept = new Set<string>();

/** Cleans the locks folder the first time this process holds the lock. */
export function removeDeadLocksOnce(store: LockContext): void {
  if (swept.has(store.folder)) return;
  swept.add(store.folder);
  removeDeadLocks(store);
}

/** Deletes leftovers of dead processes in the locks folder. Requires the lock, so that no claim is in use. */
export const removeDeadLocks = (store: LockContext): number =>
  listLeftLocks(store).filter((path) => ignoreErrors(() => store.port.unlink(path))).length;

/** Lists leftovers of dead processes in the locks folder, besides the lock itself. */
export function listLeftLocks({ port, machine, folder }: LockContext): readonly string[] {
  const left = port.list(folder).filter(({ name }) => name.startsWith('owner.') || name.endsWith('.brk'));
  return left.flatMap(({ name }) => {
    const owner = readOwner(port, join(folder, name));
    const dead = owner === 'unknown' ? isBegunByDead(machine, name) : owner !== null && machine.dead(owner);
    return dead ? [join(folder, name)] : [];
  });
}

/** How old a lock must be, by the file system's clock, before it can be removed by hand. */
const OLD_LOCK_MS = 60_000;

/**
 * Removes a lock whose owner cannot be checked (another machine or boot, a damaged file). Throws UserError for a live
 * or recent one.
 */
export function forceUnlock(store: LockContext): boolean {
  const { port, folder } = store;
  const holder = readHolder(port, folder);
  if (holder === null) return false;
  const own = writeOwner(store);
  try {
    const ageMs = ageOf(store, own);
    const known = holder === 'unknown' ? null : holder;
    if ((known && isLive(store, own, known)) || ageMs < OLD_LOCK_MS)
      throw new LockedError({ holder: known, ageMs });
    port.unlink(join(folder, LOCK));
    return true;
  } finally {
    ignoreErrors(() => port.unlink(own.path));
  }
}

interface Own {
  readonly path: string;
  readonly owner: LockOwner;
  /** In ticks of the machine. */
  readonly madeAt: number;
}

/** Locks that this process failed to release; only their owner may remove them. */
const dropped = new Set<string>();

function writeOwner({ port, machine, folder, command }: LockContext): Own {
  const owner = machine.owner(command);
  const path = join(folder, `owner.${homeOf(owner)}.${owner.pid}.${owner.start || '-'}.${owner.nonce}`);
  writeFresh(port, path, Buffer.from(JSON.stringify(owner)), OWN_FILE, 'off');
  return { path, owner, madeAt: machine.ticks() };
}

/** Returns the id of the boot and namespace in which a process number is valid. */
const homeOf = ({ boot, space }: LockOwner): string => computeHash(`${boot} ${space}`).slice(0, 8);

/** Returns true if the owner died before writing its details; its file name identifies it. */
function isBegunByDead(machine: System, name: string): boolean {
  const [, home, pid, start] = /^owner\.([0-9a-f]{8})\.(\d+)\.(\d+)\./.exec(name) ?? [];
  const me = machine.owner('');
  return home === homeOf(me) && start !== undefined && machine.dead({ ...me, pid: Number(pid), start });
}

/**
 * Waits while the holder works, without leaving a trace: most finish before a check is needed.
 */
function waitWhileBusy({ port, machine, folder }: LockContext, waitMs: number, waited: () => number): void {
  const most = Math.min(waitMs, JUDGE_EVERY_MS);
  let nap = FIRST_NAP_MS;
  while (waited() < most && isLocked(port, folder)) {
    machine.sleep(nap * (0.5 + Math.random()));
    nap = longer(nap);
  }
}

const longer = (nap: number): number => Math.min(nap * 2, LONGEST_NAP_MS);

/** Waits for the lock and takes it. Returns true if it was taken over from a dead process. */
function take(store: LockContext, own: Own, waitMs: number, waited: () => number): boolean {
  const { port, machine, folder } = store;
  let tookOver = false;
  let judged = 0;
  for (let nap = FIRST_NAP_MS; ; nap = longer(nap)) {
    if (!isLocked(port, folder) && tryLink(store, own)) return tookOver;
    if (waited() - judged >= Math.min(JUDGE_EVERY_MS, waitMs)) {
      judged = waited();
      if (freed(store, own)) tookOver = true;
      if (tookOver && tryLink(store, own)) return true;
    }
    if (waited() >= waitMs)
      throw new LockedError({ holder: known(readHolder(port, folder)), ageMs: ageOf(store, own) });
    machine.sleep(nap * (0.5 + Math.random()));
  }
}

const known = (holder: LockOwner | 'unknown' | null): LockOwner | null =>
  holder === 'unknown' ? null : holder;

/** Removes the lock of a dead holder, or our own if its release failed. */
function freed(store: LockContext, own: Own): boolean {
  const { port, machine, folder } = store;
  const holder = known(readHolder(port, folder));
  if (!holder) return false;
  if (dropped.has(holder.nonce)) return unlinked(port, join(folder, LOCK));
  return machine.dead(holder) && breakLock(store, own, holder);
}

function tryLink(store: LockContext, own: Own): boolean {
  const { port, folder } = store;
  try {
    port.link(own.path, join(folder, LOCK));
    return true;
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return false;
    if (NO_LINKS.includes(getErrorCode(error))) return tryExclusive(store, own);
    if (statAt(port, own.path)?.nlink === 2) return true;
    throw error;
  }
}

/** Acquires the lock without hard links, by an exclusive file. It names no boot, so its owner cannot be proven dead. */
function tryExclusive({ port, folder }: LockContext, { owner }: Own): boolean {
  const content = Buffer.from(JSON.stringify({ ...owner, boot: '', start: '' }));
  return catchErrors(['EEXIST'], false, () => {
    writeFresh(port, join(folder, LOCK), content, OWN_FILE, 'off');
    return true;
  });
}

/**
 * Removes a dead owner's lock; returns true if this process did it. Claims of claimers that died are skipped in a
 * chain.
 */
function breakLock({ port, machine, folder }: LockContext, own: Own, dead: LockOwner): boolean {
  for (let name = dead.nonce; ; ) {
    const claim = join(folder, `${LOCK}.${name}.brk`);
    if (claimed(port, own.path, claim)) {
      const now = readHolder(port, folder);
      const still = now !== null && now !== 'unknown' && now.nonce === dead.nonce;
      if (still) port.unlink(join(folder, LOCK));
      ignoreErrors(() => port.unlink(claim));
      return still;
    }
    const claimer = readOwner(port, claim);
    if (claimer === null || claimer === 'unknown' || !machine.dead(claimer)) return false;
    name = computeHash(name + claimer.nonce).slice(0, 32);
  }
}

const unlinked = (port: FileSystem, path: string): true => {
  port.unlink(path);
  return true;
};

const claimed = (port: FileSystem, own: string, claim: string): boolean =>
  catchErrors(['EEXIST'], false, () => {
    port.link(own, claim);
    return true;
  });

function release({ port, folder }: LockContext, own: Own): void {
  dropped.add(own.owner.nonce);
  const free = ignoreErrors(() => {
    const holder = readHolder(port, folder);
    if (holder !== null && holder !== 'unknown' && holder.nonce === own.owner.nonce)
      port.unlink(join(folder, LOCK));
  });
  if (free) dropped.delete(own.owner.nonce);
  ignoreErrors(() => port.unlink(own.path));
}

function readOwner(port: FileSystem, path: string): LockOwner | 'unknown' | null {
  const read = readFile(port, path, 64 * 1024);
  if (!read) return null;
  const owner = parseJson(Buffer.from(read.bytes).toString('utf8'));
  return isOwner(owner) ? owner : 'unknown';
}

function isOwner(value: unknown): value is LockOwner {
  const owner = value as LockOwner | null;
  if (typeof owner !== 'object' || owner === null || !Number.isInteger(owner.pid)) return false;
  return (
    [owner.boot, owner.space, owner.start, owner.nonce].every((part) => typeof part === 'string') &&
    owner.nonce !== ''
  );
}

/** Returns true for a process of this boot and namespace that is not proven dead. */
const isLive = ({ machine }: LockContext, { owner }: Own, holder: LockOwner): boolean =>
  owner.boot === holder.boot && owner.space === holder.space && !machine.dead(holder);

/** Returns the age of the lock by the file system's clock, compared with a file just created. */
function ageOf({ port, machine, folder }: LockContext, own: Own): number {
  const [lock, ours] = [statAt(port, join(folder, LOCK)), statAt(port, own.path)];
  const sinceMs = machine.ticks() - own.madeAt;
  return lock && ours ? Math.max(0, Math.round(ours.mtimeMs + sinceMs - lock.mtimeMs)) : 0;
}

function describe({ holder, ageMs }: { readonly holder: LockOwner | null; readonly ageMs: number }): string {
  const minutes = Math.floor(ageMs / 60_000);
  const since = minutes === 0 ? 'for less than a minute' : `for ${minutes} min`;
  if (!holder) return `a process that cannot be named, ${since}`;
  return `process ${holder.pid} on ${holder.host} (${holder.command}), ${since}`;
}
