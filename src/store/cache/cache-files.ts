import { join } from 'node:path';
import {
  listFolder,
  makeFolder,
  OWN_FILE,
  OWN_FOLDER,
  readFile,
  readRange,
  replaceWhole,
  statAt,
  writeFresh,
} from '../../platform/file-io.js';
import { OPEN_FLAGS } from '../../platform/file-system.js';
import { getErrorCode, ignoreErrors } from '../../platform/system-errors.js';
import type { StoreContext } from '../layout.js';

/** Reads and replaces caches. */
export interface Caches {
  readCache(name: string): Uint8Array | null;
  writeCache(name: string, bytes: Uint8Array): void;
}

/** A cache file opened for partial reads. */
export interface OpenCache {
  readonly size: number;
  /** Reads up to `length` bytes from `offset`. */
  read(offset: number, length: number): Uint8Array;
  close(): void;
}

/** The small cache of the index: when files were read, the names of the layers, and the latest changes. */
export const CATALOGUE = 'catalogue';

const NAME = /^[a-z0-9][a-z0-9.-]{0,60}$/;

/** Reads a cache; null if it is missing or unreadable. */
export function readCache(store: StoreContext, name: string): Uint8Array | null {
  try {
    return readFile(store.port, pathOf(store, name))?.bytes ?? null;
  } catch (error) {
    if (getErrorCode(error) === '') throw error;
    return null;
  }
}

/** Replaces a cache without a flush. A failure only costs time later. */
export function writeCache(store: StoreContext, name: string, bytes: Uint8Array): void {
  const { port, at, machine, root } = store;
  if (root.foreign !== undefined) return;
  const part = join(at.cache, `.${process.pid}-${machine.nonce()}.part`);
  if (!statAt(port, at.own)) return;
  ignoreErrors(() => {
    ensureCacheFolder(store);
    replaceWhole(port, { path: pathOf(store, name), part, fsync: 'off' }, bytes);
  });
}

/** Creates an empty cache; false if it is there already, or cannot be written. */
export function claimCache(store: StoreContext, name: string): boolean {
  if (store.root.foreign !== undefined) return false;
  return ignoreErrors(() => {
    ensureCacheFolder(store);
    writeFresh(store.port, pathOf(store, name), new Uint8Array(), OWN_FILE, 'off');
  });
}

function ensureCacheFolder({ port, at }: StoreContext): void {
  if (!statAt(port, at.cache)) makeFolder(port, at.cache, OWN_FOLDER, 'off');
}

/** Returns when a cache was written, in ms since 1970 UTC; 0 if there is none. */
export const getCacheTime = (store: StoreContext, name: string): number =>
  statAt(store.port, pathOf(store, name))?.mtimeMs ?? 0;

/** Opens a cache for partial reads, or returns null. The caller must close it. */
export function openCache(store: StoreContext, name: string): OpenCache | null {
  const { port } = store;
  try {
    const file = port.open(pathOf(store, name), OPEN_FLAGS.read);
    const { size } = port.fstat(file);
    if (size <= SMALL) return inMemory(port, file, size);
    return {
      size,
      read: (offset, length) => readRange(port, file, offset, length),
      close: () => port.close(file),
    };
  } catch (error) {
    if (getErrorCode(error) === '') throw error;
    return null;
  }
}

/** Deletes a cache. */
export function dropCache(store: StoreContext, name: string): void {
  if (store.root.foreign === undefined) ignoreErrors(() => store.port.unlink(pathOf(store, name)));
}

/** A file of V8's compiled code that the launcher wrote, or its temporary file. */
const COMPILED = /^(?:cli|hook|mcp)-[\w.-]+\.code(?:\.\d+)?$/;

/** Deletes compiled code in `DAYBOOK_HOME/cache` that is older: each build writes its own files. The next start writes what it needs. */
export function pruneCompiledCode({ port, root }: StoreContext, cutoff: number): void {
  const folder = join(root.global, 'cache');
  if (!statAt(port, folder)?.isDirectory()) return;
  for (const { name } of listFolder(port, folder)) {
    const path = join(folder, name);
    const stat = COMPILED.test(name) ? statAt(port, path) : null;
    if (stat?.isFile() && stat.mtimeMs < cutoff) ignoreErrors(() => port.unlink(path));
  }
}

/** Deletes unused cache files: layers of other versions, and temporary files of killed processes. */
export function pruneCaches(store: StoreContext, cutoff: number): void {
  const { port, at } = store;
  const head = Buffer.from(readCache(store, CATALOGUE) ?? []);
  for (const { name } of listFolder(port, at.cache)) {
    if (!LEFT.test(name) || head.includes(name)) continue;
    const path = join(at.cache, name);
    const stat = statAt(port, path);
    if (stat && stat.mtimeMs < cutoff) ignoreErrors(() => port.unlink(path));
  }
}

const LEFT = /^(?:index-[0-9a-f]{8}|\..+\.part)$/;

/** Files up to this size are read at once, which is faster than many partial reads. */
const SMALL = 1024 * 1024;

function inMemory(port: StoreContext['port'], file: number, size: number): OpenCache {
  const bytes = readRange(port, file, 0, size);
  port.close(file);
  return { size, read: (offset, length) => bytes.subarray(offset, offset + length), close: () => {} };
}

function pathOf({ at }: StoreContext, name: string): string {
  if (!NAME.test(name)) throw new RangeError(`no name for a cache: ${name}`);
  return join(at.cache, name);
}
