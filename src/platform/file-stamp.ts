import { statAt } from './file-io.js';
import type { FileSystem } from './file-system.js';

/** A stamp that changes when files change, without reading them. */
interface Stamp {
  /** Size and times of each file on one line. It changes whenever a file may have another text. */
  readonly mark: string;
  /** When the youngest was written, in ms since 1970 UTC; 0 if there is none. */
  readonly written: number;
}

/** Returns the stamp of the files at these absolute paths; missing files are part of it. */
export function readStamp(port: FileSystem, paths: readonly string[]): Stamp {
  const stats = paths.map((path) => statAt(port, path));
  return {
    mark: stats.map((stat) => (stat ? `${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}` : '')).join(', '),
    written: Math.max(0, ...stats.map((stat) => stat?.mtimeMs ?? 0)),
  };
}
