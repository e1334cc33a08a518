import { isAbsolute, resolve } from 'node:path';
import { Refusal } from '../wiki/refusal.js';
import { codeOf } from './failure.js';
import { readRange } from './file.js';
import { OPEN, type Port } from './port.js';

const CHUNK = 256 * 1024;
/** A longer line holds an image or worse; it is passed over. */
const LONGEST_LINE = 8 * 1024 * 1024;
const LINE_FEED = 10;

/** Hands the lines of a file on, one by one, in the memory of one line and one chunk, however large the file is. */
export function eachLine(port: Port, cwd: string, path: string, take: (line: string) => void): void {
  const file = opened(port, isAbsolute(path) ? path : resolve(cwd, path), path);
  const chunk = Buffer.allocUnsafe(CHUNK);
  let rest: Buffer[] = [];
  let held = 0;
  const end = (tail: Buffer): void => {
    const line = held === 0 ? tail : Buffer.concat([...rest, tail]);
    if (held + tail.length <= LONGEST_LINE) take(line.toString('utf8'));
    rest = [];
    held = 0;
  };
  try {
    for (let from = 0; ; ) {
      const got = port.read(file, chunk, 0, CHUNK, from);
      if (got === 0) break;
      from += got;
      const read = chunk.subarray(0, got);
      let start = 0;
      for (let at = read.indexOf(LINE_FEED); at >= 0; at = read.indexOf(LINE_FEED, start)) {
        end(read.subarray(start, at));
        start = at + 1;
      }
      held += got - start;
      if (held <= LONGEST_LINE) rest.push(Buffer.from(read.subarray(start)));
      else rest = [];
    }
    if (held > 0) end(Buffer.alloc(0));
  } finally {
    port.close(file);
  }
}

/** Of a file that grows, so much of its end tells how things stand. */
const LAST = 256 * 1024;

/** Hands on the whole lines at the end of a file, as far as its last 256 KB reach; none where it cannot be read. */
export function eachLastLine(port: Port, cwd: string, path: string, take: (line: string) => void): void {
  const bytes = lastBytes(port, isAbsolute(path) ? path : resolve(cwd, path));
  const lines = bytes.toString('utf8').split('\n');
  for (const line of bytes.length < LAST ? lines : lines.slice(1)) if (line !== '') take(line);
}

/** So much of its beginning tells what it is about. */
const FIRST = 64 * 1024;

/** Hands on the whole lines at the beginning of a file, as far as its first 64 KB reach; none where it cannot be read. */
export function eachFirstLine(port: Port, cwd: string, path: string, take: (line: string) => void): void {
  const bytes = piece(port, isAbsolute(path) ? path : resolve(cwd, path), () => ({ from: 0, length: FIRST }));
  const lines = bytes.toString('utf8').split('\n');
  for (const line of bytes.length < FIRST ? lines : lines.slice(0, -1)) if (line !== '') take(line);
}

const lastBytes = (port: Port, path: string): Buffer =>
  piece(port, path, (size) => ({ from: Math.max(0, size - LAST), length: LAST }));

function piece(
  port: Port,
  path: string,
  which: (size: number) => { readonly from: number; readonly length: number },
): Buffer {
  try {
    const file = port.open(path, OPEN.read);
    try {
      const { size } = port.fstat(file);
      const { from, length } = which(size);
      return Buffer.from(readRange(port, file, from, length));
    } finally {
      port.close(file);
    }
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return Buffer.alloc(0);
  }
}

function opened(port: Port, path: string, named: string): number {
  try {
    return port.open(path, OPEN.read);
  } catch (error) {
    if (codeOf(error) === '') throw error;
    throw new Refusal(
      'no-file',
      `the transcript ${named} cannot be read: ${codeOf(error)}`,
      'name the JSON lines that the agent writes',
      { path: named },
    );
  }
}
