import { basename, dirname, join, relative } from 'node:path';
import { computeCrc } from '../platform/checksum.js';
import { decode, encode } from '../platform/encoding.js';
import { listFolder, readFile, statAt, syncFolder } from '../platform/file-io.js';
import { ignoreErrors } from '../platform/system-errors.js';
import { mapNames, scrubName, scrubText } from '../security/secrets.js';
import { isRecord, parseJson } from '../text/json-value.js';
import { readJournal } from './change-journal/journal.js';
import type { JournalState } from './change-journal/journal-state.js';
import { listPendingIntents, writeJournal } from './change-journal/prune.js';
import type { JournalLine } from './change-journal/record.js';
import { type Cleaning, rewrite } from './change-journal/rewrite.js';
import { removeLeftovers } from './commit/crash-recovery.js';
import { writeBeforeImage } from './files/before-images.js';
import { replaceStateFile, type StoreContext } from './layout.js';
import { PUBLISHED } from './publish.js';

/**
 * Counts matches of a pattern in everything stored beside the notes, without writing. Caches are not counted: they are
 * deleted anyway.
 */
export function findScrubMatches(store: StoreContext, pattern: RegExp) {
  if (!statAt(store.port, store.at.keep)) return { records: 0, images: 0, requests: 0, files: 0 };
  const holds = (path: string) => isTouched(textOf(store, path), pattern);
  const count = (paths: readonly string[]) => paths.filter(holds).length;
  const isNamed = (path: string) => isTouched(basename(path), pattern);
  const named = keptFolders(store).filter(isNamed).length;
  return {
    records: opened(readJournal(store).lines).filter((line) => isHeld(line, pattern)).length,
    images: count(inside(store, store.at.images)),
    requests: count(inside(store, store.at.spool)),
    files: otherFiles(store).filter((path) => isNamed(path) || holds(path)).length + named,
  };
}

/**
 * Removes what a pattern matches from the journal, the before-images, the queue and every other file of the state
 * folder, names included, and deletes the caches. History stays usable: versions are as they would have been without
 * it. Requires the lock, and notes that are already clean. Repeated after a crash it completes the rest.
 */
export function scrubHistory(store: StoreContext, journal: JournalState, pattern: RegExp): void {
  const cleaning: Cleaning = {
    text: (text) => scrubText(text, pattern),
    path: (path) => scrubName(path, pattern),
  };
  removeLeftovers(store);
  const { lines } = readJournal(store);
  const images = inside(store, store.at.images).filter((path) => isTouched(textOf(store, path), pattern));
  for (const path of images) cleanImage(store, path, cleaning.text);
  if (statAt(store.port, store.at.journal) && isTouched(textOf(store, store.at.journal), pattern))
    writeJournal(store, rewrite(store, opened(lines), cleaning));
  journal.forget();
  for (const path of images) if (isHash(path)) store.port.unlink(path);
  for (const path of [...inside(store, store.at.spool), ...otherFiles(store)])
    cleanFile(store, path, basename(path) === PUBLISHED ? cleaning.path : cleaning.text);
  for (const path of [...otherFiles(store), ...keptFolders(store)]) cleanName(store, path, cleaning.path);
  dropAll(store, store.at.cache);
  dropEmptyFolders(store, pattern);
}

/** Filters out intents whose operation is recorded as done, which are redundant. */
function opened(lines: readonly JournalLine[]): readonly JournalLine[] {
  const pending = new Set<JournalLine>(listPendingIntents(lines));
  return lines.filter((line) => line.t !== 'intent' || pending.has(line));
}

const isHeld = (line: JournalLine, pattern: RegExp): boolean => isTouched(JSON.stringify(line), pattern);

const isHash = (path: string): boolean => /^[0-9a-f]{64}$/.test(basename(path));

/** Does not use `test`, which moves the start of the next search with the same pattern. */
export const isTouched = (text: string, pattern: RegExp): boolean => text.search(pattern) >= 0;

/** Cleans a before-image. It gets the name of its new bytes; the newest one of a path keeps its name. */
function cleanImage(store: StoreContext, path: string, clean: (text: string) => string): void {
  const bytes = cleanBytes(readFile(store.port, path)?.bytes ?? new Uint8Array(), clean);
  if (isHash(path)) writeBeforeImage(store, bytes);
  else replaceStateFile(store, path, bytes);
}

/** Cleans a file line by line: a record keeps its format and gets a new CRC; other lines are text. */
function cleanFile(store: StoreContext, path: string, clean: (text: string) => string): void {
  const bytes = readFile(store.port, path)?.bytes;
  if (!bytes) return;
  const fresh = cleanBytes(bytes, (text) => text.replace(/[^\n]+/g, (line) => cleanLine(line, clean)));
  if (Buffer.compare(fresh, bytes) !== 0) replaceStateFile(store, path, fresh);
}

