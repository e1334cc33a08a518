import { dirname, join } from 'node:path';
import { Refusal } from '../wiki/refusal.js';
import { refusalOf } from './failure.js';
import { statAt } from './file.js';
import type { Ground } from './layout.js';
import type { Port } from './port.js';

/** Asks the system whether the folders that every change needs can be written to; null where they can. */
export function findWriteProblem({ port, root, at }: Ground): Refusal | null {
  for (const folder of [at.state, join(root.root, root.content)]) {
    const path = nearestFolder(port, folder);
    try {
      port.checkWritable(path);
    } catch (error) {
      const problem = refusalOf(error, path);
      if (problem instanceof Refusal) return problem;
      throw error;
    }
  }
  return null;
}

/** The folder itself, or the nearest one above it that is there: it would be made in that one. */
const nearestFolder = (port: Port, folder: string): string =>
  statAt(port, folder) || folder === dirname(folder) ? folder : nearestFolder(port, dirname(folder));
