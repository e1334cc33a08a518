import { isAbsolute, resolve } from 'node:path';
import { UserError } from '../../errors.js';
import { readRange, withFile } from '../file-io.js';
import { type FileSystem, OPEN_FLAGS } from '../file-system.js';
import { getErrorCode } from '../system-errors.js';
import { LineCutter } from './json-line-truncator.js';
import type { createZstdDecoder } from './zstd.js';

const CHUNK = 256 * 1024;
/** A longer string is an image or similar; its beginning is enough. */
export const LONGEST_STRING = 4 * 1024 * 1024;
const LINE_FEED = 10;

/** Options for reading the lines of a file. */
export interface Reading {
  /** Returns the limit for the bytes of each JSON string in a line, numbered from 0; 0 skips the line. */
  readonly most?: (number: number) => number;
  /** Called with the number of bytes read. */
  readonly passed?: (bytes: number) => void;
  /** Called after each piece of the file; true ends the reading. */
  readonly isEnough?: () => boolean;
}

let createDecoder: typeof createZstdDecoder | null = null;

/** Sets the decoder of compressed files; until then they have no lines. */
export function setDecoder(decoder: typeof createZstdDecoder): void {
  createDecoder = decoder;
}

/**
 * Calls a function for each line of a file, with memory for one line and one chunk, however large the file is. Returns
 * the number of lines. JSON strings above the limit are cut. A compressed file is read up to its first damaged byte.
 */
export function eachLine(
  port: FileSystem,
  cwd: string,
  path: string,
  take: (line: string, number: number) => void,
  { most = () => LONGEST_STRING, passed, isEnough = () => false }: Reading = {},
): number {
  const file = opened(port, isAbsolute(path) ? path : resolve(cwd, path), path);
  const chunk = Buffer.allocUnsafe(CHUNK);
  const lines = createLines(take, most);
  const add = path.endsWith('.zst') ? addUntilDamage(lines.add) : lines.add;
  try {
    for (let from = 0; ; ) {
      const got = port.read(file, chunk, 0, CHUNK, from);
      if (got === 0 || isEnough()) break;
      from += got;
      add(chunk.subarray(0, got));
      passed?.(got);
    }
    return lines.end();
  } finally {
    port.close(file);
  }
}

/** Decompresses the pieces of a file for `add`; the rest is left out where they are damaged. */
function addUntilDamage(add: (bytes: Buffer) => void): (piece: Buffer) => void {
  let decode = createDecoder?.(add) ?? null;
  return (piece) => {
    try {
      decode?.(piece);
    } catch {
      decode = null;
    }
  };
}

/** Splits chunks of a file into lines. */
function createLines(take: (line: string, number: number) => void, most: (number: number) => number) {
  const cutter = new LineCutter();
  let number = 0;
  let wanted = most(number);
  let isBegun = false;
  const add = (chunk: Buffer, from: number, to: number): void => {
    if (!isBegun) cutter.begin(wanted);
    isBegun = true;
    if (wanted > 0) cutter.add(chunk.subarray(from, to));
  };
  const end = (chunk: Buffer, from: number, to: number): void => {
    if (isBegun || to - from > wanted) add(chunk, from, to);
    if (wanted > 0) take(isBegun ? cutter.line() : chunk.toString('utf8', from, to), number);
    isBegun = false;
    wanted = most(++number);
  };
  return {
    add(chunk: Buffer): void {
      let start = 0;
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, start)) {
        end(chunk, start, at);
        start = at + 1;
      }
      if (start < chunk.length) add(chunk, start, chunk.length);
    },
    end(): number {
      if (isBegun) end(EMPTY, 0, 0);
      return number;
    },
  };
}

const EMPTY = Buffer.alloc(0);

/** The end of a growing file that is enough to know its current state. */
const LAST = 256 * 1024;

/** Calls a function for each complete line in the last 256 KB of a file; none if it is unreadable. */
export function eachLastLine(
  port: FileSystem,
  cwd: string,
  path: string,
  take: (line: string) => void,
): void {
  const bytes = lastBytes(port, isAbsolute(path) ? path : resolve(cwd, path));
  const lines = bytes.toString('utf8').split('\n');
  for (const line of bytes.length < LAST ? lines : lines.slice(1)) if (line !== '') take(line);
}

/** The beginning of a file that is enough to identify it. */
const FIRST = 64 * 1024;

/** Calls a function for each complete line in the first 64 KB of a file; none if it is unreadable. */
export function eachFirstLine(
  port: FileSystem,
  cwd: string,
  path: string,
  take: (line: string) => void,
): void {
  const bytes = piece(port, isAbsolute(path) ? path : resolve(cwd, path), () => ({ from: 0, length: FIRST }));
  const lines = bytes.toString('utf8').split('\n');
  for (const line of bytes.length < FIRST ? lines : lines.slice(0, -1)) if (line !== '') take(line);
}

const lastBytes = (port: FileSystem, path: string): Buffer =>
  piece(port, path, (size) => ({ from: Math.max(0, size - LAST), length: LAST }));

function piece(
  port: FileSystem,
  path: string,
  which: (size: number) => { readonly from: number; readonly length: number },
): Buffer {
  try {
    return withFile(port, path, OPEN_FLAGS.read, (file) => {
      const { from, length } = which(port.fstat(file).size);
      return Buffer.from(readRange(port, file, from, length));
    });
  } catch (error) {
    if (getErrorCode(error) === '') throw error;
    return Buffer.alloc(0);
  }
}

function opened(port: FileSystem, path: string, named: string): number {
  let file: number;
  try {
    file = port.open(path, OPEN_FLAGS.read);
  } catch (error) {
    if (getErrorCode(error) === '') throw error;
    throw unreadable(named, getErrorCode(error));
  }
  if (port.fstat(file).isFile()) return file;
  port.close(file);
  throw unreadable(named, 'it is not a file');
}

const unreadable = (path: string, why: string): UserError =>
  new UserError(
    'no-file',
    `the transcript ${path} cannot be read: ${why}`,
    'name the JSON lines that the agent writes',
    { path },
  );
