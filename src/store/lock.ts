import { join } from 'node:path';
import { Refusal } from '../wiki/refusal.js';
import { hashOf } from './decode.js';
import { codeOf, quietly, unless } from './failure.js';
import { OWN_FILE, readFile, statAt, writeFresh } from './file.js';
import type { Machine, Owner } from './machine.js';
import type { Port } from './port.js';

/** The lock was not to be had in time; `details` names who has it. */
export class Locked extends Refusal {
  constructor(details: { readonly holder: Owner | null; readonly ageMs: number }) {
    super('locked', `the store is locked by ${describe(details)}`, UNLOCK_HINT, details, 4);
  }
}

export interface Lock {
  /** True where the lock was taken over from a process that had died, so that its debris may lie about. */
  readonly tookOver: boolean;
  release(): void;
}

export interface LockGround {
  readonly port: Port;
  readonly machine: Machine;
  readonly folder: string;
  readonly command: string;
}

const LOCK = 'store.lock';
const UNLOCK_HINT = 'say it again when that has ended, or look with `daybook doctor`';
/** Waiting begins short, since most holders are done within milliseconds. */
const FIRST_NAP_MS = 0.3;
const LONGEST_NAP_MS = 10;
/** File systems without hard links say one of these. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Takes the store's lock: a hard link to a file that names its owner (trust.md §2.2).
 * A holder that is proved dead is broken by whoever links a claim named after it, so two never hold it at once;
 * a holder that is merely slow is never robbed. Waits up to `waitMs`, then throws `Locked`.
 */
export function acquire(ground: LockGround, waitMs: number): Lock {
  const own = writeOwner(ground);
  try {
    const tookOver = take(ground, own, waitMs);
    return { tookOver, release: () => release(ground, own) };
  } catch (error) {
    dropped.add(own.owner.nonce);
    quietly(() => ground.port.unlink(own.path));
    throw error;
  }
}

/** Who holds the lock now: null for nobody, `unknown` for a file that names nobody. */
export function holderOf(port: Port, folder: string): Owner | 'unknown' | null {
  return readOwner(port, join(folder, LOCK));
}

/** Removes what dead processes left in the locks folder. Only for the holder: then no claim can still be at work. */
export function sweepLocks({ port, machine, folder }: LockGround): number {
  const left = port.list(folder).filter(({ name }) => name.startsWith('owner.') || name.endsWith('.brk'));
  return left.filter(({ name }) => {
    const owner = readOwner(port, join(folder, name));
    if (owner === null || owner === 'unknown' || !machine.dead(owner)) return false;
    return quietly(() => port.unlink(join(folder, name)));
  }).length;
}

/** How old a lock must be, by the clock of the file system, before a person may take it away by hand. */
const OLD_LOCK_MS = 60_000;

/** Takes away a lock whose owner cannot be judged (another machine or boot, a damaged file); refuses for a live or young one. */
export function unlock(ground: LockGround): boolean {
  const { port, machine, folder } = ground;
  const holder = holderOf(port, folder);
  if (holder === null) return false;
  const ageMs = ageOf(ground);
  if ((holder !== 'unknown' && isHere(machine, holder) && !machine.dead(holder)) || ageMs < OLD_LOCK_MS) {
    throw new Locked({ holder: holder === 'unknown' ? null : holder, ageMs });
  }
  port.unlink(join(folder, LOCK));
  return true;
}

interface Own {
  readonly path: string;
  readonly owner: Owner;
}

/** Locks of this process that should be free, but whose release failed; only their owner may take them away. */
const dropped = new Set<string>();

function writeOwner({ port, machine, folder, command }: LockGround): Own {
  const owner = machine.owner(command);
  const path = join(folder, `owner.${owner.pid}.${owner.nonce}`);
  writeFresh(port, path, Buffer.from(JSON.stringify(owner)), OWN_FILE, 'off');
  return { path, owner };
}

function take(ground: LockGround, own: Own, waitMs: number): boolean {
  const { port, machine, folder } = ground;
  const deadline = machine.ticks() + waitMs;
  let tookOver = false;
  for (let nap = FIRST_NAP_MS; ; nap = Math.min(nap * 2, LONGEST_NAP_MS)) {
    if (tryLink(ground, own)) return tookOver;
    const holder = holderOf(port, folder);
    if (holder !== null && holder !== 'unknown') {
      if (dropped.has(holder.nonce)) tookOver = unlinked(port, join(folder, LOCK));
      else if (machine.dead(holder) && breakLock(ground, own, holder)) tookOver = true;
    }
    if (tryLink(ground, own)) return tookOver;
    if (machine.ticks() >= deadline) throw new Locked({ holder: holder === 'unknown' ? null : holder, ageMs: ageOf(ground) });
    machine.sleep(nap * (0.5 + Math.random()));
  }
}

