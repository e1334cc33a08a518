import { join } from 'node:path';
import { computeHash } from '../../platform/encoding.js';
import { OWN_FILE, readFile, statAt, withFile, writeFresh } from '../../platform/file-io.js';
import { type FileSystem, OPEN_FLAGS } from '../../platform/file-system.js';
import { catchErrors, getErrorCode, ignoreErrors } from '../../platform/system-errors.js';
import { replaceStateFile, type StoreContext } from '../layout.js';

/** The bytes of a note before a change, held by a second name of the same file while the change is made. */
export interface HeldFile {
  readonly path: string;
  /** False if the file system has no hard links: then a save in place cannot be noticed. */
  readonly linked: boolean;
}

const HELD = /^held\.[0-9a-f]+$/;

/** Returns an unused name for a held file. */
export const createHeldName = ({ machine, at }: StoreContext): string =>
  join(at.keep, `held.${machine.nonce()}`);

/** Holds the file under a second name. */
export function holdFile(store: StoreContext, file: string): HeldFile {
  const { port } = store;
  const path = createHeldName(store);
  try {
    port.link(file, path);
    return { path, linked: true };
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(getErrorCode(error)))
      throw error;
    writeFresh(port, path, readFile(port, file)?.bytes ?? new Uint8Array(), OWN_FILE, store.fsync);
    return { path, linked: false };
  }
}

/** Stores a held file as the before-image of its hash. */
export function storeBeforeImage({ port, at }: StoreContext, tx: HeldFile, hash: string): void {
  makeOurs(port, tx);
  renameAway(port, tx.path, imagePath(at.images, hash));
}

/** Stores a held file as the newest before-image of its path, replacing the previous one. */
export function storeOwnBeforeImage({ port, at }: StoreContext, tx: HeldFile, path: string): void {
  makeOurs(port, tx);
  renameAway(port, tx.path, join(at.images, `own-${computeHash(path).slice(0, 16)}`));
}

/**
 * Makes a replaced note readable by its owner only, like all state. While it still has another name its mode does not
 * change.
 */
function makeOurs(port: FileSystem, { path, linked }: HeldFile): void {
  if (!linked || statAt(port, path)?.nlink !== 1) return;
  withFile(port, path, OPEN_FLAGS.read, (file) => port.chmod(file, OWN_FILE));
}

/**
 * Renames a file. If both names are the same file, rename(2) does nothing but succeeds, so the first name is removed.
 */
function renameAway(port: FileSystem, from: string, to: string): void {
  port.rename(from, to);
  catchErrors(['ENOENT'], undefined, () => port.unlink(from));
}

/** Stores bytes as a before-image, for a version that could otherwise not be rebuilt. */
export function writeBeforeImage(store: StoreContext, bytes: Uint8Array): void {
  const hash = computeHash(bytes);
  if (!readBeforeImage(store, hash)) replaceStateFile(store, imagePath(store.at.images, hash), bytes);
}

/** Reads a before-image; null if it is missing or does not match its hash. */
export function readBeforeImage({ port, at }: StoreContext, hash: string): Uint8Array | null {
  if (!isHash(hash)) return null;
  const read = readFile(port, imagePath(at.images, hash));
  return read && computeHash(read.bytes) === hash ? read.bytes : null;
}

/** Returns when the file stored as a before-image was last written; null if there is none. */
export const findSaveTime = ({ port, at }: StoreContext, hash: string): number | null =>
  isHash(hash) ? (statAt(port, imagePath(at.images, hash))?.mtimeMs ?? null) : null;

/** Reads the newest before-images of our own writes, by their hash. */
export function readOwnBeforeImages({ port, at }: StoreContext): ReadonlyMap<string, Uint8Array> {
  if (!statAt(port, at.images)) return new Map();
  const names = port.list(at.images).filter(({ name }) => name.startsWith('own-'));
  const all = names.flatMap(({ name }) => readFile(port, join(at.images, name))?.bytes ?? []);
  return new Map(all.map((bytes) => [computeHash(bytes), bytes]));
}

/** Lists held files that no operation uses. Requires the lock. */
export function listOrphanedHeldFiles({ port, at }: StoreContext): readonly string[] {
  return port.list(at.keep).flatMap(({ name }) => (HELD.test(name) ? [join(at.keep, name)] : []));
}

/** Stores the files held by a dead process as before-images: they may be the only copy of a version. */
export function storeOrphanedHeldFiles(store: StoreContext): number {
  const stray = listOrphanedHeldFiles(store);
  return stray.filter((path) =>
    ignoreErrors(() => {
      const read = readFile(store.port, path);
      if (read) storeBeforeImage(store, { path, linked: true }, computeHash(read.bytes));
    }),
  ).length;
}

/** Counts how many names of a file are before-images or held files of ours. These are not foreign hard links. */
export function countOwnLinks({ port, at }: StoreContext, ino: number): number {
  const inside = (folder: string) => port.list(folder).map(({ name }) => join(folder, name));
  return [...inside(at.keep), ...inside(at.images)].filter((path) => statAt(port, path)?.ino === ino).length;
}

const imagePath = (images: string, hash: string): string => {
  if (!isHash(hash)) throw new RangeError(`no hash: ${hash}`);
  return join(images, hash);
};

/** Before-images are found only by a hash: a name from the journal could lead elsewhere. */
const isHash = (hash: string): boolean => /^[0-9a-f]{64}$/.test(hash);
