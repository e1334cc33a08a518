import { dirname, join } from 'node:path';
import { ConflictError, UserError } from '../../errors.js';
import { isAgentFile } from '../../notes/kinds/agent-files.js';
import { computeHash } from '../../platform/encoding.js';
import {
  isPresent,
  makeFolder,
  OWN_FILE,
  readFile,
  SHARED_FOLDER,
  statAt,
  syncFolder,
  writeFresh,
} from '../../platform/file-io.js';
import type { FileSystem } from '../../platform/file-system.js';
import { catchErrors, getErrorCode, ignoreErrors } from '../../platform/system-errors.js';
import type { StoreContext } from '../layout.js';
import {
  countOwnLinks,
  type HeldFile,
  holdFile,
  storeBeforeImage,
  storeOwnBeforeImage,
} from './before-images.js';
import { findOverwrittenSave, linkSiblings, releaseSiblings, type SiblingFile } from './concurrent-save.js';

/** The bytes that are overwritten, and whether another program wrote them. */
export interface BaseVersion {
  readonly path: string;
  readonly file: string;
  readonly hash: string;
  readonly bytes: Uint8Array;
  readonly foreign: boolean;
}

/** A change that is on disk but not yet journaled. It can be reverted or settled. */
export interface AppliedChange {
  /** What another program saved while we wrote, or null. If set, the change must be reverted, which restores their version. */
  readonly overtaken: Uint8Array | null;
  back(): void;
  /** Stores the before-image. A failure here is repaired by the next holder. */
  settle(): void;
}

/** Names of temporary files. Only the lock holder creates them, so any other is a leftover. */
export const TEMP_FILE_PATTERN = /^\.daybook-[0-9a-f]+\.tmp$/;

/**
 * Replaces a file (guide/store.md › Replacing a file): hold the old one, write the new one beside it, flush, check that
 * the old one is unchanged, rename, flush the folder, check again. Throws ConflictError if another program wrote first.
 */
export function replaceFile(store: StoreContext, base: BaseVersion, bytes: Uint8Array): AppliedChange {
  const { port, fsync } = store;
  const tx = holdBase(store, base);
  const temporary = temporaryIn(store, dirname(base.file));
  let beside: readonly SiblingFile[] = [];
  try {
    writeFresh(port, temporary, bytes, modeOf(port, base), fsync);
    const ino = checkBytes(store, base, tx);
    beside = linkSiblings(store, base.file, temporary);
    checkPlace(store, base, ino);
    renameOver(store, temporary, base.file);
  } catch (error) {
    for (const path of [temporary, tx.path, ...beside.map((one) => one.held)])
      ignoreErrors(() => port.unlink(path));
    throw error;
  }
  const back = () => takeBack(store, tx, base.file, computeHash(bytes));
  return unlessOverrun(store, base, tx, beside, bytes, finish(store, base, tx, back));
}

/**
 * Creates a file. Throws ConflictError if it exists by now. A file that names programs for an agent is its owner's
 * alone, whatever the umask is.
 */
