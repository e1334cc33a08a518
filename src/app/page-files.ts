import { extname, join } from 'node:path';
import { joinFolder } from '../notes/kinds/note-paths.js';
import { resolvePath } from '../notes/links/resolve-link.js';
import { readFile, Unfit } from '../platform/file-io.js';
import { nodeFileSystem } from '../platform/file-system.js';
import { watchForChanges } from '../platform/folder-watcher.js';
import { findMatchingFiles } from '../platform/folders/find-files.js';
import { linkOnWay } from '../platform/no-links.js';
import { catchErrors } from '../platform/system-errors.js';
import type { Store } from '../store/store.js';

/** An image file and its media type. */
export interface WorkspaceImage {
  readonly bytes: Uint8Array;
  readonly type: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

const LARGEST = 32 * 1024 * 1024;

/**
 * Reads the image that a note shows: by its path from the note, then from the folder of all notes, then by its name
 * anywhere below it. Returns null for other files, hidden folders, and paths that lead out or through a link.
 */
export function readImage({ root }: Pick<Store, 'root'>, from: string, to: string): WorkspaceImage | null {
  const type = TYPES[extname(to).toLowerCase()];
  if (type === undefined) return null;
  const folder = root.notes ?? root.content;
  const near = [from.slice(0, from.lastIndexOf('/') + 1), `${folder}/`].map((one) => resolvePath(one, to));
  for (const path of near) {
    const bytes = path === null ? null : readVisible(root.root, path);
    if (bytes) return { bytes, type };
  }
  const [named] = findMatchingFiles(nodeFileSystem, join(root.root, folder), [`**/${to.split('/').at(-1)}`]);
  const bytes = named === undefined ? null : readVisible(root.root, joinFolder(folder, named));
  return bytes && { bytes, type };
}

/** Reads a regular file that neither is hidden nor lies behind a link. */
function readVisible(root: string, path: string): Uint8Array | null {
  if (path.split('/').some((part) => part.startsWith('.') || part.includes('\0'))) return null;
  if (linkOnWay(nodeFileSystem, root, path) !== null) return null;
  try {
    return (
      catchErrors(['EACCES', 'ELOOP', 'EISDIR'], null, () =>
        readFile(nodeFileSystem, join(root, path), LARGEST),
      )?.bytes ?? null
    );
  } catch (error) {
    if (error instanceof Unfit) return null;
    throw error;
  }
}

/** Calls back after changes of notes of a store. Returns what stops it. */
export const watchNotes = ({ root }: Store, onChange: () => void): (() => void) =>
  watchForChanges(join(root.root, root.notes ?? root.content), onChange);
