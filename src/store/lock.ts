import { join } from 'node:path';
import { UserError } from '../errors.js';
import { hashOf } from '../platform/encoding.js';
import { OWN_FILE, readFile, statAt, writeFresh } from '../platform/file-io.js';
import type { FileSystem } from '../platform/file-system.js';
import type { LockOwner, System } from '../platform/process-identity.js';
import { catching, errorCode, ignoreErrors } from '../platform/system-errors.js';

/** The lock was not to be had in time; `details` names who has it. */
export class LockedError extends UserError {
  constructor(details: { readonly holder: LockOwner | null; readonly ageMs: number }) {
    super('locked', `the store is locked by ${describe(details)}`, UNLOCK_HINT, details, 4);
  }
}

/** What the lock was wanted for was done by its holder. */
export class AlreadyServedError extends Error {}

export interface Lock {
  /** True where the lock was taken over from a process that had died, so that its debris may lie about. */
  readonly tookOver: boolean;
  /** True where it was free when it was asked for: nobody else is at work. */
  readonly atOnce: boolean;
  release(): void;
}

export interface LockContext {
  readonly port: FileSystem;
  readonly machine: System;
  readonly folder: string;
  readonly command: string;
}

const LOCK = 'store.lock';
const UNLOCK_HINT = 'say it again when that has ended, or look with `daybook doctor`';
/** Waiting begins short, since most holders are done within milliseconds. */
const FIRST_NAP_MS = 0.3;
const LONGEST_NAP_MS = 4;
/** Whether the holder is dead costs more to find out than whether the lock is free, and most holders live. */
const JUDGE_EVERY_MS = 25;
/** So long whoever left a request with the holder takes it for alive. */
const TURN_MS = 60;
/** What is left of a turn is waited for in naps that begin with this one. */
const TURN_NAP_MS = 1;
/** How long it took the last time that a holder did what this process wanted. */
let lastTurnMs = 0;
/** File systems without hard links say one of these. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Takes the store's lock: a hard link to a file that names its owner (guide/store.md › The lock).
 * A holder that is proved dead is broken by whoever links a claim named after it, so two never hold it at once;
 * a holder that is merely slow is never robbed. Waits up to `waitMs`, then throws `Locked`; throws `Settled` once it need not.
 */
export function acquireLock(ground: LockContext, waitMs: number, settled?: () => boolean): Lock {
  const { machine } = ground;
  const begun = machine.ticks();
  const waited = (): number => machine.ticks() - begun;
  if (isLocked(ground.port, ground.folder)) waitWhileBusy(ground, waitMs, waited, settled);
  const own = writeOwner(ground);
  try {
    return { ...take(ground, own, waitMs, waited, settled), release: () => release(ground, own) };
  } catch (error) {
    dropped.add(own.owner.nonce);
    ignoreErrors(() => ground.port.unlink(own.path));
    throw error;
  }
}

/** True where there is a lock, whoever has it. */
export const isLocked = (port: FileSystem, folder: string): boolean =>
  statAt(port, join(folder, LOCK)) !== null;

/** True where there is a lock whose holder is proved dead. */
export function isAbandoned({ port, machine, folder }: LockContext): boolean {
  const holder = isLocked(port, folder) ? known(holderOf(port, folder)) : null;
  return holder !== null && machine.dead(holder);
}

/** Who holds the lock now: null for nobody, `unknown` for a file that names nobody. */
export function holderOf(port: FileSystem, folder: string): LockOwner | 'unknown' | null {
  return readOwner(port, join(folder, LOCK));
}

/** Folders that this process has swept: what dies later is swept by whoever takes over from it. */
const swept = new Set<string>();

/** Sweeps the locks folder the first time that this process has it for itself. */
export function removeDeadLocksOnce(ground: LockContext): void {
  if (swept.has(ground.folder)) return;
  swept.add(ground.folder);
  removeDeadLocks(ground);
}

/** Removes what dead processes left in the locks folder. Only for the holder: then no claim can still be at work. */
export const removeDeadLocks = (ground: LockContext): number =>
  leftLocks(ground).filter((path) => ignoreErrors(() => ground.port.unlink(path))).length;

