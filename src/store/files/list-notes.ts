import { join } from 'node:path';
import { statAt } from '../../platform/file-io.js';
import type { FileSystem, Stat } from '../../platform/file-system.js';
import { isLocal } from '../../platform/filesystem-type.js';
import { linkOnWay } from '../../platform/no-links.js';
import { catching, errorCode } from '../../platform/system-errors.js';
import type { StoreContext } from '../layout.js';

/** A note as the disk has it. */
export interface FileStat {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** A folder as it was just before it was listed. */
export interface FolderStat {
  readonly path: string;
  /** When a name last came into it or went, in ms since 1970, which nobody can set; infinite for what is no folder. */
  readonly changedMs: number;
}

/** The notes of a wiki, and the folders that were gone through for them; no folders where their times tell nothing. */
export interface Listing {
  /** Sorted by code unit. */
  readonly paths: readonly string[];
  readonly folders: readonly FolderStat[];
  /** What is named like a note but is no regular file: links, pipes, folders. A listing that was kept does not know them. */
  readonly odd?: readonly string[];
  /** Folders that may not be listed. */
  readonly closed?: readonly string[];
}

/** What is as young as the look at it may change again within one tick of the clock that stamps it. */
export const TICK_MS = 2000;

const GONE = ['ENOENT', 'ENOTDIR'];

/** A wiki of more notes works, more slowly; `doctor` says so (guide/store.md › What is read). */
export const MAX_NOTES = 10_000;

const isNoteName = ({ name }: { readonly name: string }): boolean =>
  name.endsWith('.md') && !name.startsWith('.');

/** The notes below the content folder; dot-folders and links are passed over, and so is all where that folder is behind one. A listing that still stands is given back. */
export function listNotes(ground: StoreContext, before: Listing | null = null): Listing {
  if (before && stands(ground, before)) return before;
  const seen = ground.machine.wall();
  const found = walked(ground, isNoteName);
  const isKept = !found.closed && tells(ground, found.folders, seen);
  return isKept ? found : { ...found, folders: [] };
}

/** True where no folder took in or gave away a name since. */
const stands = (ground: StoreContext, { folders }: Listing): boolean =>
  folders.length > 0 && folders.every(({ path, changedMs }) => changedAt(ground, path) === changedMs);

/** True where a name that comes or goes from now on changes one of these. */
const tells = ({ root }: StoreContext, folders: readonly FolderStat[], seen: number): boolean =>
  folders.every(({ path, changedMs }) => changedMs < seen - TICK_MS && isLocal(join(root.root, path)));

/** Paths of the files below the content folder that a test of their name lets through. */
export const listFiles = (ground: StoreContext, wanted: Wanted): readonly string[] =>
  walked(ground, wanted).paths;

type Wanted = (file: { readonly name: string }) => boolean;

function walked(ground: StoreContext, wanted: Wanted): Listing {
  const { port, root } = ground;
  const paths: string[] = [];
  const odd: string[] = [];
  const closed: string[] = [];
  const folders: FolderStat[] = [];
  const left = linkOnWay(port, root.root, root.content) === null ? [root.content] : [];
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    const inside = folder;
    folders.push({ path: inside, changedMs: changedAt(ground, inside) });
    const items = catching(DENIED, null, () => catching(GONE, [], () => port.list(join(root.root, inside))));
    if (items === null) closed.push(inside);
    for (const item of items ?? []) {
      const path = `${inside}/${item.name}`;
      if (item.isDirectory() && !item.name.startsWith('.')) left.push(path);
      if (item.isFile() && wanted(item)) paths.push(path);
      else if (!item.isFile() && isNoteName(item)) odd.push(path);
    }
  }
  return {
    paths: paths.sort(),
    folders,
    ...(odd.length === 0 ? {} : { odd }),
    ...(closed.length === 0 ? {} : { closed }),
  };
}

const DENIED = ['EACCES', 'EPERM'];

/** A link to a folder does not change with it. */
function changedAt({ port, root }: StoreContext, path: string): number {
  const stat = catching([...GONE, ...DENIED], null, () => statAt(port, join(root.root, path)));
  return stat?.isDirectory() ? stat.ctimeMs : Number.POSITIVE_INFINITY;
}

/**
 * Size in bytes and time in ms since 1970 of each note, by turns, for whoever keeps a catalogue; nothing is read. NaN for
 * what is gone. They are numbers alone: objects of ten thousand notes would be moved about by every collection of garbage.
 */
export function statNotes({ port, root }: StoreContext, paths: readonly string[]): Float64Array {
  const found = new Float64Array(paths.length * 2).fill(Number.NaN);
  for (let at = 0; at < paths.length; at++) {
    const stat = statIn(port, `${root.root}/${paths[at]}`); // `join` would take longer than the call
    if (!stat) continue;
    found[at * 2] = stat.size;
    found[at * 2 + 1] = stat.mtimeMs;
  }
  return found;
}

/** A folder may be listed whose files may not be looked at: they are as good as gone here. */
function statIn(port: FileSystem, path: string): Stat | null {
  try {
    return statAt(port, path);
  } catch (error) {
    if (DENIED.includes(errorCode(error))) return null;
    throw error;
  }
}
