import { fstatSync, readSync, writeSync } from 'node:fs';
import { UserError } from '../errors.js';
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

/** Reads all of standard input as text; an empty one if it is a terminal. */
export const readStandardInput = (): string => Buffer.from(readStandardBytes()).toString('utf8');

/** Reads all of standard input; nothing if it is a terminal. */
export function readStandardBytes(): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let isOpen = !isTerminal(0); isOpen; ) {
    const part = Buffer.allocUnsafe(65_536);
    try {
      const size = readSync(0, part, 0, part.length, null);
      parts.push(part.subarray(0, size));
      isOpen = size > 0;
    } catch (error) {
      isOpen = getErrorCode(error) === 'EAGAIN';
      if (isOpen) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
  return Buffer.concat(parts);
}

/** Returns true if the descriptor is a terminal. */
export function isTerminal(descriptor: 0 | 1 | 2): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
}
