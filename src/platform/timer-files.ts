import { dirname, join } from 'node:path';
import { makeFolder, OWN_FOLDER, writeFresh } from './file-io.js';
import { type FileSystem, nodeFileSystem } from './file-system.js';
import { homeFolder } from './home-folder.js';
import { catching, ignoreErrors } from './system-errors.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Where a user's own units of systemd lie. */
export const unitFolder = (env: Env): string =>
  join(env.XDG_CONFIG_HOME || join(homeFolder(nodeFileSystem, env), '.config'), 'systemd', 'user');

/** Where a user's own agents of launchd lie. */
export const agentFolder = (env: Env): string =>
  join(homeFolder(nodeFileSystem, env), 'Library', 'LaunchAgents');

/** Makes a folder of the user's own where it is missing. */
export const makeTimerFolder = (folder: string, port: FileSystem = nodeFileSystem): void =>
  makeFolder(port, folder, OWN_FOLDER, 'off');

/** Puts a file of a scheduler in its place, whole or not at all. */
export function writeTimerFile(path: string, bytes: Uint8Array, port: FileSystem = nodeFileSystem): void {
  makeFolder(port, dirname(path), OWN_FOLDER, 'off');
  const part = `${path}.${process.pid}.part`;
  ignoreErrors(() => port.unlink(part));
  writeFresh(port, part, bytes, 0o644, 'full');
  port.rename(part, path);
}

/** False where it was gone already. */
export const removeTimerFile = (path: string, port: FileSystem = nodeFileSystem): boolean =>
  catching(['ENOENT'], false, () => {
    port.unlink(path);
    return true;
  });
