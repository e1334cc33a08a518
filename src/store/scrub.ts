import { basename, dirname, join } from 'node:path';
import { mapStrings, scrubbed } from '../wiki/secrets.js';
import { crcOf } from './crc.js';
import { decode, encode } from './decode.js';
import { quietly } from './failure.js';
import { OWN_FILE, readFile, statAt, syncFolder, writeFresh } from './file.js';
import { writeImage } from './images.js';
import { readJournal } from './journal.js';
import type { Ground } from './layout.js';
import type { Ledger } from './ledger.js';
import { pendingOf, writeJournal } from './prune.js';
import type { JournalLine } from './record-line.js';
import { sweep } from './recover.js';
import { rewrite } from './rewrite.js';

/** Where something is found that must go: how many records, before-images, requests and other files hold it. */
export interface Traces {
  readonly records: number;
  readonly images: number;
  readonly requests: number;
  readonly files: number;
}

/** Looks for a pattern in all that is kept beside the notes; reading only. Caches are not counted: they are dropped anyway. */
export function tracesOf(ground: Ground, pattern: RegExp): Traces {
  if (!statAt(ground.port, ground.at.keep)) return { records: 0, images: 0, requests: 0, files: 0 };
  const holds = (path: string) => isTouched(textOf(ground, path), pattern);
  const count = (paths: readonly string[]) => paths.filter(holds).length;
  return {
    records: opened(readJournal(ground).lines).filter((line) => isHeld(line, pattern)).length,
    images: count(inside(ground, ground.at.images)),
    requests: count(inside(ground, ground.at.spool)),
    files: count(otherFiles(ground)),
  };
}

/**
 * Takes what a pattern finds out of the journal, the before-images, the spool and every other file of the state folder,
 * and drops the caches. History stays readable: versions are kept as they would have been without it. Only under the lock,
 * once the notes are clean. Told again after a crash it completes what was left.
 */
export function forget(ground: Ground, ledger: Ledger, pattern: RegExp): void {
  const clean = (text: string) => scrubbed(text, pattern);
  sweep(ground);
  const { lines } = readJournal(ground);
  const images = inside(ground, ground.at.images).filter((path) => isTouched(textOf(ground, path), pattern));
  for (const path of images) cleanImage(ground, path, clean);
  if (lines.some((line) => isHeld(line, pattern)))
    writeJournal(ground, rewrite(ground, opened(lines), clean));
  ledger.forget();
  for (const path of images) if (isHash(path)) ground.port.unlink(path);
  for (const path of [...inside(ground, ground.at.spool), ...otherFiles(ground)])
    cleanFile(ground, path, clean);
  for (const path of inside(ground, ground.at.cache)) quietly(() => ground.port.unlink(path));
}

/** An intent whose deed is recorded as done says nothing more. */
function opened(lines: readonly JournalLine[]): readonly JournalLine[] {
  const pending = new Set(pendingOf(lines));
  return lines.filter((line) => line.t !== 'intent' || pending.has(line));
}

const isHeld = (line: JournalLine, pattern: RegExp): boolean => isTouched(JSON.stringify(line), pattern);

const isHash = (path: string): boolean => /^[0-9a-f]{64}$/.test(basename(path));

function isTouched(text: string, pattern: RegExp): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

/** A version gets the name of its new bytes; the newest before-image of a path keeps its name. */
function cleanImage(ground: Ground, path: string, clean: (text: string) => string): void {
  const bytes = cleanBytes(readFile(ground.port, path)?.bytes ?? new Uint8Array(), clean);
  if (isHash(path)) writeImage(ground, bytes);
  else put(ground, path, bytes);
}

/** Line by line: a record keeps its form and a true CRC; what is none is text. */
function cleanFile(ground: Ground, path: string, clean: (text: string) => string): void {
  const bytes = readFile(ground.port, path)?.bytes;
  if (!bytes) return;
  const fresh = cleanBytes(bytes, (text) => text.replace(/[^\n]+/g, (line) => cleanLine(line, clean)));
  if (Buffer.compare(fresh, bytes) !== 0) put(ground, path, fresh);
}

function cleanLine(line: string, clean: (text: string) => string): string {
  const record = asRecord(line);
  if (!record) return clean(line);
  const { crc, ...rest } = mapStrings(record, clean);
  if (JSON.stringify({ ...rest, ...(crc === undefined ? {} : { crc }) }) === JSON.stringify(record))
    return line;
  if (crc === undefined) return JSON.stringify(rest);
  const body = JSON.stringify(rest).slice(0, -1);
  return `${body},"crc":"${crcOf(body)}"}`;
}

function asRecord(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Bytes that are not UTF-8 are taken one for one. */
function cleanBytes(bytes: Uint8Array, clean: (text: string) => string): Uint8Array {
  const decoded = decode(bytes);
  if (decoded) return encode(clean(decoded.text), decoded.bom);
  return Buffer.from(clean(Buffer.from(bytes).toString('latin1')), 'latin1');
}

function textOf({ port }: Ground, path: string): string {
  const bytes = readFile(port, path)?.bytes ?? new Uint8Array();
  return decode(bytes)?.text ?? Buffer.from(bytes).toString('latin1');
}

function put({ port, machine, fsync }: Ground, path: string, bytes: Uint8Array): void {
  const part = join(dirname(path), `.${machine.nonce()}.part`);
  writeFresh(port, part, bytes, OWN_FILE, fsync);
  port.rename(part, path);
  syncFolder(port, dirname(path), fsync);
}

/** Everything of this root's state that is neither journal, image, request nor cache. */
function otherFiles(ground: Ground): readonly string[] {
  const { at } = ground;
  const own = new Set([at.images, at.spool, at.cache]);
  const found: string[] = statAt(ground.port, at.signal)?.isFile() ? [at.signal] : [];
  for (const folders = [at.own]; folders.length > 0; ) {
    const folder = folders.pop() ?? '';
    for (const item of statAt(ground.port, folder) ? ground.port.list(folder) : []) {
      const path = join(folder, item.name);
      if (item.isDirectory() && !own.has(path)) folders.push(path);
      if (item.isFile() && path !== at.journal) found.push(path);
    }
  }
  return found;
}

function inside({ port }: Ground, folder: string): readonly string[] {
  if (!statAt(port, folder)) return [];
  return port.list(folder).flatMap((item) => (item.isFile() ? [join(folder, item.name)] : []));
}
