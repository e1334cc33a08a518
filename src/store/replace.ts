import { dirname, join } from 'node:path';
import { Refusal } from '../wiki/refusal.js';
import { type Beside, holdBeside, overrun, release } from './beside.js';
import { hashOf } from './decode.js';
import { codeOf, Moved, quietly, unless } from './failure.js';
import { exists, makeFolder, readFile, statAt, syncFolder, writeFresh } from './file.js';
import { fileImage, fileOwnImage, type Held, hold, ownLinks } from './images.js';
import type { Ground } from './layout.js';
import type { Port } from './port.js';

/** Bytes at a path: what is overwritten, and whether it was somebody else who left it so. */
export interface Base {
  readonly path: string;
  readonly file: string;
  readonly hash: string;
  readonly bytes: Uint8Array;
  readonly foreign: boolean;
}

/** A change that is on the disk but not yet journaled: it can be taken back, or settled. */
export interface Made {
  /** Where somebody saved while we wrote: what they saved. Then the change must be taken back, and theirs is there again. */
  readonly overtaken: Uint8Array | null;
  back(): void;
  /** Files the before-image; what fails here is mended by the next holder. */
  settle(): void;
}

/** Names of files in the making; only the holder of the lock makes them, so that any other is debris. */
export const TEMPORARY = /^\.daybook-[0-9a-f]+\.tmp$/;

/**
 * Replaces a file (guide/store.md › Replacing a file): hold the old one, write the new one beside it, flush, see that the
 * old one is still what was read, rename, flush the folder, look again. Throws `Moved` where somebody else was faster.
 */
export function replaceFile(ground: Ground, base: Base, bytes: Uint8Array): Made {
  const { port, fsync } = ground;
  const held = holdBase(ground, base);
  const temporary = temporaryIn(ground, dirname(base.file));
  let beside: readonly Beside[] = [];
  try {
    writeFresh(port, temporary, bytes, modeOf(port, base), fsync);
    const ino = checkBytes(ground, base, held);
    beside = holdBeside(ground, base.file, temporary);
    checkPlace(ground, base, ino);
    renameOver(ground, temporary, base.file);
  } catch (error) {
    for (const path of [temporary, held.path, ...beside.map((one) => one.held)])
      quietly(() => port.unlink(path));
    throw error;
  }
  const back = () => takeBack(ground, held, base.file, hashOf(bytes));
  return unlessOverrun(ground, base, held, beside, bytes, finish(ground, base, held, back));
}

/** Makes a file that was not there; throws `Moved` where it is by now. */
export function createFile(ground: Ground, path: string, file: string, bytes: Uint8Array): Made {
  const { port, fsync } = ground;
  const folder = dirname(file);
  if (!exists(port, folder)) makeFolder(port, folder, 0o777, fsync);
  const temporary = temporaryIn(ground, folder);
  writeFresh(port, temporary, bytes, null, fsync);
  const back = () => {
    if (hashAt(ground, file) === hashOf(bytes)) port.unlink(file);
    syncFolder(port, folder, fsync);
  };
  try {
    linkInto(ground, temporary, file, path);
  } catch (error) {
    quietly(() => port.unlink(temporary));
    throw error;
  }
  try {
    unlinkSecond(port, temporary);
    syncFolder(port, folder, fsync);
  } catch (error) {
    back();
    throw error;
  }
  return { overtaken: null, back, settle: () => undefined };
}

/** Takes a file away; its bytes stay as an image. */
export function removeFile(ground: Ground, base: Base): Made {
  const { port, fsync } = ground;
  const held = holdBase(ground, { ...base, foreign: true });
  try {
    checkPlace(ground, base, checkBytes(ground, base, held));
    port.unlink(base.file);
  } catch (error) {
    quietly(() => port.unlink(held.path));
    throw error;
  }
  const back = () => {
    if (!exists(port, base.file)) port.rename(held.path, base.file);
    syncFolder(port, dirname(base.file), fsync);
  };
  return finish(ground, { ...base, foreign: true }, held, back);
}

/** Gives a file another name: the new one first, so that it is never without one. One that stopped half-way has both already. */
export function moveFile(
  ground: Ground,
  base: Base,
  to: { readonly path: string; readonly file: string },
): Made {
  const { port, fsync } = ground;
  const folders = [dirname(to.file), dirname(base.file)];
  if (!exists(port, dirname(to.file))) makeFolder(port, dirname(to.file), 0o777, fsync);
  const back = () => {
    unless(['EEXIST'], undefined, () => port.link(to.file, base.file));
    quietly(() => port.unlink(to.file));
    for (const folder of folders) syncFolder(port, folder, fsync);
  };
  if (hashAt(ground, to.file) !== base.hash) linkInto(ground, base.file, to.file, to.path);
  try {
    syncFolder(port, dirname(to.file), fsync);
    unless(['ENOENT'], undefined, () => port.unlink(base.file));
    syncFolder(port, dirname(base.file), fsync);
  } catch (error) {
    back();
    throw error;
  }
  return { overtaken: null, back, settle: () => undefined };
}

