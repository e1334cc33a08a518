import { isAbsolute, resolve } from 'node:path';
import { UserError } from '../errors.js';
import { decode } from './encoding.js';
import { readFile, Unfit } from './file-io.js';
import { type FileSystem, nodeFileSystem } from './file-system.js';
import { catchErrors, getErrorCode } from './system-errors.js';

/** Larger input is not plausible for a note, or for a diff. */
const LARGEST = 2 * 1024 * 1024;
const LARGEST_DIFF = 64 * 1024 * 1024;

/** Reads a file named on the command line, or standard input for `-`. Throws UserError if it is not text. */
export function readInputFile(
  cwd: string,
  path: string,
  takesAnyBytes = false,
  port: FileSystem = nodeFileSystem,
): string {
  const bytes = bytesOf(port, cwd, path, takesAnyBytes ? LARGEST_DIFF : LARGEST);
  if (takesAnyBytes) return new TextDecoder().decode(bytes);
  const decoded = decode(bytes);
  if (decoded && !decoded.text.includes('\0')) return decoded.text;
  throw new UserError('not-utf8', `${path} is not UTF-8 text`, 'save it as UTF-8, then retry', { path });
}

function bytesOf(port: FileSystem, cwd: string, path: string, largest: number): Uint8Array {
  const hint = 'name a text file, or - for standard input';
  const descriptor = findDescriptor(path);
  try {
    if (descriptor !== null) return readAll(port, descriptor, largest);
    const read = readFile(port, isAbsolute(path) ? path : resolve(cwd, path), largest);
    if (read) return read.bytes;
    throw new UserError('no-file', `there is no file ${path}`, hint, { path });
  } catch (error) {
    if (error instanceof UserError || (!(error instanceof Unfit) && getErrorCode(error) === '')) throw error;
    const why = error instanceof Unfit ? error.why : getErrorCode(error);
    throw new UserError('no-file', `${path} cannot be read: ${why}`, hint, { path });
  }
}

/** The open file descriptor that a path means; null for a file. */
function findDescriptor(path: string): number | null {
  if (path === '-' || path === '/dev/stdin') return 0;
  const [, number] = /^\/dev\/fd\/(\d{1,4})$/.exec(path) ?? [];
  return number === undefined ? null : Number(number);
}

/** Reads all of an open file descriptor; a pipe delivers it in parts. */
function readAll(port: FileSystem, descriptor: number, largest: number): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let size = 0; size <= largest; ) {
    const part = Buffer.allocUnsafe(64 * 1024);
    const got = catchErrors(['EOF'], 0, () => port.read(descriptor, part, 0, part.length, null));
    if (got === 0) return Buffer.concat(parts);
    parts.push(part.subarray(0, got));
    size += got;
  }
  throw new UserError(
    'too-large',
    'standard input does not end',
    `pipe a text of less than ${largest / 1024 / 1024} MB`,
  );
}
