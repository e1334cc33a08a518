import { dirname, join } from 'node:path';
import { UserError } from '../errors.js';
import { statAt } from '../platform/file-io.js';
import type { FileSystem } from '../platform/file-system.js';
import { toUserError } from '../platform/system-errors.js';
import { findNewerState, type StoreContext } from './layout.js';

/** Checks whether the folders that every change needs are writable; returns null if they are. */
export function findWriteProblem({ port, root, at }: StoreContext): UserError | null {
  const newer = findNewerState(port, at);
  if (newer) return newer;
  for (const folder of [at.state, join(root.root, root.content)]) {
    const path = nearestFolder(port, folder);
    try {
      port.checkWritable(path);
    } catch (error) {
      const problem = toUserError(error, path);
      if (problem instanceof UserError) return problem;
      throw error;
    }
  }
  return null;
}

/** Returns the folder, or the nearest existing one above it, where it would be created. */
const nearestFolder = (port: FileSystem, folder: string): string =>
  statAt(port, folder) || folder === dirname(folder) ? folder : nearestFolder(port, dirname(folder));
