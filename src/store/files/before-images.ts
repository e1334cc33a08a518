import { join } from 'node:path';
import { hashOf } from '../../platform/encoding.js';
import { OWN_FILE, readFile, statAt, syncFolder, writeFresh } from '../../platform/file-io.js';
import { type FileSystem, OPEN_FLAGS } from '../../platform/file-system.js';
import { catching, errorCode, ignoreErrors } from '../../platform/system-errors.js';
import type { StoreContext } from '../layout.js';

/** The bytes of a note from before a change, held by a second name for the same file while the change is being made. */
export interface HeldFile {
  readonly path: string;
  /** False where the file system has no hard links: then a save in place cannot be noticed. */
  readonly linked: boolean;
}

const HELD = /^held\.[0-9a-f]+$/;

/** A second name for a file that is nobody's yet. */
export const newHeldFile = ({ machine, at }: StoreContext): string =>
  join(at.keep, `held.${machine.nonce()}`);

/** Holds the file under a second name. */
export function holdFile(ground: StoreContext, file: string): HeldFile {
  const { port } = ground;
  const path = newHeldFile(ground);
  try {
    port.link(file, path);
    return { path, linked: true };
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(errorCode(error)))
      throw error;
    writeFresh(port, path, readFile(port, file)?.bytes ?? new Uint8Array(), OWN_FILE, ground.fsync);
    return { path, linked: false };
  }
}

/** Files a held file as the image of its hash. */
export function storeBeforeImage({ port, at }: StoreContext, tx: HeldFile, hash: string): void {
  makeOurs(port, tx);
  renameAway(port, tx.path, imagePath(at.images, hash));
}

/** Files a held file as the newest before-image of its path, in the place of the one before. */
export function storeOwnBeforeImage({ port, at }: StoreContext, tx: HeldFile, path: string): void {
  makeOurs(port, tx);
  renameAway(port, tx.path, join(at.images, `own-${hashOf(path).slice(0, 16)}`));
}

/** A note that was replaced is for its owner only, as all that we keep; while it still has another name it stays as it is. */
function makeOurs(port: FileSystem, { path, linked }: HeldFile): void {
  if (!linked || statAt(port, path)?.nlink !== 1) return;
  const file = port.open(path, OPEN_FLAGS.read);
  try {
    port.chmod(file, OWN_FILE);
  } finally {
    port.close(file);
  }
}

/** Where both are names of one file, rename(2) does nothing and says it did: then the first name is taken away. */
function renameAway(port: FileSystem, from: string, to: string): void {
  port.rename(from, to);
  catching(['ENOENT'], undefined, () => port.unlink(from));
}

/** Keeps bytes as an image, for a version that could otherwise not be built any more. */
export function writeBeforeImage(ground: StoreContext, bytes: Uint8Array): void {
  const { port, at, fsync, machine } = ground;
  const hash = hashOf(bytes);
  if (readBeforeImage(ground, hash)) return;
  const part = join(at.images, `.${machine.nonce()}.part`);
  writeFresh(port, part, bytes, OWN_FILE, fsync);
  port.rename(part, imagePath(at.images, hash));
  syncFolder(port, at.images, fsync);
}

/** The bytes of an image, or null where there is none that is still what its name says. */
export function readBeforeImage({ port, at }: StoreContext, hash: string): Uint8Array | null {
  if (!isHash(hash)) return null;
  const read = readFile(port, imagePath(at.images, hash));
  return read && hashOf(read.bytes) === hash ? read.bytes : null;
}

/** When the file that became an image was last written; null where there is none. */
export const savedAt = ({ port, at }: StoreContext, hash: string): number | null =>
  isHash(hash) ? (statAt(port, imagePath(at.images, hash))?.mtimeMs ?? null) : null;

/** The newest before-images of our own writes, by their hash. */
export function readOwnBeforeImages({ port, at }: StoreContext): ReadonlyMap<string, Uint8Array> {
  if (!statAt(port, at.images)) return new Map();
  const names = port.list(at.images).filter(({ name }) => name.startsWith('own-'));
  const all = names.flatMap(({ name }) => readFile(port, join(at.images, name))?.bytes ?? []);
  return new Map(all.map((bytes) => [hashOf(bytes), bytes]));
}

/** Names of held files that no operation is at work on: the caller has the lock. */
export function orphanedHeldFiles({ port, at }: StoreContext): readonly string[] {
  return port.list(at.keep).flatMap(({ name }) => (HELD.test(name) ? [join(at.keep, name)] : []));
}

/** Files what a dead process held: the bytes may be all that is left of a version. */
export function storeOrphanedHeldFiles(ground: StoreContext): number {
  const stray = orphanedHeldFiles(ground);
  return stray.filter((path) =>
    ignoreErrors(() => {
      const read = readFile(ground.port, path);
      if (read) storeBeforeImage(ground, { path, linked: true }, hashOf(read.bytes));
    }),
  ).length;
}

/** How many names of a file are images or held files of ours: these are no foreign hard links. */
export function ownLinks({ port, at }: StoreContext, ino: number): number {
  const inside = (folder: string) => port.list(folder).map(({ name }) => join(folder, name));
  return [...inside(at.keep), ...inside(at.images)].filter((path) => statAt(port, path)?.ino === ino).length;
}

const imagePath = (images: string, hash: string): string => {
  if (!isHash(hash)) throw new RangeError(`no hash: ${hash}`);
  return join(images, hash);
};

/** Images are found by nothing but a hash: a name from a journal could lead elsewhere. */
const isHash = (hash: string): boolean => /^[0-9a-f]{64}$/.test(hash);
