import { dirname, join } from 'node:path';
import { readFile, Unfit } from '../platform/file-io.js';
import type { FileSystem } from '../platform/file-system.js';
import { catchErrors } from '../platform/system-errors.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';

/**
 * Returns true if a transcript belongs to a session in this workspace: it is stored there, or names it as its folder.
 * `cwd` is the folder named in the transcript.
 */
export function isOwnTranscript(
  port: FileSystem,
  root: WorkspaceRoot,
  path: string,
  cwd: string | null,
): boolean {
  const tx = cwd ?? readProjectFolder(port, path);
  return isOfWorkspace(port, root, path) || (tx !== null && isOfWorkspace(port, root, tx));
}

/** Reads the project folder of Gemini CLI, which is in a file above its chats. */
function readProjectFolder(port: FileSystem, path: string): string | null {
  try {
    const read = readFile(port, join(dirname(dirname(path)), '.project_root'), 4096);
    return read && Buffer.from(read.bytes).toString('utf8').trim();
  } catch (error) {
    if (error instanceof Unfit) return null;
    return catchErrors(['EACCES', 'ELOOP'], null, () => {
      throw error;
    });
  }
}

function isOfWorkspace(port: FileSystem, { root, worktree }: WorkspaceRoot, path: string): boolean {
  const real = catchErrors(['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES'], null, () => port.realpath(path));
  return real !== null && [root, worktree].some((folder) => real === folder || real.startsWith(`${folder}/`));
}
