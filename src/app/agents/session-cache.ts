import { join } from 'node:path';
import { makeFolder, OWN_FILE, OWN_FOLDER, statAt, writeFresh } from '../../platform/file-io.js';
import { type FileSystem, nodeFileSystem } from '../../platform/file-system.js';
import { ignoreErrors } from '../../platform/system-errors.js';

/** The folder of what is cached of transcripts, in the user's folder of Daybook. */
export const getSessionCache = (home: string): string => join(home, 'cache', 'sessions');

/** Writes a file of the cache. Errors are ignored: the cache is made again. */
export function writeSessionCache(path: string, bytes: Uint8Array): void {
  const part = `${path}.${process.pid}.part`;
  const isWritten = ignoreErrors(() => {
    makeFolders(nodeFileSystem, join(path, '..'));
    writeFresh(nodeFileSystem, part, bytes, OWN_FILE, 'off');
    nodeFileSystem.rename(part, path);
  });
  if (!isWritten) ignoreErrors(() => nodeFileSystem.unlink(part));
}

/** Removes all that is cached of transcripts. */
export function removeSessionCache(home: string): void {
  const folder = getSessionCache(home);
  if (!nodeFileSystem.lstat(folder)?.isDirectory()) return; // links are not followed
  for (const item of nodeFileSystem.list(folder))
    if (item.isFile()) nodeFileSystem.unlink(join(folder, item.name));
}

function makeFolders(port: FileSystem, folder: string): void {
  if (statAt(port, folder)) return;
  makeFolders(port, join(folder, '..'));
  makeFolder(port, folder, OWN_FOLDER, 'off');
}
