import { join } from 'node:path';
import { findSyncCopies, type SyncCopy } from '../../notes/merge/sync-copy.js';
import { decode } from '../../platform/encoding.js';
import { listFolder, readFile, statAt } from '../../platform/file-io.js';
import type { FileSystem, Stat } from '../../platform/file-system.js';
import { isLocal } from '../../platform/filesystem-type.js';
import { linkOnWay } from '../../platform/no-links.js';
import { catchErrors, getErrorCode } from '../../platform/system-errors.js';
import type { StoreContext } from '../layout.js';
import { type Exclusion, enterFolder, IGNORE_FILE, isExcluded } from './exclude-files.js';
import { LARGEST_NOTE } from './note-limits.js';

/** File metadata of a note. */
export interface FileStat {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** A folder, just before it was listed. */
export interface FolderStat {
  readonly path: string;
  /**
   * When a name was last added or removed, in ms since 1970. No program can set this time. Infinite if it is not a folder.
   */
  readonly changedMs: number;
}

/** The notes of a notebook and the folders that were listed. `folders` is empty if their times are not reliable. */
export interface Listing {
  /** Sorted by code unit. */
  readonly paths: readonly string[];
  readonly folders: readonly FolderStat[];
  /** Named like a note but not a regular file: links, pipes, folders. Missing in a cached listing. */
  readonly odd?: readonly string[];
  /** Folders that may not be listed. */
  readonly closed?: readonly string[];
  /** Copies that a sync tool left beside notes; they are not among `paths`. */
  readonly copies?: readonly SyncCopy[];
}

/** A file changed this recently may change again within one tick of the file system clock. */
export const TICK_MS = 2000;

const GONE = ['ENOENT', 'ENOTDIR'];

/** More notes work too, but slower; `doctor` reports it (guide/store.md › What is read). */
export const MAX_NOTES = 10_000;

const isNoteName = ({ name }: { readonly name: string }): boolean =>
  name.endsWith('.md') && !name.startsWith('.');

/**
 * Lists the notes. Dot-folders and links are skipped, and so is everything if the folder of the notes is behind a link.
 * Where the notes of a person surround those of Daybook, what git ignores and what `isExcluded` names is skipped too.
 * Returns the earlier listing if it is still valid.
 */
export function listNotes(store: StoreContext, before: Listing | null = null): Listing {
  if (before && stands(store, before)) return before;
  const seen = store.machine.wall();
  const found = withoutCopies(store, walked(store, isNoteName));
  const isKept = !found.closed && !found.copies && tells(store, found.folders, seen);
  return isKept ? found : { ...found, folders: [] };
}

/** Takes the copies of sync tools out of a listing: their entries have the ids of others. */
function withoutCopies({ port, root }: StoreContext, found: Listing): Listing {
  const read = (path: string): string =>
    catchErrors([...GONE, ...DENIED], '', () => {
      const file = readFile(port, join(root.root, path), LARGEST_NOTE);
      return (file && decode(file.bytes)?.text) ?? '';
    });
  const copies = findSyncCopies(found.paths, read);
  const names = new Set(copies.map(({ path }) => path));
  return copies.length === 0
    ? found
    : { ...found, paths: found.paths.filter((path) => !names.has(path)), copies };
}

/** Returns true if no folder gained or lost a name since. */
const stands = (store: StoreContext, { folders }: Listing): boolean =>
  folders.length > 0 && folders.every(({ path, changedMs }) => changedAt(store, path) === changedMs);

/** Returns true if any later change of a name changes the time of one of these folders. */
const tells = ({ root }: StoreContext, folders: readonly FolderStat[], seen: number): boolean =>
  folders.every(({ path, changedMs }) => changedMs < seen - TICK_MS && isLocal(join(root.root, path)));

/** Lists the files below the content folder whose names match a test. */
export const listFiles = (store: StoreContext, wanted: Wanted): readonly string[] =>
  walked(store, wanted).paths;

/** Folders of programs and agents, whose Markdown is no note of a person. */
const PROGRAM_FOLDERS =
  /^\.(?:git|github|daybook|obsidian|zk|trash|claude|agents|codex|gemini|opencode|cursor|vscode)$/;

/** Lists the hidden folders at the top of the notes that hold Markdown: their notes are not read. */
export function listHiddenFolders({ port, root }: StoreContext): readonly string[] {
  const top = join(root.root, root.notes ?? root.content);
  const list = (folder: string) => listFolder(port, folder, ...DENIED);
  return list(top)
    .filter((item) => item.isDirectory() && item.name.startsWith('.') && !PROGRAM_FOLDERS.test(item.name))
    .filter(({ name }) => list(join(top, name)).some((item) => item.isFile() && isNoteName(item)))
    .map(({ name }) => name);
}

type Wanted = (file: { readonly name: string }) => boolean;

function walked(store: StoreContext, wanted: Wanted): Listing {
  const { port, root } = store;
  const paths: string[] = [];
  const odd: string[] = [];
  const closed: string[] = [];
  const folders: FolderStat[] = [];
  const top = root.notes ?? root.content;
  const surrounds = top !== root.content;
  const start = { inside: top, exclusion: surrounds ? NO_RULES : null };
  const left: { inside: string; exclusion: Exclusion | null }[] =
    top === '' || linkOnWay(port, root.root, top) === null ? [start] : [];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { inside } = next;
    folders.push({ path: inside, changedMs: changedAt(store, inside) });
    const items = catchErrors(DENIED, null, () => listFolder(port, join(root.root, inside)));
    if (items === null) closed.push(inside);
    const exclusion = next.exclusion && items && enterFolder(port, root.root, inside, items, next.exclusion);
    if (next.exclusion && !exclusion) continue;
    if (exclusion && exclusion !== next.exclusion) {
      const path = `${inside && `${inside}/`}${IGNORE_FILE}`;
      folders.push({ path, changedMs: changedAt(store, path) });
    }
    for (const item of items ?? []) {
      const path = inside === '' ? item.name : `${inside}/${item.name}`;
      if (path !== root.content && exclusion && isExcluded(path, item, exclusion)) continue;
      if (item.isDirectory() && !item.name.startsWith('.'))
        left.push({ inside: path, exclusion: path === root.content ? null : exclusion });
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

const NO_RULES: Exclusion = [];
const DENIED = ['EACCES', 'EPERM'];

/** Returns the change time of a folder or of rules for files. A link to a folder does not change with it, so its time is infinite. */
function changedAt({ port, root }: StoreContext, path: string): number {
  const stat = catchErrors([...GONE, ...DENIED], null, () => statAt(port, join(root.root, path)));
  const isKnown = stat?.isDirectory() === true || (stat?.isFile() === true && path.endsWith(IGNORE_FILE));
  return isKnown ? stat.ctimeMs : Number.POSITIVE_INFINITY;
}

/**
 * Returns size in bytes and time in ms since 1970 of each note, alternating; NaN for a missing file. No file is read.
 * Plain numbers avoid the garbage collection cost of ten thousand objects.
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

/** Returns the metadata of a file; null if the folder can be listed but its files are not accessible. */
function statIn(port: FileSystem, path: string): Stat | null {
  try {
    return statAt(port, path);
  } catch (error) {
    if (DENIED.includes(getErrorCode(error))) return null;
    throw error;
  }
}
