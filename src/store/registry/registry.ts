import { join } from 'node:path';
import { computeChecksum } from '../../platform/checksum.js';
import {
  type Fsync,
  listFolder,
  makeFolder,
  OWN_FILE,
  OWN_FOLDER,
  readFile,
  statAt,
  syncFolder,
  Unfit,
  writeFresh,
} from '../../platform/file-io.js';
import { isOpenToOthers, isOwn } from '../../platform/file-owner.js';
import type { FileSystem } from '../../platform/file-system.js';
import { catchErrors, getErrorCode, ignoreErrors, toUserError } from '../../platform/system-errors.js';
import { parseJson } from '../../text/json-value.js';

/** The registration of one root in `DAYBOOK_HOME`: its path, and the id of its state folder in `.daybook/`. */
export interface RegistryEntry {
  /** Absolute and without links. */
  readonly path: string;
  /** 128 random bits in hex. */
  readonly id: string;
  /** ISO 8601 in UTC. */
  readonly created: string;
  readonly trusted?: true;
  /** Hashes of the proofs that a person confirmed for it. */
  readonly proofs?: readonly string[];
  /** The scheduler of this machine in which a timer of this root is installed. */
  readonly timer?: string;
  /** The state folder was gone once, and with it the history. ISO 8601 in UTC. */
  readonly lost?: string;
  /** The paths that the root had before, each with the time when it was found moved. ISO 8601 in UTC. */
  readonly earlier?: Readonly<Record<string, string>>;
}

/** What reading and writing the registry needs. */
export interface RegistryContext {
  readonly port: FileSystem;
  readonly home: string;
  readonly fsync: Fsync;
  /** Returns a new random name. */
  readonly nonce: () => string;
}

export const getRegistryFolder = (home: string): string => join(home, 'workspaces');

/** Returns the file with the entry of a root. */
export const getEntryFile = (home: string, path: string): string =>
  join(getRegistryFolder(home), entryName(path));

/** File names may have 255 bytes; a part file adds a few. */
const LONGEST_NAME = 180;
const LARGEST_ENTRY = 64 * 1024;

