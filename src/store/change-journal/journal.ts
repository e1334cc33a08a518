import { dirname } from 'node:path';
import {
  type Fsync,
  OWN_FILE,
  readFile,
  readPart,
  readRange,
  statAt,
  syncFolder,
  withFile,
  writeAll,
  writeFresh,
} from '../../platform/file-io.js';
import { type FileSystem, OPEN_FLAGS } from '../../platform/file-system.js';
import { catchErrors, ignoreErrors } from '../../platform/system-errors.js';
import type { StoreContext } from '../layout.js';
import { type JournalLine, type Parsed, parseLines, toLine } from './record.js';

interface Extent {
  readonly ino: number;
  readonly size: number;
}

/** Reads the whole journal; damaged lines are skipped and reported. */
export function readJournal({ port, at }: StoreContext): Parsed & { readonly extent: Extent } {
  const read = readFile(port, at.journal);
  if (!read) return { lines: [], damaged: [], extent: { ino: 0, size: 0 } };
  const { ino } = read.stat;
  return { ...parseLines(read.bytes), extent: { ino, size: wholeLines(read.bytes) } };
}

/** Returns a function that reads something from the current journal. It is read again only if the journal has changed. */
export function createJournalReader<T>(
  store: StoreContext,
  read: (lines: readonly JournalLine[]) => T,
): () => T {
  let known: { readonly ino: number; readonly size: number; readonly found: T } | null = null;
  return () => {
    const stat = statAt(store.port, store.at.journal);
    if (known === null || known.ino !== stat?.ino || known.size !== stat.size) {
      const { ino = 0, size = 0 } = stat ?? {};
      known = { ino, size, found: read(readJournal(store).lines) };
    }
    return known.found;
  };
}

/** Reads what was appended since `from`, up to the last complete line. */
export function readSince(
  { port, at }: StoreContext,
  from: number,
): { readonly lines: readonly JournalLine[]; readonly size: number } {
  const bytes = readPart(port, at.journal, from);
  const size = wholeLines(bytes);
  return { lines: parseLines(bytes.subarray(0, size)).lines, size: from + size };
}

/** Reads the bytes just before `end`, which identify a cached extent; null if the journal is shorter. */
export function readBefore({ port, at }: StoreContext, end: number, length: number): Uint8Array | null {
  return catchErrors(['ENOENT'], null, () => {
    const bytes = readPart(port, at.journal, Math.max(0, end - length), Math.min(length, end));
    return bytes.length === Math.min(length, end) ? bytes : null;
  });
}

/** Appends records to the journal. Requires the lock. */
export const append = (store: StoreContext, records: readonly JournalLine[]): Extent =>
  appendTo(store, store.at.journal, records);

/** Appends records to a log, all or none, flushed. A torn tail is moved aside first. Returns the new extent. */
export function appendTo(
  { port, fsync, machine }: StoreContext,
  log: string,
  records: readonly object[],
): Extent {
  const write = (file: number) => {
    const end = cutTornTail(port, file, `${log.replace(/\.jsonl$/, '')}.torn-${machine.nonce()}`);
    if (end === 0) syncFolder(port, dirname(log), fsync);
    const bytes = Buffer.concat(records.map(toLine));
    writeFlushed(port, file, bytes, end, fsync);
    return { ino: port.fstat(file).ino, size: end + bytes.length };
  };
  return withFile(port, log, OPEN_FLAGS.log, write, OWN_FILE);
}

function writeFlushed(port: FileSystem, file: number, bytes: Uint8Array, end: number, fsync: Fsync): void {
  try {
    writeAll(port, file, bytes, end);
    if (fsync !== 'off') port.dataSync(file);
  } catch (error) {
    ignoreErrors(() => port.truncate(file, end));
    throw error;
  }
}

/** Returns the end of the last complete line; the bytes after it are copied to `aside` and cut off. */
function cutTornTail(port: FileSystem, file: number, aside: string): number {
  const { size } = port.fstat(file);
  if (size === 0 || readRange(port, file, size - 1, 1)[0] === NEWLINE) return size;
  const bytes = readRange(port, file, 0, size);
  const end = wholeLines(bytes);
  writeFresh(port, aside, bytes.subarray(end), OWN_FILE, 'off');
  port.truncate(file, end);
  return end;
}

const NEWLINE = 10;
const wholeLines = (bytes: Uint8Array): number => bytes.lastIndexOf(NEWLINE) + 1;
