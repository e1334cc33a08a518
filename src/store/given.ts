import { isAbsolute, resolve } from 'node:path';
import { Refusal } from '../wiki/refusal.js';
import { decode } from './decode.js';
import { codeOf, unless } from './failure.js';
import { readFile, Unfit } from './file.js';
import { type Port, realPort } from './port.js';

/** More is no note's worth of text. */
const LARGEST = 2 * 1024 * 1024;
const STANDARD_INPUT = 0;

/** The text of a file that somebody named on the command line, or of standard input for `-`. Refuses what is no text. */
export function readGiven(cwd: string, path: string, port: Port = realPort): string {
  const decoded = decode(path === '-' ? readAll(port) : bytesOf(port, cwd, path));
  if (decoded && !decoded.text.includes('\0')) return decoded.text;
  throw new Refusal('not-utf8', `${path} is not UTF-8 text`, 'save it as UTF-8, then try again', { path });
}

function bytesOf(port: Port, cwd: string, path: string): Uint8Array {
  const hint = 'name a text file, or - for standard input';
  try {
    const read = readFile(port, isAbsolute(path) ? path : resolve(cwd, path), LARGEST);
    if (read) return read.bytes;
    throw new Refusal('no-file', `there is no file ${path}`, hint, { path });
  } catch (error) {
    if (error instanceof Refusal || (!(error instanceof Unfit) && codeOf(error) === '')) throw error;
    const why = error instanceof Unfit ? error.why : codeOf(error);
    throw new Refusal('no-file', `${path} cannot be read: ${why}`, hint, { path });
  }
}

/** All of standard input; a pipe gives it in parts. */
function readAll(port: Port): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let size = 0; size <= LARGEST; ) {
    const part = Buffer.allocUnsafe(64 * 1024);
    const got = unless(['EOF'], 0, () => port.read(STANDARD_INPUT, part, 0, part.length, null));
    if (got === 0) return Buffer.concat(parts);
    parts.push(part.subarray(0, got));
    size += got;
  }
  throw new Refusal('too-large', 'standard input does not end', 'pipe a text of less than 2 MB');
}