/** Encodes a path as a file name. A long one is cut and gets a checksum; the path inside the file is decisive. */
function entryName(path: string): string {
  const name = encodeURIComponent(path.toWellFormed());
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 20)}~${computeChecksum(path)}`;
}

/** Reads the entry of a root. Throws only for temporary system errors. */
export function readEntry(port: FileSystem, home: string, path: string) {
  const refused = findFolderFault(port, home);
  if (refused !== null) return { entry: null, fault: refused };
  const { entry, fault } = readEntryFile(port, getEntryFile(home, path));
  return entry && entry.path !== path
    ? { entry: null, fault: `it is the entry of ${entry.path}` }
    : { entry, fault };
}

/** Reads all entries by file name. */
export function listEntries(port: FileSystem, home: string) {
  const folder = getRegistryFolder(home);
  if (findFolderFault(port, home) !== null) return [];
  return listFolder(port, folder, 'EACCES')
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('.'))
    .sort()
    .map((name) => ({ file: join(folder, name), ...readEntryFile(port, join(folder, name)) }));
}

/** Returns why the folder of the registry is not read: a link, another owner, or open to others; null if it is. */
export function findFolderFault(port: FileSystem, home: string): string | null {
  const folder = getRegistryFolder(home);
  const stat = statAt(port, folder);
  if (!stat) return null;
  if (stat.isSymbolicLink()) return `${folder} is a symbolic link: put the folder itself there`;
  if (!stat.isDirectory()) return `${folder} is not a folder`;
  if (!isOwn(stat)) return `${folder} belongs to another user`;
  return isOpenToOthers(stat) ? `others can write to ${folder}: chmod go-w '${folder}'` : null;
}

/** Adds an entry, durably. If another process was faster, returns its entry. */
export function addRegistryEntry(store: RegistryContext, entry: RegistryEntry): RegistryEntry {
  const { port, home, fsync } = store;
  const file = getEntryFile(home, entry.path);
  const isAdded = putEntry(store, entry, (part) => {
    try {
      port.link(part, file);
      return true;
    } catch (error) {
      if (getErrorCode(error) === 'EEXIST') return false;
      if (!NO_LINKS.includes(getErrorCode(error))) throw error;
      return catchErrors(['EEXIST'], false, () => {
        writeFresh(port, file, bytesOf(entry), OWN_FILE, fsync);
        return true;
      });
    }
  });
  if (isAdded) return entry;
  const { entry: other, fault } = readEntry(port, home, entry.path);
  if (other) return other;
  throw new EntryFault(file, fault ?? 'it no longer exists');
}

/** Replaces an entry, durably. */
export function replaceEntry(store: RegistryContext, entry: RegistryEntry): void {
  const file = getEntryFile(store.home, entry.path);
  putEntry(store, entry, (part) => store.port.rename(part, file));
}

/** Removes the entry of a root. */
export const removeEntry = ({ port, home }: Pick<RegistryContext, 'port' | 'home'>, path: string): boolean =>
  ignoreErrors(() => port.unlink(getEntryFile(home, path)));

/** A file of the registry is not accepted, so nothing can be registered in its place. */
export class EntryFault extends Error {
  constructor(
    readonly file: string,
    readonly fault: string,
  ) {
    super(`${file}: ${fault}`);
  }
}

/** Error codes of file systems without hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Writes and flushes an entry beside its place, then calls `place` to put it there. The folder is flushed even if
 * another process was faster.
 */
function putEntry<T>(store: RegistryContext, entry: RegistryEntry, place: (part: string) => T): T {
  const { port, home, fsync, nonce } = store;
  const folder = getRegistryFolder(home);
  const refused = findFolderFault(port, home);
  if (refused !== null) throw new EntryFault(folder, refused);
  makeFolder(port, folder, OWN_FOLDER, fsync);
  const part = join(folder, `.${nonce()}.part`);
  try {
    writeFresh(port, part, bytesOf(entry), OWN_FILE, fsync);
    const placed = place(part);
    syncFolder(port, folder, fsync);
    return placed;
  } finally {
    ignoreErrors(() => port.unlink(part));
  }
}

const bytesOf = (entry: RegistryEntry): Uint8Array => Buffer.from(`${JSON.stringify(entry)}\n`);

function readEntryFile(port: FileSystem, file: string) {
  try {
    const read = readFile(port, file, LARGEST_ENTRY);
    if (!read) return { entry: null, fault: null };
    if (!isOwn(read.stat)) return { entry: null, fault: 'it belongs to another user' };
    if (isOpenToOthers(read.stat)) return { entry: null, fault: 'others can write to it' };
    const entry = parseEntry(Buffer.from(read.bytes).toString('utf8'));
    return { entry, fault: entry ? null : 'it is damaged' };
  } catch (error) {
    const fault = error instanceof Unfit ? error.why : UNREADABLE[getErrorCode(error)];
    if (fault === undefined) throw toUserError(error, file);
    return { entry: null, fault };
  }
}

/** Errors caused by what is in the place of an entry. All others, such as too many open files, are temporary. */
const UNREADABLE: Readonly<Record<string, string>> = {
  ELOOP: 'it is a symbolic link',
  EACCES: 'reading it is not permitted',
  EPERM: 'reading it is not permitted',
  ENXIO: 'it is not a regular file',
  EISDIR: 'it is a folder',
};

/** The format of an id, which is also a folder name. */
export const STATE_ID = /^[0-9a-f]{32}$/;

const isTextRecord = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');

function parseEntry(text: string): RegistryEntry | null {
  const value = parseJson(text) as Partial<Record<keyof RegistryEntry, unknown>> | null;
  const { path, id, created, trusted, proofs, timer, lost, earlier } = value ?? {};
  if (typeof path !== 'string' || typeof id !== 'string' || !STATE_ID.test(id)) return null;
  return {
    path,
    id,
    created: typeof created === 'string' ? created : '',
    ...(trusted === true ? { trusted } : {}),
    ...(Array.isArray(proofs) ? { proofs: proofs.filter((one) => typeof one === 'string') } : {}),
    ...(typeof timer === 'string' ? { timer } : {}),
    ...(typeof lost === 'string' ? { lost } : {}),
    ...(isTextRecord(earlier) ? { earlier } : {}),
  };
}
