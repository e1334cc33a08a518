import { join } from 'node:path';
import { statAt } from './file.js';
import { realPort } from './port.js';
import type { Root } from './root.js';

/** How files lie there, without a look into them. */
export interface Lie {
  /** Size and times of each, on one line: it is another one where any of them may hold another text. */
  readonly mark: string;
  /** The age of the youngest, in ms. */
  readonly age: number;
}

/** How the files of these paths lie there; those of the global root begin with `~/`. */
export function lieOf({ root, global }: Root, paths: readonly string[]): Lie {
  const stats = paths.map((path) =>
    statAt(realPort, path.startsWith('~/') ? join(global, path.slice(2)) : join(root, path)),
  );
  return {
    mark: stats.map((stat) => (stat ? `${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}` : '')).join(', '),
    age: Date.now() - Math.max(0, ...stats.map((stat) => stat?.mtimeMs ?? 0)),
  };
}
