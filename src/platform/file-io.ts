import { dirname } from 'node:path';
import { type FileSystem, OPEN_FLAGS, type Stat } from './file-system.js';
import { catching, errorCode, ignoreErrors } from './system-errors.js';

export interface FileRead {
  readonly bytes: Uint8Array;
  readonly stat: Stat;
}

/** What is flushed before a change is acknowledged: file and folder, the file, or nothing. */
export type Fsync = 'full' | 'file' | 'off';

/** Modes of what lies in the state folder: for its owner only. */
export const OWN_FILE = 0o600;
export const OWN_FOLDER = 0o700;

/** The whole of a regular file, or null where there is none; throws for anything else (folder, pipe, link, too large). */
export function readFile(port: FileSystem, path: string, most = Number.POSITIVE_INFINITY): FileRead | null {
  for (let tries = MOST_TRIES; tries > 0; tries--) {
    const file = catching(['ENOENT', 'ENOTDIR'], null, () => port.open(path, OPEN_FLAGS.read));
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

/** An editor may replace a file between two looks at it, but not each time. */
const MOST_TRIES = 8;

/** True where an open file is the one that stands at the path: systems without O_NOFOLLOW open what a link leads to. */
function isFileAt(port: FileSystem, path: string, { dev, ino }: Stat): boolean {
  const found = statAt(port, path);
  if (found?.isSymbolicLink())
    throw Object.assign(new Error(`${path} is a symbolic link`), { code: 'ELOOP' });
  return found?.ino === ino && found.dev === dev;
}

/** A path holds something that is not for reading as a note. */
export class Unfit extends Error {
  constructor(
    readonly path: string,
    readonly why: string,
  ) {
    super(`${path}: ${why}`);
  }
}

/** Up to `length` bytes from `from`; fewer where the file ends before. */
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

/** All bytes, however short each write falls; a write of nothing is a full disk. */
export function writeAll(port: FileSystem, file: number, bytes: Uint8Array, from: number): void {
  let done = 0;
  while (done < bytes.length) {
    const put = port.write(file, bytes, done, bytes.length - done, from + done);
    if (put <= 0) throw Object.assign(new Error('the disk takes no more bytes'), { code: 'ENOSPC' });
    done += put;
  }
}

/** A new file with these bytes, checked for size and flushed; gone again where anything fails. `mode` null: as the umask says. */
export function writeFresh(
  port: FileSystem,
  path: string,
  bytes: Uint8Array,
  mode: number | null,
  fsync: Fsync,
): void {
  const file = port.open(path, OPEN_FLAGS.fresh, mode ?? 0o666);
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

/** Makes the names in a folder durable. Windows does not permit it (EPERM): ignored. */
export function syncFolder(port: FileSystem, folder: string, fsync: Fsync): void {
  if (fsync !== 'full') return;
  catching(['EPERM', 'EISDIR'], undefined, () => {
    const file = port.open(folder, OPEN_FLAGS.folder);
    try {
      port.sync(file);
    } finally {
      port.close(file);
    }
  });
}

/** Makes a folder and those above it where they are missing, each name durable. */
export function makeFolder(port: FileSystem, folder: string, mode: number, fsync: Fsync): void {
  try {
    port.mkdir(folder, mode);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    if (errorCode(error) !== 'ENOENT') throw error;
    makeFolder(port, dirname(folder), mode, fsync);
    makeFolder(port, folder, mode, fsync);
    return;
  }
  syncFolder(port, dirname(folder), fsync);
}

/** True where something, even a dangling link, stands at the path. */
export const exists = (port: FileSystem, path: string): boolean => statAt(port, path) !== null;

/** What stands at the path, links not followed, or null. A search asks this of every note. */
export function statAt(port: FileSystem, path: string): Stat | null {
  try {
    return port.lstat(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return null;
    throw error;
  }
}
