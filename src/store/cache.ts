import { join } from 'node:path';
import { codeOf, quietly } from './failure.js';
import { OWN_FILE, readFile, readRange, statAt, writeFresh } from './file.js';
import type { Ground } from './layout.js';
import { OPEN } from './port.js';

/** A cache file that is open for reading in parts. */
export interface OpenCache {
  readonly size: number;
  /** Up to `length` bytes from `offset`. */
  read(offset: number, length: number): Uint8Array;
  close(): void;
}

const NAME = /^[a-z0-9][a-z0-9.-]{0,60}$/;

/** The bytes of a cache, or null: missing and unreadable are the same. */
export function readCache(ground: Ground, name: string): Uint8Array | null {
  try {
    return readFile(ground.port, pathOf(ground, name))?.bytes ?? null;
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return null;
  }
}

/** Replaces a cache whole, without a flush; where that fails, time is all that is lost. */
export function writeCache(ground: Ground, name: string, bytes: Uint8Array): void {
  const { port, at, machine } = ground;
  const part = join(at.cache, `.${process.pid}-${machine.nonce()}.part`);
  if (!statAt(port, at.cache)) return;
  const put = quietly(() => {
    writeFresh(port, part, bytes, OWN_FILE, 'off');
    port.rename(part, pathOf(ground, name));
  });
  if (!put) quietly(() => port.unlink(part));
}

/** A cache to read from in parts, or null where there is none. Whoever opens it closes it. */
export function openCache(ground: Ground, name: string): OpenCache | null {
  const { port } = ground;
  try {
    const file = port.open(pathOf(ground, name), OPEN.read);
    const { size } = port.fstat(file);
    return {
      size,
      read: (offset, length) => readRange(port, file, offset, length),
      close: () => port.close(file),
    };
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return null;
  }
}

function pathOf({ at }: Ground, name: string): string {
  if (!NAME.test(name)) throw new RangeError(`no name for a cache: ${name}`);
  return join(at.cache, name);
}
