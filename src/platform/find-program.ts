import { delimiter, isAbsolute, join, sep } from 'node:path';
import type { FileSystem } from './file-system.js';
import { catchErrors } from './system-errors.js';

/** A program on the search path. */
export interface Program {
  /** Its absolute path. */
  readonly path: string;
  /** The search path without relative folders and those of the workspace, for child programs. */
  readonly searchPath: string;
}

const ENDINGS = process.platform === 'win32' ? ['.exe', '.com'] : [''];

/**
 * Finds the first program with a name on a search path, or null. Skips relative entries, entries in one of the folders
 * and links into them, because the workspace could have chosen those programs.
 */
export function findProgram(
  port: FileSystem,
  name: string,
  searchPath: string,
  outside: readonly string[],
): Program | null {
  const folders = outside.flatMap((folder) => [folder, realPath(port, folder) ?? folder]);
  const isOutside = (path: string): boolean => {
    const real = realPath(port, path);
    return real !== null && !folders.some((one) => real === one || real.startsWith(one + sep));
  };
  const entries = searchPath.split(delimiter).filter((entry) => isAbsolute(entry) && isOutside(entry));
  const path = entries
    .flatMap((entry) => ENDINGS.map((ending) => join(entry, name + ending)))
    .find((one) => isOutside(one) && isProgram(port, one));
  return path === undefined ? null : { path, searchPath: entries.join(delimiter) };
}

function isProgram(port: FileSystem, path: string): boolean {
  const stat = catchErrors(MISSING, null, () => port.lstat(port.realpath(path)));
  return stat?.isFile() === true && (process.platform === 'win32' || (stat.mode & 0o111) !== 0);
}

const MISSING = ['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES'];

const realPath = (port: FileSystem, path: string): string | null =>
  catchErrors(MISSING, null, () => port.realpath(path));
