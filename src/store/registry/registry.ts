import { join } from 'node:path';
import { textChecksum } from '../../platform/checksum.js';
import {
  type Fsync,
  makeFolder,
  OWN_FILE,
  OWN_FOLDER,
  readFile,
  syncFolder,
  Unfit,
  writeFresh,
} from '../../platform/file-io.js';
import { isOpenToOthers, isOwn } from '../../platform/file-owner.js';
import type { FileSystem } from '../../platform/file-system.js';
import { catching, errorCode, ignoreErrors, toUserError } from '../../platform/system-errors.js';

/** What `DAYBOOK_HOME` knows of one root: where it stands, and the id under which its state lies in `.daybook/`. */
export interface RegistryEntry {
  /** Absolute and without links. */
  readonly path: string;
  /** 128 random bits in hex. */
  readonly id: string;
  /** ISO 8601 in UTC. */
  readonly created: string;
  readonly trusted?: true;
}

/** An entry, or why a file that stands in its place is not believed; both null where there is none. */
export interface RegistryLook {
  readonly entry: RegistryEntry | null;
  readonly fault: string | null;
}

/** What the registry is kept with. */
export interface RegistryGround {
  readonly port: FileSystem;
  readonly home: string;
  readonly fsync: Fsync;
  /** Returns a fresh random name. */
  readonly nonce: () => string;
}

export const registryFolder = (home: string): string => join(home, 'workspaces');

/** The file with the entry of a root. */
export const entryFile = (home: string, path: string): string => join(registryFolder(home), entryName(path));

/** File names may have 255 bytes; a part file adds a few. */
const LONGEST_NAME = 180;
const LARGEST_ENTRY = 16 * 1024;

/** A path as a file name. One that is too long is cut, with a checksum: the path inside the file decides. */
function entryName(path: string): string {
  const name = encodeURIComponent(path.toWellFormed());
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 20)}~${textChecksum(path)}`;
}

/** Reads the entry of a root. Throws only where the system fails for the moment. */
export function readEntry(port: FileSystem, home: string, path: string): RegistryLook {
  const { entry, fault } = readEntryFile(port, entryFile(home, path));
  return entry && entry.path !== path
    ? { entry: null, fault: `it is the entry of ${entry.path}` }
    : { entry, fault };
}

/** Reads every entry, by file name. */
export function listEntries(
  port: FileSystem,
  home: string,
): readonly (RegistryLook & { readonly file: string })[] {
  const folder = registryFolder(home);
  const names = catching(['ENOENT', 'ENOTDIR', 'EACCES'], [], () =>
    port.list(folder).map(({ name }) => name),
  );
  return names
    .filter((name) => !name.startsWith('.'))
    .sort()
    .map((name) => ({ file: join(folder, name), ...readEntryFile(port, join(folder, name)) }));
}

/** Adds an entry, durably. Where another process was faster, returns the entry that it added. */
export function addRegistryEntry(ground: RegistryGround, entry: RegistryEntry): RegistryEntry {
  const { port, home, fsync } = ground;
  const file = entryFile(home, entry.path);
  const isAdded = putEntry(ground, entry, (part) => {
    try {
      port.link(part, file);
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      if (!NO_LINKS.includes(errorCode(error))) throw error;
      return catching(['EEXIST'], false, () => {
        writeFresh(port, file, bytesOf(entry), OWN_FILE, fsync);
        return true;
      });
    }
  });
  if (isAdded) return entry;
  const { entry: other, fault } = readEntry(port, home, entry.path);
  if (other) return other;
  throw new EntryFault(file, fault ?? 'it is gone again');
}

/** Puts an entry in the place of the one before, durably. */
export function replaceEntry(ground: RegistryGround, entry: RegistryEntry): void {
  const file = entryFile(ground.home, entry.path);
  putEntry(ground, entry, (part) => ground.port.rename(part, file));
}

/** Takes the entry of a root away. */
export const removeEntry = ({ port, home }: Pick<RegistryGround, 'port' | 'home'>, path: string): boolean =>
  ignoreErrors(() => port.unlink(entryFile(home, path)));

/** A file of the registry is not believed, so nothing can be registered in its place. */
export class EntryFault extends Error {
  constructor(
    readonly file: string,
    readonly fault: string,
  ) {
    super(`${file}: ${fault}`);
  }
}

/** File systems without hard links say one of these. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Writes an entry beside, flushed, and has it put in place; the folder is flushed in any case, also for who was slower. */
function putEntry<T>(ground: RegistryGround, entry: RegistryEntry, place: (part: string) => T): T {
  const { port, home, fsync, nonce } = ground;
  const folder = registryFolder(home);
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

function readEntryFile(port: FileSystem, file: string): RegistryLook {
  try {
    const read = readFile(port, file, LARGEST_ENTRY);
    if (!read) return { entry: null, fault: null };
    if (!isOwn(read.stat)) return { entry: null, fault: 'it belongs to another user' };
    if (isOpenToOthers(read.stat)) return { entry: null, fault: 'others may write to it' };
    const entry = parseEntry(Buffer.from(read.bytes).toString('utf8'));
    return { entry, fault: entry ? null : 'it is damaged' };
  } catch (error) {
    const fault = error instanceof Unfit ? error.why : UNREADABLE[errorCode(error)];
    if (fault === undefined) throw toUserError(error, file);
    return { entry: null, fault };
  }
}

/** What can stand in the place of an entry. Anything else, such as too many open files, is a failure of the moment. */
const UNREADABLE: Readonly<Record<string, string>> = {
  ELOOP: 'it is a symbolic link',
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
  ENXIO: 'it is no regular file',
  EISDIR: 'it is a folder',
};

/** The form of an id, which is also the name of a folder. */
export const STATE_ID = /^[0-9a-f]{32}$/;

function parseEntry(text: string): RegistryEntry | null {
  try {
    const value = JSON.parse(text) as Partial<Record<keyof RegistryEntry, unknown>> | null;
    const { path, id, created, trusted } = value ?? {};
    if (typeof path !== 'string' || typeof id !== 'string' || !STATE_ID.test(id)) return null;
    const entry = { path, id, created: typeof created === 'string' ? created : '' };
    return trusted === true ? { ...entry, trusted } : entry;
  } catch {
    return null;
  }
}