function tryLink(ground: LockGround, own: Own): boolean {
  const { port, folder } = ground;
  try {
    port.link(own.path, join(folder, LOCK));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (NO_LINKS.includes(codeOf(error))) return tryExclusive(ground, own);
    if (statAt(port, own.path)?.nlink === 2) return true;
    throw error;
  }
}

/** Without hard links: an exclusive file. It says no boot, so nobody can prove its owner dead and take it over. */
function tryExclusive({ port, folder }: LockGround, { owner }: Own): boolean {
  const content = Buffer.from(JSON.stringify({ ...owner, boot: '', start: '' }));
  return unless(['EEXIST'], false, () => {
    writeFresh(port, join(folder, LOCK), content, OWN_FILE, 'off');
    return true;
  });
}

/** Takes a dead owner's lock away; true where it was us who did. Claims of claimers that died are passed over in a chain. */
function breakLock({ port, machine, folder }: LockGround, own: Own, dead: Owner): boolean {
  for (let name = dead.nonce; ; ) {
    const claim = join(folder, `${LOCK}.${name}.brk`);
    if (claimed(port, own.path, claim)) {
      const now = holderOf(port, folder);
      const still = now !== null && now !== 'unknown' && now.nonce === dead.nonce;
      if (still) port.unlink(join(folder, LOCK));
      quietly(() => port.unlink(claim));
      return still;
    }
    const claimer = readOwner(port, claim);
    if (claimer === null || claimer === 'unknown' || !machine.dead(claimer)) return false;
    name = hashOf(name + claimer.nonce).slice(0, 32);
  }
}

const unlinked = (port: Port, path: string): true => {
  port.unlink(path);
  return true;
};

const claimed = (port: Port, own: string, claim: string): boolean =>
  unless(['EEXIST'], false, () => {
    port.link(own, claim);
    return true;
  });

function release({ port, folder }: LockGround, own: Own): void {
  dropped.add(own.owner.nonce);
  const free = quietly(() => {
    const holder = holderOf(port, folder);
    if (holder !== null && holder !== 'unknown' && holder.nonce === own.owner.nonce) port.unlink(join(folder, LOCK));
  });
  if (free) dropped.delete(own.owner.nonce);
  quietly(() => port.unlink(own.path));
}

function readOwner(port: Port, path: string): Owner | 'unknown' | null {
  const read = readFile(port, path, 64 * 1024);
  if (!read) return null;
  try {
    const owner: unknown = JSON.parse(Buffer.from(read.bytes).toString('utf8'));
    return isOwner(owner) ? owner : 'unknown';
  } catch {
    return 'unknown';
  }
}

function isOwner(value: unknown): value is Owner {
  const owner = value as Owner | null;
  if (typeof owner !== 'object' || owner === null || !Number.isInteger(owner.pid)) return false;
  return [owner.boot, owner.space, owner.start, owner.nonce].every((part) => typeof part === 'string') && owner.nonce !== '';
}

const isHere = (machine: Machine, { boot, space }: Owner): boolean => {
  const me = machine.owner('');
  return me.boot === boot && me.space === space;
};

/** By the clock of the file system: a file is touched and the two times compared. */
function ageOf({ port, machine, folder }: LockGround): number {
  try {
    const probe = join(folder, `probe.${machine.nonce()}`);
    writeFresh(port, probe, new Uint8Array(), OWN_FILE, 'off');
    const now = port.lstat(probe).mtimeMs;
    port.unlink(probe);
    return Math.max(0, Math.round(now - port.lstat(join(folder, LOCK)).mtimeMs));
  } catch {
    return 0;
  }
}

function describe({ holder, ageMs }: { readonly holder: Owner | null; readonly ageMs: number }): string {
  if (!holder) return `a process that cannot be named, for ${Math.round(ageMs / 1000)} s`;
  return `process ${holder.pid} on ${holder.host} (${holder.command}), for ${Math.round(ageMs / 1000)} s`;
}
