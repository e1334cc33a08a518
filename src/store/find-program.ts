import { delimiter, isAbsolute, join } from 'node:path';
import { unless } from './failure.js';
import { statAt } from './file.js';
import type { Port } from './port.js';

const ENDINGS = process.platform === 'win32' ? ['.exe', '.com'] : [''];

/**
 * The absolute path of a program on a search path; null where there is none. Entries that are relative or lie in one of the
 * given folders are passed over: what is found there, the workspace would have chosen.
 */
export function findProgram(
  port: Port,
  name: string,
  path: string,
  outside: readonly string[],
): string | null {
  const folders = outside.flatMap((folder) => [folder, realFolder(port, folder) ?? folder]);
  const isInside = (real: string) => folders.some((one) => real === one || real.startsWith(`${one}/`));
  for (const entry of path.split(delimiter)) {
    const folder = isAbsolute(entry) ? realFolder(port, entry) : null;
    if (folder === null || isInside(folder)) continue;
    for (const ending of ENDINGS) {
      const found = join(folder, name + ending);
      const real = statAt(port, found) ? realFolder(port, found) : null;
      if (real !== null && !isInside(real)) return found;
    }
  }
  return null;
}

const realFolder = (port: Port, path: string): string | null =>
  unless(['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES'], null, () => port.realpath(path));
