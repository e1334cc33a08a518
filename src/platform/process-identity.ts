import { closeSync, openSync, readSync } from 'node:fs';
import { hostname } from 'node:os';
import { readPart } from './file-io.js';
import type { FileSystem } from './file-system.js';
import { getErrorCode, ignoreErrors } from './system-errors.js';

/**
 * The process that has or wants the lock. `start` and `boot` distinguish it from a later process with the same number.
 */
export interface LockOwner {
  readonly boot: string;
  /** The pid namespace: the same number is another process in another container. */
  readonly space: string;
  readonly pid: number;
  readonly start: string;
  readonly nonce: string;
  readonly command: string;
  readonly host: string;
}

/** What the store needs from the machine besides files. */
export interface System {
  readonly windows: boolean;
  owner(command: string): LockOwner;
  /** Returns true only if it is proven that the owner's process has ended. */
  dead(owner: LockOwner): boolean;
  sleep(ms: number): void;
  /** Monotonic milliseconds. */
  ticks(): number;
  /** Milliseconds since 1970 UTC. */
  wall(): number;
  nonce(): string;
}

/** Creates the system of this machine; `/proc` is read through the file system interface. */
export function createSystem(port: FileSystem): System {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  return {
    windows: process.platform === 'win32',
    owner: (command) => ({ ...ownIdentity(port), nonce: createSeed(), command, host: hostname() }),
    dead: (owner) => isDead(port, owner),
    sleep: (ms) => void Atomics.wait(cell, 0, 0, ms),
    ticks: () => Number(process.hrtime.bigint()) / 1e6,
    wall: () => Date.now(),
    nonce: createSeed,
  };
}

const NONCE_BYTES = 12;

/** Unused random bytes: a change needs several nonces, which are drawn together. */
const drawn = { bytes: Buffer.alloc(NONCE_BYTES * 8), used: NONCE_BYTES * 8 };

/** Returns the random part of the ids of one run, in hex. */
export function createSeed(): string {
  const { bytes, used } = drawn;
  const from = used < bytes.length ? used : draw(bytes);
  drawn.used = from + NONCE_BYTES;
  return bytes.toString('hex', from, from + NONCE_BYTES);
}

function draw(bytes: Uint8Array): 0 {
  const isDrawn = process.platform === 'linux' && ignoreErrors(() => drawFrom('/dev/urandom', bytes));
  if (!isDrawn) process.getBuiltinModule('node:crypto').randomFillSync(bytes);
  return 0;
}

/** Reads random bytes from the kernel, which loads no module. */
function drawFrom(device: string, bytes: Uint8Array): void {
  const file = openSync(device, 'r');
  try {
    if (readSync(file, bytes) !== bytes.length) throw new Error(`${device} gave too little`);
  } finally {
    closeSync(file);
  }
}

let own: Identity | null = null;

/** Returns the identity of this process, cached: boot, namespace and start never change. */
const ownIdentity = (port: FileSystem): Identity => (own ??= identity(port));

type Identity = Pick<LockOwner, 'boot' | 'space' | 'pid' | 'start'>;

function identity(port: FileSystem): Identity {
  const { pid } = process;
  if (process.platform !== 'linux')
    return { boot: '', space: '', pid, start: String(Math.round(performance.timeOrigin)) };
  return {
    boot: bootId(port),
    space: port.readlink('/proc/self/ns/pid'),
    pid,
    start: lifeOf(port, pid)?.start ?? '',
  };
}

const bootId = (port: FileSystem): string => small(port, '/proc/sys/kernel/random/boot_id').trim();

function isDead(port: FileSystem, owner: LockOwner): boolean {
  if (process.platform !== 'linux')
    return owner.boot === '' && owner.host === hostname() && isDeadElsewhere(owner);
  try {
    if (owner.boot === '' || owner.start === '') return false;
    const { boot, space } = ownIdentity(port);
    if (owner.boot !== boot || owner.space !== space) return false;
    const life = lifeOf(port, owner.pid);
    return life === null || life.start !== owner.start || life.state === 'Z' || life.state === 'X';
  } catch {
    return false;
  }
}

/** Returns state and start time of a process, or null (proc(5): the name may contain spaces and brackets). */
function lifeOf(port: FileSystem, pid: number): { state: string; start: string } | null {
  try {
    const line = small(port, `/proc/${pid}/stat`);
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const [state, start] = [fields[0], fields[19]];
    if (!state || !start) throw new Error('unknown form of /proc/PID/stat');
    return { state, start };
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(getErrorCode(error))) return null;
    throw error;
  }
}

/** Start times from `ps` have a precision of a second, ours of a millisecond. */
const START_SLACK_MS = 2000;

/** Checks a process on macOS and Windows; called only when the lock is contended. */
function isDeadElsewhere(owner: LockOwner): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    return getErrorCode(error) === 'ESRCH';
  }
  if (process.platform === 'win32') return false;
  try {
    const answer = programs().execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(owner.pid)], {
      encoding: 'utf8',
      timeout: 2000,
    });
    const start = Date.parse(answer.trim());
    return Number.isFinite(start) && start > Number(owner.start) + START_SLACK_MS;
  } catch {
    return false;
  }
}

/** A client starts a hook directly, by a shell, or below its own starter. */
const MOST_PARENTS = 4;

/**
 * Returns the command lines of the processes that started this one, the nearest first, each as its words. Empty where the
 * system does not show them in `/proc`.
 */
export function listParentCommands(port: FileSystem): readonly (readonly string[])[] {
  const commands: string[][] = [];
  let pid = process.ppid;
  ignoreErrors(() => {
    while (commands.length < MOST_PARENTS && pid > 1) {
      commands.push(small(port, `/proc/${pid}/cmdline`).split('\0'));
      pid = Number(/^PPid:\s*(\d+)$/m.exec(small(port, `/proc/${pid}/status`))?.[1]);
    }
  });
  return commands;
}

/** Reads a small file of `/proc`, whose size is unknown. */
const small = (port: FileSystem, path: string): string =>
  Buffer.from(readPart(port, path, 0, 4096)).toString('utf8');

/** Loaded only without /proc: it would cost a tenth of a bare start. */
const programs = (): typeof import('node:child_process') => process.getBuiltinModule('node:child_process');
