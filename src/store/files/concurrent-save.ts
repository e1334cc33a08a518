import { basename, dirname, join } from 'node:path';
import { computeHash, decode } from '../../platform/encoding.js';
import { readFile, statAt, Unfit } from '../../platform/file-io.js';
import { catchErrors, ignoreErrors } from '../../platform/system-errors.js';
import { listNewLines } from '../change-journal/history.js';
import type { StoreContext } from '../layout.js';
import { createHeldName, storeBeforeImage } from './before-images.js';
import { LARGEST_NOTE } from './note-limits.js';

/**
 * A young file beside a note, held by a second name. Editors that save by rename write such a file first. POSIX has no
 * rename that checks the target, so their rename may fall between our last check and our rename and lose its only name.
 * The second name keeps that version: it is found afterwards and applied first (guide/store.md › A person at the same
 * file).
 */
export interface SiblingFile {
  readonly path: string;
  readonly ino: number;
  /** The second name, in our state folder. */
  readonly held: string;
}

/** An editor renames its new file within this time. */
const YOUNG_MS = 10_000;
/** Editors leave few files beside a note; attachments are older. */
const MAX_COUNT = 16;
/** Our temporary files, and other notes, are not new versions of this note. */
const NOT_BESIDE = /^\.daybook-|^[^.].*\.md$/;

/**
 * Holds files that may be about to replace a note; `fresh`, created just now, gives the file system's time. On failure
 * there is only no second name.
 */
export function linkSiblings(store: StoreContext, file: string, fresh: string): readonly SiblingFile[] {
  const { port } = store;
  const found: SiblingFile[] = [];
  ignoreErrors(() => {
    const now = statAt(port, fresh)?.mtimeMs ?? 0;
    for (const item of port.list(dirname(file))) {
      const { name } = item;
      if (!item.isFile() || name === basename(file) || NOT_BESIDE.test(name) || found.length === MAX_COUNT)
        continue;
      const path = join(dirname(file), name);
      const stat = statAt(port, path);
      if (!stat || Math.abs(now - stat.mtimeMs) > YOUNG_MS) continue;
      const tx = createHeldName(store);
      if (ignoreErrors(() => port.link(path, tx))) found.push({ path, ino: stat.ino, held: tx });
    }
  });
  return found;
}

/** Removes the second names of files that are still beside the note, or were moved elsewhere. */
export function releaseSiblings({ port }: StoreContext, beside: readonly SiblingFile[]): void {
  for (const { held: tx } of beside) ignoreErrors(() => port.unlink(tx));
}

/**
 * Finds the save that lost its only name to our rename, or null. It is recognised by its content, which continues the
 * previous text.
 */
export function findOverwrittenSave(
  store: StoreContext,
  beside: readonly SiblingFile[],
  before: Uint8Array,
  ours: Uint8Array,
) {
  for (const one of beside) {
    const bytes = orphaned(store, one);
    if (!bytes || isSame(bytes, before) || isSame(bytes, ours)) continue;
    if (goesOn(before, bytes)) return { beside: one, bytes };
    ignoreErrors(() => storeBeforeImage(store, { path: one.held, linked: true }, computeHash(bytes)));
  }
  return null;
}

/** Returns the bytes of a file whose only remaining name is ours. */
function orphaned({ port }: StoreContext, { path, ino, held: tx }: SiblingFile): Uint8Array | null {
  if (statAt(port, path)?.ino === ino || statAt(port, tx)?.nlink !== 1) return null;
  try {
    return catchErrors(['ENOENT'], null, () => readFile(port, tx, LARGEST_NOTE)?.bytes ?? null);
  } catch (error) {
    if (error instanceof Unfit) return null;
    throw error;
  }
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/**
 * The share of a note that a person's save leaves unchanged. A mere side file of an editor has nothing in common with
 * it.
 */
const SHARED = 1 / 3;

function goesOn(before: Uint8Array, bytes: Uint8Array): boolean {
  const [old, fresh] = [decode(before), decode(bytes)];
  if (!old || !fresh || fresh.text.includes('\0')) return false;
  const lines = listNewLines(old.text).filter((line) => line.trim() !== '');
  const there = new Set(listNewLines(fresh.text));
  return lines.filter((line) => there.has(line)).length >= lines.length * SHARED;
}
