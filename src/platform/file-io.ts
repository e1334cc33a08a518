import { dirname } from 'node:path';
import { type FileSystem, OPEN_FLAGS, type Stat } from './file-system.js';
import { catchErrors, getErrorCode, ignoreErrors } from './system-errors.js';

export interface FileRead {
  readonly bytes: Uint8Array;
  readonly stat: Stat;
}

/** What is flushed before a change is acknowledged: file and folder, the file, or nothing. */
export type Fsync = 'full' | 'file' | 'off';

/** Modes in the state folder: accessible to the owner only. */
export const OWN_FILE = 0o600;
export const OWN_FOLDER = 0o700;

/** Modes outside of the state folder, of which the umask takes away: never open to everybody. */
const SHARED_FILE = 0o664;
export const SHARED_FOLDER = 0o775;

/** Reads a regular file; null if it does not exist. Throws Unfit for anything else (folder, pipe, link, too large). */
export function readFile(port: FileSystem, path: string, most = Number.POSITIVE_INFINITY): FileRead | null {
  for (let tries = MOST_TRIES; tries > 0; tries--) {
    const file = catchErrors(['ENOENT', 'ENOTDIR'], null, () => port.open(path, OPEN_FLAGS.read));
    if (file === null) return null;
    try {
      const stat = port.fstat(file);
      if (!stat.isFile()) throw new Unfit(path, 'it is not a regular file');
      if (stat.size > most) throw new Unfit(path, `it is larger than ${most} bytes`);
      if (isFileAt(port, path, stat)) return { bytes: readRange(port, file, 0, stat.size), stat };
    } finally {
      port.close(file);
    }
  }
  throw new Unfit(path, 'it was replaced each time it was opened');
}

/** An editor may replace a file between two calls, but not every time. */
const MOST_TRIES = 8;

/** Returns true if an open file is the one at the path: systems without O_NOFOLLOW open the target of a link. */
function isFileAt(port: FileSystem, path: string, { dev, ino }: Stat): boolean {
  const found = statAt(port, path);
  if (found?.isSymbolicLink())
    throw Object.assign(new Error(`${path} is a symbolic link`), { code: 'ELOOP' });
  return found?.ino === ino && found.dev === dev;
}

/** The path contains something that cannot be read as a note. */
export class Unfit extends Error {
  constructor(
    readonly path: string,
    readonly why: string,
  ) {
    super(`${path}: ${why}`);
  }
}

/** Reads up to `length` bytes from `from`; fewer at the end of the file. */
export function readRange(port: FileSystem, file: number, from: number, length: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const got = port.read(file, bytes, done, length - done, from + done);
    if (got === 0) break;
    done += got;
  }
  return bytes.subarray(0, done);
}

/** Opens a file for `act`, and closes it whatever happens. */
export function withFile<T>(
  port: FileSystem,
  path: string,
  flags: number,
  act: (file: number) => T,
  mode?: number,
): T {
  const file = port.open(path, flags, mode);
  try {
    return act(file);
  } finally {
    port.close(file);
  }
}

/** Reads a file from `from` on: up to `length` bytes, or to its end. */
export const readPart = (port: FileSystem, path: string, from: number, length?: number): Uint8Array =>
  withFile(port, path, OPEN_FLAGS.read, (file) =>
    readRange(port, file, from, length ?? Math.max(0, port.fstat(file).size - from)),
  );

/** Lists a folder; empty if it is missing, or for a further error code. */
export const listFolder = (port: FileSystem, folder: string, ...codes: readonly string[]) =>
  catchErrors(['ENOENT', 'ENOTDIR', ...codes], [], () => port.list(folder));

/** Writes all bytes, however short each write is; an empty write means a full disk. */
export function writeAll(port: FileSystem, file: number, bytes: Uint8Array, from: number): void {
  let done = 0;
  while (done < bytes.length) {
    const put = port.write(file, bytes, done, bytes.length - done, from + done);
    if (put <= 0) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
    done += put;
  }
}

/**
 * Creates a file with these bytes, flushed and checked for size, and removes it on failure. `mode` null: as the umask
 * says.
 */
export function writeFresh(
  port: FileSystem,
  path: string,
  bytes: Uint8Array,
  mode: number | null,
  fsync: Fsync,
): void {
  const file = port.open(path, OPEN_FLAGS.fresh, mode ?? SHARED_FILE);
  try {
    try {
      if (mode !== null && (mode & 0o777) !== OWN_FILE) port.chmod(file, mode & 0o7777);
      writeAll(port, file, bytes, 0);
      if (port.fstat(file).size !== bytes.length)
        throw Object.assign(new Error('short file'), { code: 'EIO' });
      if (fsync !== 'off') port.sync(file);
    } finally {
      port.close(file);
    }
  } catch (error) {
    ignoreErrors(() => port.unlink(path));
    throw error;
  }
}

/** Replaces a file in one step: writes the new file under the name `part`, then renames it. A crash leaves the old or the new file. */
export function replaceWhole(
  port: FileSystem,
  { path, part, fsync, mode = OWN_FILE }: WholeFile,
  bytes: Uint8Array,
): void {
  try {
    writeFresh(port, part, bytes, mode, fsync);
    port.rename(part, path);
  } catch (error) {
    ignoreErrors(() => port.unlink(part));
    throw error;
  }
  syncFolder(port, dirname(path), fsync);
}

interface WholeFile {
  readonly path: string;
  readonly part: string;
  readonly fsync: Fsync;
  readonly mode?: number;
}

/** Makes the names in a folder durable. Windows does not permit it (EPERM), which is ignored. */
export function syncFolder(port: FileSystem, folder: string, fsync: Fsync): void {
  if (fsync !== 'full') return;
  catchErrors(['EPERM', 'EISDIR'], undefined, () => {
    withFile(port, folder, OPEN_FLAGS.folder, (file) => port.sync(file));
  });
}

/** Creates a folder and its missing parents, each name durable. */
export function makeFolder(port: FileSystem, folder: string, mode: number, fsync: Fsync): void {
  try {
    port.mkdir(folder, mode);
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return;
    if (getErrorCode(error) !== 'ENOENT') throw error;
    makeFolder(port, dirname(folder), mode, fsync);
    makeFolder(port, folder, mode, fsync);
    return;
  }
  syncFolder(port, dirname(folder), fsync);
}

/** Returns true if anything, even a dangling link, is at the path. */
export const isPresent = (port: FileSystem, path: string): boolean => statAt(port, path) !== null;

/** Returns the metadata of a path without following links, or null. A search calls this for every note. */
export function statAt(port: FileSystem, path: string): Stat | null {
  try {
    return port.lstat(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(getErrorCode(error))) return null;
    throw error;
  }
}
