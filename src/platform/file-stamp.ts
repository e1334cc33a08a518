import { statAt } from './file-io.js';
import type { FileSystem } from './file-system.js';

/** What tells files from themselves at another time, without a look into them. */
export interface Stamp {
  /** Size and times of each, on one line: it is another one where any of them may hold another text. */
  readonly mark: string;
  /** When the youngest was written, in ms since 1970 UTC; 0 where there is none. */
  readonly written: number;
}

/** The stamp of the files at these absolute paths; one that is not there counts as such. */
export function stampOf(port: FileSystem, paths: readonly string[]): Stamp {
  const stats = paths.map((path) => statAt(port, path));
  return {
    mark: stats.map((stat) => (stat ? `${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}` : '')).join(', '),
    written: Math.max(0, ...stats.map((stat) => stat?.mtimeMs ?? 0)),
  };
}
