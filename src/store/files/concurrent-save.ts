import { basename, dirname, join } from 'node:path';
import { decode, hashOf } from '../../platform/encoding.js';
import { readFile, statAt, Unfit } from '../../platform/file-io.js';
import { catching, ignoreErrors } from '../../platform/system-errors.js';
import { linesIn } from '../change-journal/history.js';
import type { StoreContext } from '../layout.js';
import { newHeldFile, storeBeforeImage } from './before-images.js';
import { LARGEST_NOTE } from './unreadable.js';

/**
 * Editors that save by rename write a new file beside the note first. Nothing in POSIX replaces a file only if it still is
 * the one that was looked at, so such a save may fall between our last look and our rename, and lose its only name. So young
 * files beside a note get a second name before our rename: what was renamed over the note in that instant is still there
 * afterwards, is found, and comes first (guide/store.md › A person at the same file).
 */
export interface SiblingFile {
  readonly path: string;
  readonly ino: number;
  /** Its second name, in our keep. */
  readonly held: string;
}

/** An editor renames its new file within this time. */
const YOUNG_MS = 10_000;
/** Editors leave few files beside a note; attachments are older. */
const MOST = 16;
/** Our own files in the making, and notes, are nobody's new version of this one. */
const NOT_BESIDE = /^\.daybook-|^[^.].*\.md$/;

/** Holds what may be about to take a note's place; `fresh`, made just now, tells the time. Where that fails, there is only no second name. */
export function linkSiblings(ground: StoreContext, file: string, fresh: string): readonly SiblingFile[] {
  const { port } = ground;
  const found: SiblingFile[] = [];
  ignoreErrors(() => {
    const now = statAt(port, fresh)?.mtimeMs ?? 0;
    for (const item of port.list(dirname(file))) {
      const { name } = item;
      if (!item.isFile() || name === basename(file) || NOT_BESIDE.test(name) || found.length === MOST)
        continue;
      const path = join(dirname(file), name);
      const stat = statAt(port, path);
      if (!stat || Math.abs(now - stat.mtimeMs) > YOUNG_MS) continue;
      const tx = newHeldFile(ground);
      if (ignoreErrors(() => port.link(path, tx))) found.push({ path, ino: stat.ino, held: tx });
    }
  });
  return found;
}

/** Gives up the second names of what is still beside the note, or went elsewhere. */
export function releaseSiblings({ port }: StoreContext, beside: readonly SiblingFile[]): void {
  for (const { held: tx } of beside) ignoreErrors(() => port.unlink(tx));
}

/** A version that somebody put in a note's place, and that we replaced at once. */
export interface OverwrittenSave {
  readonly beside: SiblingFile;
  readonly bytes: Uint8Array;
}

/** The save that lost its only name to ours, or null; it is told by what it holds: a text that goes on from the one before. */
export function findOverwrittenSave(
  ground: StoreContext,
  beside: readonly SiblingFile[],
  before: Uint8Array,
  ours: Uint8Array,
): OverwrittenSave | null {
  for (const one of beside) {
    const bytes = orphaned(ground, one);
    if (!bytes || isSame(bytes, before) || isSame(bytes, ours)) continue;
    if (goesOn(before, bytes)) return { beside: one, bytes };
    ignoreErrors(() => storeBeforeImage(ground, { path: one.held, linked: true }, hashOf(bytes)));
  }
  return null;
}

/** The bytes of what has no name left but ours. */
function orphaned({ port }: StoreContext, { path, ino, held: tx }: SiblingFile): Uint8Array | null {
  if (statAt(port, path)?.ino === ino || statAt(port, tx)?.nlink !== 1) return null;
  try {
    return catching(['ENOENT'], null, () => readFile(port, tx, LARGEST_NOTE)?.bytes ?? null);
  } catch (error) {
    if (error instanceof Unfit) return null;
    throw error;
  }
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** How much of a note stays when a person saves it; a file that an editor only kept beside it shares nothing with it. */
const SHARED = 1 / 3;

function goesOn(before: Uint8Array, bytes: Uint8Array): boolean {
  const [old, fresh] = [decode(before), decode(bytes)];
  if (!old || !fresh || fresh.text.includes('\0')) return false;
  const lines = linesIn(old.text).filter((line) => line.trim() !== '');
  const there = new Set(linesIn(fresh.text));
  return lines.filter((line) => there.has(line)).length >= lines.length * SHARED;
}