/** The note's own mode, which its new version keeps. */
function modeOf(port: Port, { path, file }: Base): number {
  const stat = statAt(port, file);
  if (!stat) throw new Moved(path);
  return stat.mode & 0o7777;
}

/** A second name left behind would count as a foreign link: one failure is forgiven, two are not. */
function unlinkSecond(port: Port, temporary: string): void {
  const gone = quietly(() => port.unlink(temporary));
  if (!gone) unless(['ENOENT'], undefined, () => port.unlink(temporary));
}

/** The hash of what is at a path now, or null. */
export function hashAt({ port }: Ground, file: string): string | null {
  const read = readFile(port, file);
  return read && hashOf(read.bytes);
}

/** Flushes the folder and looks whether somebody saved into the old file while it was being replaced. */
function finish(ground: Ground, base: Base, held: Held, back: () => void): Made {
  const { port, fsync } = ground;
  try {
    syncFolder(port, dirname(base.file), fsync);
    const now = readFile(port, held.path);
    const overtaken = now && hashOf(now.bytes) !== base.hash ? now.bytes : null;
    const settle = () =>
      void quietly(() =>
        base.foreign ? fileImage(ground, held, base.hash) : fileOwnImage(ground, held, base.path),
      );
    return { overtaken, back, settle };
  } catch (error) {
    back();
    throw error;
  }
}

/** Looks whether ours replaced what somebody had put in the place just then; taking ours back brings theirs. */
function unlessOverrun(
  ground: Ground,
  base: Base,
  held: Held,
  beside: readonly Beside[],
  ours: Uint8Array,
  made: Made,
): Made {
  const old = beside.length === 0 || made.overtaken ? null : readFile(ground.port, held.path);
  const lost = old && overrun(ground, beside, old.bytes, ours);
  release(
    ground,
    beside.filter((one) => one !== lost?.beside),
  );
  if (!lost) return made;
  const back = () => {
    takeBack(ground, { path: lost.beside.held, linked: true }, base.file, hashOf(ours));
    fileImage(ground, held, base.hash);
  };
  return { overtaken: lost.bytes, back, settle: made.settle };
}

/** A version that only this file holds must not be lost to a power cut: its second name is flushed before the first one goes. */
function holdBase(ground: Ground, base: Base): Held {
  const { port, at, fsync } = ground;
  checkLinks(ground, base);
  const held = unless(['ENOENT'], null, () => hold(ground, base.file));
  if (!held) throw new Moved(base.path);
  try {
    if (base.foreign) syncFolder(port, at.keep, fsync);
    return held;
  } catch (error) {
    quietly(() => port.unlink(held.path));
    throw error;
  }
}

function checkLinks(ground: Ground, { path, file }: Base): void {
  const stat = statAt(ground.port, file);
  if (!stat) throw new Moved(path);
  if (stat.nlink <= 1 || stat.nlink - 1 <= ownLinks(ground, stat.ino)) return;
  const hint = 'copy it over itself, so that it has one name only';
  throw new Refusal(
    'hard-linked',
    `${path} has ${stat.nlink} names (hard links), which writing would part`,
    hint,
    { path },
  );
}

/** Throws `Moved` where the old file does not hold what was read; gives its inode, or null where its bytes were copied. */
function checkBytes({ port }: Ground, { path, hash }: Base, held: Held): number | null {
  const read = readFile(port, held.path);
  if (!read || hashOf(read.bytes) !== hash) throw new Moved(path);
  return held.linked ? read.stat.ino : null;
}

/** Throws `Moved` where another file is in its place by now. */
function checkPlace({ port }: Ground, { path, file }: Base, ino: number | null): void {
  if (ino !== null && statAt(port, file)?.ino !== ino) throw new Moved(path);
}

/** Puts the held file back, unless somebody else has written meanwhile: then theirs stays, and the held one becomes an image. */
function takeBack(ground: Ground, held: Held, file: string, ours: string): void {
  const { port, fsync } = ground;
  if (hashAt(ground, file) === ours) renameOver(ground, held.path, file);
  syncFolder(port, dirname(file), fsync);
}

function linkInto({ port }: Ground, from: string, to: string, path: string): void {
  try {
    port.link(from, to);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new Moved(path);
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error))) throw error;
    if (exists(port, to)) throw new Moved(path);
    port.rename(from, to);
  }
}

/** On Windows a virus scanner or an editor may keep a file for a while. */
const BUSY_MS = 2500;
const BUSY_NAP_MS = 25;

function renameOver({ port, machine }: Ground, from: string, to: string): void {
  const deadline = machine.ticks() + BUSY_MS;
  for (;;) {
    try {
      port.rename(from, to);
      return;
    } catch (error) {
      const busy = machine.windows && ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error));
      if (!busy || machine.ticks() >= deadline) throw error;
      machine.sleep(BUSY_NAP_MS);
    }
  }
}

const temporaryIn = ({ machine }: Ground, folder: string): string =>
  join(folder, `.daybook-${machine.nonce()}.tmp`);