function cleanLine(line: string, clean: (text: string) => string): string {
  const [, text = line, end = ''] = /^(.*?)(,?\r?)$/s.exec(line) ?? []; // a session file has a comma after each record
  const record = parseJson(text);
  if (!isRecord(record)) return clean(line);
  const { crc, ...rest } = mapNames(record, clean);
  if (JSON.stringify({ ...rest, ...(crc === undefined ? {} : { crc }) }) === JSON.stringify(record))
    return line;
  if (crc === undefined) return JSON.stringify(rest) + end;
  const body = JSON.stringify(rest).slice(0, -1);
  return `${body},"crc":"${computeCrc(body)}"}${end}`;
}

/** Cleans bytes; those that are not UTF-8 are treated as single characters. */
function cleanBytes(bytes: Uint8Array, clean: (text: string) => string): Uint8Array {
  const decoded = decode(bytes);
  if (decoded) return encode(clean(decoded.text), decoded.bom);
  return Buffer.from(clean(Buffer.from(bytes).toString('latin1')), 'latin1');
}

function textOf({ port }: StoreContext, path: string): string {
  const bytes = readFile(port, path)?.bytes ?? new Uint8Array();
  return decode(bytes)?.text ?? Buffer.from(bytes).toString('latin1');
}

/** Gives a file or folder its clean name; if that is taken, one with a number. */
function cleanName({ port, fsync }: StoreContext, path: string, clean: (path: string) => string): void {
  const folder = dirname(path);
  const name = clean(basename(path));
  if (name === basename(path)) return;
  let to = join(folder, name);
  for (let i = 2; statAt(port, to); i++) to = join(folder, name.replace(/(\.[^.]*)?$/, `-${i}$1`));
  port.rename(path, to);
  syncFolder(port, folder, fsync);
}

/**
 * Lists everything in the state folder that is neither journal, before-image, request, cache nor lock, and published
 * files.
 */
function otherFiles(store: StoreContext): readonly string[] {
  const { port, at } = store;
  const { files } = walk(store, store.at.own, [at.images, at.spool, at.cache, at.locks]);
  const signal = statAt(port, at.signal)?.isFile() ? [at.signal] : [];
  const published = listPublishedFolders(store).flatMap((folder) => walk(store, folder, []).files);
  return [...new Set([...files, ...signal, ...published])].filter((path) => path !== at.journal);
}

/** Lists folders below the state folder with names from outside, such as sessions; deepest first. */
function keptFolders(store: StoreContext): readonly string[] {
  const { at } = store;
  const folders = [store.at.own, ...listPublishedFolders(store)].flatMap(
    (folder) => walk(store, folder, [at.images, at.spool, at.cache, at.locks]).folders,
  );
  return [...new Set([...folders, ...walk(store, at.locks, []).folders])].reverse();
}

/** Lists folders with our publications, in the state folder and beside it; others are where the user chose. */
export function listPublishedFolders({ port, at, root }: StoreContext): readonly string[] {
  return [at.state, root.root].flatMap((folder) =>
    listFolder(port, folder, 'EACCES').flatMap((item) =>
      item.isDirectory() && statAt(port, join(folder, item.name, PUBLISHED)) ? [join(folder, item.name)] : [],
    ),
  );
}

const ID = /^[0-9a-f]{32}$/;

/** Lists all files and folders below a folder. Links are not followed, and the state of other roots is skipped. */
export function walk(store: StoreContext, top: string, without: readonly string[]) {
  const { port, at } = store;
  const [files, folders]: [string[], string[]] = [[], []];
  const { own } = store.at;
  for (const left = [top]; left.length > 0; ) {
    const folder = left.pop() ?? '';
    for (const item of listFolder(port, folder, 'EACCES')) {
      const path = join(folder, item.name);
      const isForeign = folder === at.state && ID.test(item.name) && path !== own;
      if (item.isDirectory() && !without.includes(path) && !isForeign) {
        left.push(path);
        folders.push(path);
      }
      if (item.isFile()) files.push(path);
    }
  }
  return { files, folders };
}

function dropAll(store: StoreContext, folder: string): void {
  const { files, folders } = walk(store, folder, []);
  for (const path of files) ignoreErrors(() => store.port.unlink(path));
  for (const path of [...folders].reverse()) ignoreErrors(() => store.port.rmdir(path));
}

/** Deletes empty note folders whose names match. */
function dropEmptyFolders(store: StoreContext, pattern: RegExp): void {
  const { root, port } = store;
  const { folders } = walk(store, join(root.root, root.content), []);
  for (const path of [...folders].reverse())
    if (isTouched(relative(root.root, path), pattern)) ignoreErrors(() => port.rmdir(path));
}

function inside({ port }: StoreContext, folder: string): readonly string[] {
  if (!statAt(port, folder)) return [];
  return port.list(folder).flatMap((item) => (item.isFile() ? [join(folder, item.name)] : []));
}