export function createFile(
  store: StoreContext,
  path: string,
  file: string,
  bytes: Uint8Array,
): AppliedChange {
  const { port, fsync } = store;
  const folder = dirname(file);
  if (!isPresent(port, folder)) makeFolder(port, folder, SHARED_FOLDER, fsync);
  const temporary = temporaryIn(store, folder);
  writeFresh(port, temporary, bytes, isAgentFile(path) ? OWN_FILE : null, fsync);
  const back = () => {
    if (hashAt(store, file) === computeHash(bytes)) port.unlink(file);
    syncFolder(port, folder, fsync);
  };
  try {
    linkInto(store, temporary, file, path);
  } catch (error) {
    ignoreErrors(() => port.unlink(temporary));
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

/** Removes a file; its bytes stay as a before-image. */
export function removeFile(store: StoreContext, base: BaseVersion): AppliedChange {
  const { port, fsync } = store;
  const tx = holdBase(store, { ...base, foreign: true });
  try {
    checkPlace(store, base, checkBytes(store, base, tx));
    port.unlink(base.file);
  } catch (error) {
    ignoreErrors(() => port.unlink(tx.path));
    throw error;
  }
  const back = () => {
    if (!isPresent(port, base.file)) port.rename(tx.path, base.file);
    syncFolder(port, dirname(base.file), fsync);
  };
  return finish(store, { ...base, foreign: true }, tx, back);
}

/**
 * Renames a file by creating the new name first, so that it always has one. A move that stopped half-way already has
 * both.
 */
export function moveFile(
  store: StoreContext,
  base: BaseVersion,
  to: { readonly path: string; readonly file: string },
): AppliedChange {
  const { port, fsync } = store;
  const folders = [dirname(to.file), dirname(base.file)];
  if (!isPresent(port, dirname(to.file))) makeFolder(port, dirname(to.file), SHARED_FOLDER, fsync);
  const back = () => {
    catchErrors(['EEXIST'], undefined, () => port.link(to.file, base.file));
    ignoreErrors(() => port.unlink(to.file));
    for (const folder of folders) syncFolder(port, folder, fsync);
  };
  if (hashAt(store, to.file) !== base.hash) linkInto(store, base.file, to.file, to.path);
  try {
    syncFolder(port, dirname(to.file), fsync);
    catchErrors(['ENOENT'], undefined, () => port.unlink(base.file));
    syncFolder(port, dirname(base.file), fsync);
  } catch (error) {
    back();
    throw error;
  }
  return { overtaken: null, back, settle: () => undefined };
}

/** Returns the mode of the note, which its new version gets too. */
function modeOf(port: FileSystem, { path, file }: BaseVersion): number {
  const stat = statAt(port, file);
  if (!stat) throw new ConflictError(path);
  return stat.mode & 0o7777;
}

/** Removes the temporary name. A leftover would count as a foreign hard link, so it tries twice. */
function unlinkSecond(port: FileSystem, temporary: string): void {
  const gone = ignoreErrors(() => port.unlink(temporary));
  if (!gone) catchErrors(['ENOENT'], undefined, () => port.unlink(temporary));
}

/** Returns the hash of the file at a path, or null. */
export function hashAt({ port }: StoreContext, file: string): string | null {
  const read = readFile(port, file);
  return read && computeHash(read.bytes);
}

/** Flushes the folder and checks whether the old file was saved while it was being replaced. */
function finish(store: StoreContext, base: BaseVersion, tx: HeldFile, back: () => void): AppliedChange {
  const { port, fsync } = store;
  try {
    syncFolder(port, dirname(base.file), fsync);
    const now = readFile(port, tx.path);
    const overtaken = now && computeHash(now.bytes) !== base.hash ? now.bytes : null;
    const settle = () =>
      void ignoreErrors(() =>
        base.foreign ? storeBeforeImage(store, tx, base.hash) : storeOwnBeforeImage(store, tx, base.path),
      );
    return { overtaken, back, settle };
  } catch (error) {
    back();
    throw error;
  }
}

/**
 * Checks whether our rename replaced a file that another program had just renamed into place; reverting ours restores it.
 */
function unlessOverrun(
  store: StoreContext,
  base: BaseVersion,
  tx: HeldFile,
  beside: readonly SiblingFile[],
  ours: Uint8Array,
  made: AppliedChange,
): AppliedChange {
  const old = beside.length === 0 || made.overtaken ? null : readFile(store.port, tx.path);
  const lost = old && findOverwrittenSave(store, beside, old.bytes, ours);
  releaseSiblings(
    store,
    beside.filter((one) => one !== lost?.beside),
  );
  if (!lost) return made;
  const back = () => {
    takeBack(store, { path: lost.beside.held, linked: true }, base.file, computeHash(ours));
    storeBeforeImage(store, tx, base.hash);
  };
  return { overtaken: lost.bytes, back, settle: made.settle };
}

/**
 * Holds the base. If only this file has that version, its second name is flushed before the first one is removed, so
 * that a power cut cannot lose it.
 */
function holdBase(store: StoreContext, base: BaseVersion): HeldFile {
  const { port, at, fsync } = store;
  checkLinks(store, base);
  const tx = catchErrors(['ENOENT'], null, () => holdFile(store, base.file));
  if (!tx) throw new ConflictError(base.path);
  try {
    if (base.foreign) syncFolder(port, at.keep, fsync);
    return tx;
  } catch (error) {
    ignoreErrors(() => port.unlink(tx.path));
    throw error;
  }
}

function checkLinks(store: StoreContext, { path, file }: BaseVersion): void {
  const stat = statAt(store.port, file);
  if (!stat) throw new ConflictError(path);
  if (stat.nlink <= 1 || stat.nlink - 1 <= countOwnLinks(store, stat.ino)) return;
  const hint = 'replace it with a copy, so that it has one name only';
  throw new UserError(
    'hard-linked',
    `${path} has ${stat.nlink} names (hard links), which a write would separate`,
    hint,
    { path },
  );
}

/**
 * Throws ConflictError if the old file differs from what was read. Returns its inode, or null if its bytes were
 * copied.
 */
function checkBytes({ port }: StoreContext, { path, hash }: BaseVersion, tx: HeldFile): number | null {
  const read = readFile(port, tx.path);
  if (!read || computeHash(read.bytes) !== hash) throw new ConflictError(path);
  return tx.linked ? read.stat.ino : null;
}

/** Throws ConflictError if another file is in its place by now. */
function checkPlace({ port }: StoreContext, { path, file }: BaseVersion, ino: number | null): void {
  if (ino !== null && statAt(port, file)?.ino !== ino) throw new ConflictError(path);
}

/**
 * Restores the held file, unless it was written meanwhile: then that version stays and the held one becomes
 * a before-image.
 */
function takeBack(store: StoreContext, tx: HeldFile, file: string, ours: string): void {
  const { port, fsync } = store;
  if (hashAt(store, file) === ours) renameOver(store, tx.path, file);
  syncFolder(port, dirname(file), fsync);
}

function linkInto({ port }: StoreContext, from: string, to: string, path: string): void {
  try {
    port.link(from, to);
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') throw new ConflictError(path);
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(getErrorCode(error))) throw error;
    if (isPresent(port, to)) throw new ConflictError(path);
    port.rename(from, to);
  }
}

/** On Windows a virus scanner or an editor may lock a file for a while. */
const BUSY_MS = 2500;
const BUSY_NAP_MS = 25;

function renameOver({ port, machine }: StoreContext, from: string, to: string): void {
  const deadline = machine.ticks() + BUSY_MS;
  for (;;) {
    try {
      port.rename(from, to);
      return;
    } catch (error) {
      const busy = machine.windows && ['EPERM', 'EACCES', 'EBUSY'].includes(getErrorCode(error));
      if (!busy || machine.ticks() >= deadline) throw error;
      machine.sleep(BUSY_NAP_MS);
    }
  }
}

const temporaryIn = ({ machine }: StoreContext, folder: string): string =>
  join(folder, `.daybook-${machine.nonce()}.tmp`);