/** Paths of what dead processes left in the locks folder, beside the lock itself. */
export function leftLocks({ port, machine, folder }: LockContext): readonly string[] {
  const left = port.list(folder).filter(({ name }) => name.startsWith('owner.') || name.endsWith('.brk'));
  return left.flatMap(({ name }) => {
    const owner = readOwner(port, join(folder, name));
    const dead = owner === 'unknown' ? isBegunByDead(machine, name) : owner !== null && machine.dead(owner);
    return dead ? [join(folder, name)] : [];
  });
}

/** How old a lock must be, by the clock of the file system, before a person may take it away by hand. */
const OLD_LOCK_MS = 60_000;

/** Takes away a lock whose owner cannot be judged (another machine or boot, a damaged file); refuses for a live or young one. */
export function forceUnlock(ground: LockContext): boolean {
  const { port, folder } = ground;
  const holder = holderOf(port, folder);
  if (holder === null) return false;
  const own = writeOwner(ground);
  try {
    const ageMs = ageOf(ground, own);
    const known = holder === 'unknown' ? null : holder;
    if ((known && isLive(ground, own, known)) || ageMs < OLD_LOCK_MS)
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
  /** By the machine's ticks. */
  readonly madeAt: number;
}

/** Locks of this process that should be free, but whose release failed; only their owner may take them away. */
const dropped = new Set<string>();

function writeOwner({ port, machine, folder, command }: LockContext): Own {
  const owner = machine.owner(command);
  const path = join(folder, `owner.${homeOf(owner)}.${owner.pid}.${owner.start || '-'}.${owner.nonce}`);
  writeFresh(port, path, Buffer.from(JSON.stringify(owner)), OWN_FILE, 'off');
  return { path, owner, madeAt: machine.ticks() };
}

/** The boot and the namespace in which a process number means something. */
const homeOf = ({ boot, space }: LockOwner): string => hashOf(`${boot} ${space}`).slice(0, 8);

/** An owner who died before writing down who it was is told by the name of its file. */
function isBegunByDead(machine: System, name: string): boolean {
  const [, home, pid, start] = /^owner\.([0-9a-f]{8})\.(\d+)\.(\d+)\./.exec(name) ?? [];
  const me = machine.owner('');
  return home === homeOf(me) && start !== undefined && machine.dead({ ...me, pid: Number(pid), start });
}

/**
 * Waits without a trace while the holder is at work: most are done before it must be asked whether they still live. Who
 * has left a request is served in turn, about as soon as the last time: half of that is slept through at once.
 */
function waitWhileBusy(
  { port, machine, folder }: LockContext,
  waitMs: number,
  waited: () => number,
  settled?: () => boolean,
): void {
  const most = Math.min(waitMs, settled ? TURN_MS : JUDGE_EVERY_MS);
  let nap = settled ? Math.max(FIRST_NAP_MS, Math.min(lastTurnMs / 2, most / 4)) : FIRST_NAP_MS;
  while (waited() < most && isLocked(port, folder)) {
    if (settled?.()) {
      lastTurnMs = waited();
      throw new AlreadyServedError();
    }
    machine.sleep(nap * (0.5 + Math.random()));
    nap = nap > LONGEST_NAP_MS ? TURN_NAP_MS : longer(nap);
  }
}

const longer = (nap: number): number => Math.min(nap * 2, LONGEST_NAP_MS);

function take(
  ground: LockContext,
  own: Own,
  waitMs: number,
  waited: () => number,
  settled = () => false,
): Pick<Lock, 'tookOver' | 'atOnce'> {
  const { port, machine, folder } = ground;
  let tookOver = false;
  let judged = 0;
  for (let nap = FIRST_NAP_MS; ; nap = longer(nap)) {
    if (settled()) throw new AlreadyServedError();
    if (!isLocked(port, folder) && tryLink(ground, own)) return { tookOver, atOnce: nap === FIRST_NAP_MS };
    if (waited() - judged >= Math.min(JUDGE_EVERY_MS, waitMs)) {
      judged = waited();
      if (freed(ground, own)) tookOver = true;
      if (tookOver && tryLink(ground, own)) return { tookOver, atOnce: false };
    }
    if (waited() >= waitMs)
      throw new LockedError({ holder: known(holderOf(port, folder)), ageMs: ageOf(ground, own) });
    machine.sleep(nap * (0.5 + Math.random()));
  }
}

const known = (holder: LockOwner | 'unknown' | null): LockOwner | null =>
  holder === 'unknown' ? null : holder;

/** Takes the lock away from a holder that is proved dead, or from ourselves where we could not release it. */
function freed(ground: LockContext, own: Own): boolean {
  const { port, machine, folder } = ground;
  const holder = known(holderOf(port, folder));
  if (!holder) return false;
  if (dropped.has(holder.nonce)) return unlinked(port, join(folder, LOCK));
  return machine.dead(holder) && breakLock(ground, own, holder);
}

function tryLink(ground: LockContext, own: Own): boolean {
  const { port, folder } = ground;
  try {
    port.link(own.path, join(folder, LOCK));
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    if (NO_LINKS.includes(errorCode(error))) return tryExclusive(ground, own);
    if (statAt(port, own.path)?.nlink === 2) return true;
    throw error;
  }
}

/** Without hard links: an exclusive file. It says no boot, so nobody can prove its owner dead and take it over. */
function tryExclusive({ port, folder }: LockContext, { owner }: Own): boolean {
  const content = Buffer.from(JSON.stringify({ ...owner, boot: '', start: '' }));
  return catching(['EEXIST'], false, () => {
    writeFresh(port, join(folder, LOCK), content, OWN_FILE, 'off');
    return true;
  });
}

/** Takes a dead owner's lock away; true where it was us who did. Claims of claimers that died are passed over in a chain. */
function breakLock({ port, machine, folder }: LockContext, own: Own, dead: LockOwner): boolean {
  for (let name = dead.nonce; ; ) {
    const claim = join(folder, `${LOCK}.${name}.brk`);
    if (claimed(port, own.path, claim)) {
      const now = holderOf(port, folder);
      const still = now !== null && now !== 'unknown' && now.nonce === dead.nonce;
      if (still) port.unlink(join(folder, LOCK));
      ignoreErrors(() => port.unlink(claim));
      return still;
    }
    const claimer = readOwner(port, claim);
    if (claimer === null || claimer === 'unknown' || !machine.dead(claimer)) return false;
    name = hashOf(name + claimer.nonce).slice(0, 32);
  }
}

const unlinked = (port: FileSystem, path: string): true => {
  port.unlink(path);
  return true;
};

const claimed = (port: FileSystem, own: string, claim: string): boolean =>
  catching(['EEXIST'], false, () => {
    port.link(own, claim);
    return true;
  });

function release({ port, folder }: LockContext, own: Own): void {
  dropped.add(own.owner.nonce);
  const free = ignoreErrors(() => {
    const holder = holderOf(port, folder);
    if (holder !== null && holder !== 'unknown' && holder.nonce === own.owner.nonce)
      port.unlink(join(folder, LOCK));
  });
  if (free) dropped.delete(own.owner.nonce);
  ignoreErrors(() => port.unlink(own.path));
}

function readOwner(port: FileSystem, path: string): LockOwner | 'unknown' | null {
  const read = readFile(port, path, 64 * 1024);
  if (!read) return null;
  try {
    const owner: unknown = JSON.parse(Buffer.from(read.bytes).toString('utf8'));
    return isOwner(owner) ? owner : 'unknown';
  } catch {
    return 'unknown';
  }
}

function isOwner(value: unknown): value is LockOwner {
  const owner = value as LockOwner | null;
  if (typeof owner !== 'object' || owner === null || !Number.isInteger(owner.pid)) return false;
  return (
    [owner.boot, owner.space, owner.start, owner.nonce].every((part) => typeof part === 'string') &&
    owner.nonce !== ''
  );
}

/** True for a process of this boot and namespace that is not proved dead. */
const isLive = ({ machine }: LockContext, { owner }: Own, holder: LockOwner): boolean =>
  owner.boot === holder.boot && owner.space === holder.space && !machine.dead(holder);

/** How old the lock is by the clock of the file system: a file of our own was made just so long ago. */
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
