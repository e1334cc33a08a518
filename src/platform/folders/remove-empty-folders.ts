import { dirname, join } from 'node:path';
import type { FileSystem } from '../file-system.js';
import { linkOnWay } from '../no-links.js';
import { catchErrors } from '../system-errors.js';

/**
 * Removes folders below `top` that are empty, the deepest first, and then those above them that are empty. No link is
 * followed. A folder that holds something, or cannot be removed, stays.
 *
 * @param folders Relative to `top`, with slashes.
 */
export function removeEmptyFolders(port: FileSystem, top: string, folders: readonly string[]): void {
  for (const folder of folders.toSorted((a, b) => b.length - a.length))
    for (let path = folder; path !== '.'; path = dirname(path)) {
      if (linkOnWay(port, top, path) !== null || !removeFolder(port, join(top, path))) break;
    }
}

/** Returns whether the folder is gone now. `rmdir` itself refuses a folder that is not empty. */
const removeFolder = (port: FileSystem, path: string): boolean =>
  catchErrors(['ENOENT'], true, () =>
    catchErrors(['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EACCES', 'EPERM', 'EBUSY', 'EROFS'], false, () => {
      port.rmdir(path);
      return true;
    }),
  );
