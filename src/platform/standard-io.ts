import { constants, fstatSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { UserError } from '../errors.js';
import { LineCutter } from './streams/json-line-truncator.js';
import { getErrorCode } from './system-errors.js';

/**
 * Writes to a descriptor at once. `process.stdout` would load the terminal and network modules. Ends the process if the
 * reader is gone.
 */
export const writeText = (descriptor: 1 | 2, text: string): void => writeBytes(descriptor, Buffer.from(text));

/** Writes bytes to a descriptor, like `writeText`. */
export function writeBytes(descriptor: 1 | 2, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at, bytes.length - at);
    } catch (error) {
      const code = getErrorCode(error);
      if (code === 'EPIPE') process.exit(0);
      if (code === 'ENOSPC' || code === 'EIO')
        throw new UserError(
          'output-failed',
          `the output cannot be written (${code})`,
          'what the command changed is kept: daybook history',
        );
      if (code !== 'EAGAIN') throw error;
    }
  }
}

/** The largest JSON that is read from standard input, and the length at which its strings are cut (bytes). */
const JSON_BYTES = 64 * 1024 * 1024;
const JSON_STRING_BYTES = 512 * 1024;

/** The longest wait of a hook for the next byte: some clients leave its input open. */
const LONGEST_WAIT_MS = 3000;

/**
 * Reads JSON from standard input, to its end or until no new byte comes, and cuts long strings while reading. Throws if
 * all of it is too large.
 */
export function readStandardJson(): string {
  const cutter = new LineCutter();
  let size = 0;
  cutter.begin(JSON_STRING_BYTES);
  eachStandardPart((part) => {
    size += part.length;
    if (size <= JSON_BYTES) cutter.add(part);
  }, LONGEST_WAIT_MS);
  if (size <= JSON_BYTES) return cutter.line();
  const [found, limit] = [size, JSON_BYTES].map((bytes) => Math.ceil(bytes / (1024 * 1024)));
  throw new Error(`input of ${found} MB; at most ${limit} MB are read`);
}

/** Asks a question at the terminal and returns the line that is typed. */
export function askAtTerminal(question: string): string {
  writeText(1, question);
  const line = Buffer.alloc(1024);
  return line.toString('utf8', 0, readSync(0, line)).trim();
}

/** Reads all of standard input; nothing if it is a terminal. */
export function readStandardBytes(): Uint8Array {
  const parts: Uint8Array[] = [];
  eachStandardPart((part) => parts.push(part));
  return Buffer.concat(parts);
}

/** Calls a function for each part of standard input. With a limit, a longer wait for the next byte ends it. */
function eachStandardPart(take: (part: Buffer) => void, limitMs?: number): void {
  const input = limitMs === undefined || isTerminal(0) ? 0 : openWithoutBlocking();
  let last = performance.now();
  for (let isOpen = !isTerminal(0); isOpen; ) {
    const part = Buffer.allocUnsafe(65_536);
    try {
      const size = readSync(input, part, 0, part.length, null);
      take(part.subarray(0, size));
      isOpen = size > 0;
      last = performance.now();
    } catch (error) {
      isOpen = getErrorCode(error) === 'EAGAIN' && !(performance.now() - last > (limitMs ?? Infinity));
      if (isOpen) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

/** Returns a descriptor of standard input whose reads do not wait, where the system has one; else 0. */
function openWithoutBlocking(): number {
  try {
    const stat = fstatSync(0);
    if (stat.isFIFO()) return openSync('/dev/stdin', constants.O_RDONLY | constants.O_NONBLOCK);
    // Sockets cannot be opened a second time: Node's own wrapper makes them return at once.
    if (stat.isSocket())
      new (process.getBuiltinModule('node:net').Socket)({ fd: 0, readable: false, writable: false }).unref();
  } catch {
    // The input is read as it is.
  }
  return 0;
}

/** Returns true if the descriptor is a terminal: a device with characters, but not the empty one. */
export function isTerminal(descriptor: number): boolean {
  try {
    const stat = fstatSync(descriptor);
    return stat.isCharacterDevice() && stat.rdev !== statSync('/dev/null', { throwIfNoEntry: false })?.rdev;
  } catch {
    return false;
  }
}
