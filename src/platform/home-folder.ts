import { homedir } from 'node:os';
import type { FileSystem } from './file-system.js';
import { catchErrors } from './system-errors.js';

export type Env = Readonly<Record<string, string | undefined>>;

/** The file that marks a workspace root. */
export const MARKER = 'daybook.yaml';
/** The folder with the state of a workspace. */
export const STATE = '.daybook';

/** Returns the home folder without links. */
export const findHomeFolder = (port: FileSystem, env: Env): string => {
  const home = env.HOME || homedir();
  return resolveRealPath(port, home) ?? home;
};

/** Returns the path without links, or null if it does not exist. */
export const resolveRealPath = (port: FileSystem, path: string): string | null =>
  catchErrors(['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES'], null, () => port.realpath(path));
