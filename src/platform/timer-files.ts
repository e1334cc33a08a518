import { dirname, join } from 'node:path';
import { makeFolder, OWN_FOLDER, writeFresh } from './file-io.js';
import { type FileSystem, nodeFileSystem } from './file-system.js';
import { findHomeFolder } from './home-folder.js';
import { catchErrors, ignoreErrors } from './system-errors.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Returns the folder of the user's systemd units. */
export const getUnitFolder = (env: Env): string =>
  join(env.XDG_CONFIG_HOME || join(findHomeFolder(nodeFileSystem, env), '.config'), 'systemd', 'user');

/** Returns the folder of the user's launchd agents. */
export const getAgentFolder = (env: Env): string =>
  join(findHomeFolder(nodeFileSystem, env), 'Library', 'LaunchAgents');

/** Creates a folder of the user if it is missing. */
export const makeTimerFolder = (folder: string, port: FileSystem = nodeFileSystem): void =>
  makeFolder(port, folder, OWN_FOLDER, 'off');

/** Writes a scheduler file, completely or not at all. */
export function writeTimerFile(path: string, bytes: Uint8Array, port: FileSystem = nodeFileSystem): void {
  makeFolder(port, dirname(path), OWN_FOLDER, 'off');
  const part = `${path}.${process.pid}.part`;
  ignoreErrors(() => port.unlink(part));
  writeFresh(port, part, bytes, 0o644, 'full');
  port.rename(part, path);
}

/** Removes a file; returns false if it did not exist. */
export const removeTimerFile = (path: string, port: FileSystem = nodeFileSystem): boolean =>
  catchErrors(['ENOENT'], false, () => {
    port.unlink(path);
    return true;
  });
