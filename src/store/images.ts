import { join } from 'node:path';
import { hashOf } from './decode.js';
import { codeOf, quietly, unless } from './failure.js';
import { OWN_FILE, readFile, statAt, syncFolder, writeFresh } from './file.js';
import type { Ground } from './layout.js';
import { OPEN, type Port } from './port.js';

/** The bytes of a note from before a change, held by a second name for the same file while the change is being made. */
export interface Held {
  readonly path: string;
  /** False where the file system has no hard links: then a save in place cannot be noticed. */
  readonly linked: boolean;
}

const HELD = /^held\.[0-9a-f]+$/;

/** A second name for a file that is nobody's yet. */
export const newHeld = ({ machine, at }: Ground): string => join(at.keep, `held.${machine.nonce()}`);

/** Holds the file under a second name. */
export function hold(ground: Ground, file: string): Held {
  const { port } = ground;
  const path = newHeld(ground);
  try {
    port.link(file, path);
    return { path, linked: true };
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(codeOf(error))) throw error;
    writeFresh(port, path, readFile(port, file)?.bytes ?? new Uint8Array(), OWN_FILE, ground.fsync);
    return { path, linked: false };
  }
}

/** Files a held file as the image of its hash. */
export function fileImage({ port, at }: Ground, held: Held, hash: string): void {
  makeOurs(port, held);
  renameAway(port, held.path, imagePath(at.images, hash));
}

/** Files a held file as the newest before-image of its path, in the place of the one before. */
export function fileOwnImage({ port, at }: Ground, held: Held, path: string): void {
  makeOurs(port, held);
  renameAway(port, held.path, join(at.images, `own-${hashOf(path).slice(0, 16)}`));
}

/** A note that was replaced is for its owner only, as all that we keep; while it still has another name it stays as it is. */
function makeOurs(port: Port, { path, linked }: Held): void {
  if (!linked || statAt(port, path)?.nlink !== 1) return;
  const file = port.open(path, OPEN.read);
  try {
    port.chmod(file, OWN_FILE);
  } finally {
    port.close(file);
  }
}

/** Where both are names of one file, rename(2) does nothing and says it did: then the first name is taken away. */
function renameAway(port: Port, from: string, to: string): void {
  port.rename(from, to);
  unless(['ENOENT'], undefined, () => port.unlink(from));
}

/** Keeps bytes as an image, for a version that could otherwise not be built any more. */
export function writeImage(ground: Ground, bytes: Uint8Array): void {
  const { port, at, fsync, machine } = ground;
  const hash = hashOf(bytes);
  if (readImage(ground, hash)) return;
  const part = join(at.images, `.${machine.nonce()}.part`);
  writeFresh(port, part, bytes, OWN_FILE, fsync);
  port.rename(part, imagePath(at.images, hash));
  syncFolder(port, at.images, fsync);
}

/** The bytes of an image, or null where there is none that is still what its name says. */
export function readImage({ port, at }: Ground, hash: string): Uint8Array | null {
  if (!isHash(hash)) return null;
  const read = readFile(port, imagePath(at.images, hash));
  return read && hashOf(read.bytes) === hash ? read.bytes : null;
}

/** When the file that became an image was last written; null where there is none. */
export const savedAt = ({ port, at }: Ground, hash: string): number | null =>
  isHash(hash) ? (statAt(port, imagePath(at.images, hash))?.mtimeMs ?? null) : null;

/** The newest before-images of our own writes, by their hash. */
export function readOwnImages({ port, at }: Ground): ReadonlyMap<string, Uint8Array> {
  if (!statAt(port, at.images)) return new Map();
  const names = port.list(at.images).filter(({ name }) => name.startsWith('own-'));
  const all = names.flatMap(({ name }) => readFile(port, join(at.images, name))?.bytes ?? []);
  return new Map(all.map((bytes) => [hashOf(bytes), bytes]));
}

/** Names of held files that no operation is at work on: the caller has the lock. */
export function strayHeld({ port, at }: Ground): readonly string[] {
  return port.list(at.keep).flatMap(({ name }) => (HELD.test(name) ? [join(at.keep, name)] : []));
}

/** Files what a dead process held: the bytes may be all that is left of a version. */
export function fileStrayHeld(ground: Ground): number {
  const stray = strayHeld(ground);
  return stray.filter((path) =>
    quietly(() => {
      const read = readFile(ground.port, path);
      if (read) fileImage(ground, { path, linked: true }, hashOf(read.bytes));
    }),
  ).length;
}

/** How many names of a file are images or held files of ours: these are no foreign hard links. */
export function ownLinks({ port, at }: Ground, ino: number): number {
  const inside = (folder: string) => port.list(folder).map(({ name }) => join(folder, name));
  return [...inside(at.keep), ...inside(at.images)].filter((path) => statAt(port, path)?.ino === ino).length;
}

const imagePath = (images: string, hash: string): string => {
  if (!isHash(hash)) throw new RangeError(`no hash: ${hash}`);
  return join(images, hash);
};

/** Images are found by nothing but a hash: a name from a journal could lead elsewhere. */
const isHash = (hash: string): boolean => /^[0-9a-f]{64}$/.test(hash);
