import { type FileSystem, nodeFileSystem } from '../../src/platform/file-system.js';

export type Call = keyof FileSystem;

/** One call on the port and what it was given, in the order of time. */
export interface Traced {
  readonly call: Call;
  readonly args: readonly unknown[];
  readonly result: unknown;
}

/** A port that writes down every call that succeeded. Bytes written are copied. */
export function recordingPort(trace: Traced[], port: FileSystem = nodeFileSystem): FileSystem {
  return mapCalls(port, (call, act, args) => {
    const copied = args.map((arg) =>
      arg instanceof Uint8Array && call === 'write' ? Buffer.from(arg) : arg,
    );
    const result = act();
    trace.push({ call, args: copied, result });
    return result;
  });
}

/** A port after a reboot or a remount: every file system has another device number. */
export function rebootedPort(port: FileSystem): FileSystem {
  const renumbered = <T extends { dev: number } | null>(stat: T): T =>
    stat && Object.assign(stat, { dev: stat.dev + 4096 });
  return {
    ...port,
    lstat: (path) => renumbered(port.lstat(path)),
    fstat: (file) => renumbered(port.fstat(file)),
  };
}

export type Fault =
  | 'EIO'
  | 'ENOSPC'
  | 'EACCES'
  | 'EROFS'
  | 'EMFILE'
  | 'EXDEV'
  | 'EBUSY'
  | 'ENOENT'
  | 'short write'
  | 'killed';

/** Thrown by a port on which the process is to be thought dead: no call succeeds any more. */
export class Killed extends Error {}

/** Where a fault is to strike: at the n-th call of those that it can befall. */
export interface Plan {
  readonly fault: Fault;
  readonly at: number;
  /** Set when it has struck. */
  struck: Call | null;
}

/** Calls that can meet a fault of the disk; closing and looking cannot run out of space. */
const BEFALLS: Readonly<Record<string, (call: Call) => boolean>> = {
  ENOSPC: (call) => ['open', 'write', 'sync', 'dataSync', 'link', 'rename', 'mkdir'].includes(call),
  EROFS: (call) => ['open', 'write', 'truncate', 'chmod', 'link', 'rename', 'unlink', 'mkdir'].includes(call),
  EMFILE: (call) => call === 'open' || call === 'list',
  EXDEV: (call) => call === 'link' || call === 'rename',
  'short write': (call) => call === 'write',
};

/** A file system whose n-th call fails; a short write writes half and reports it, the next ones find the disk full. */
export function faultyPort(plan: Plan, port: FileSystem = nodeFileSystem): FileSystem {
  let count = 0;
  return mapCalls(port, (call, act, args) => {
    if (plan.struck && plan.fault === 'killed') throw new Killed('dead');
    const befalls = BEFALLS[plan.fault]?.(call) ?? call !== 'close';
    if (!befalls || ++count !== plan.at) return act();
    plan.struck = call;
    if (plan.fault === 'killed') throw new Killed('dead');
    if (plan.fault === 'short write') return shortWrite(port, args as Parameters<FileSystem['write']>);
    throw Object.assign(new Error(`${plan.fault}: injected, ${call}`), { code: plan.fault });
  });
}

function shortWrite(
  port: FileSystem,
  [file, bytes, offset, length, position]: Parameters<FileSystem['write']>,
): number {
  return port.write(file, bytes, offset, Math.floor(length / 2), position);
}

type Around = (call: Call, act: () => unknown, args: readonly unknown[]) => unknown;

/** Returns a port each of whose calls goes through a function. */
export function mapCalls(port: FileSystem, around: Around): FileSystem {
  const entries = Object.entries(port).map(([call, act]) => [
    call,
    (...args: unknown[]) =>
      around(call as Call, () => (act as (...all: unknown[]) => unknown)(...args), args),
  ]);
  return Object.fromEntries(entries) as unknown as FileSystem;
}
