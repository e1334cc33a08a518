import { statAt } from './file-io.js';
import type { FileSystem } from './file-system.js';

/** Returns the stamp of the files at these absolute paths; missing files are part of it. */
export function readStamp(port: FileSystem, paths: readonly string[]) {
  const stats = paths.map((path) => statAt(port, path));
  return {
    mark: stats.map((stat) => (stat ? `${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}` : '')).join(', '),
    written: Math.max(0, ...stats.map((stat) => stat?.mtimeMs ?? 0)),
  };
}
