import { dirname, join } from 'node:path';
import { unless } from './failure.js';
import { readFile, Unfit } from './file.js';
import type { Port } from './port.js';
import type { Root } from './root.js';

/**
 * True where a transcript tells of a session in this workspace: it lies there, or says that it was held there. `cwd`: the
 * folder that the transcript names.
 */
export function isOwnTranscript(port: Port, root: Root, path: string, cwd: string | null): boolean {
  const held = cwd ?? readProjectFolder(port, path);
  return isOfWorkspace(port, root, path) || (held !== null && isOfWorkspace(port, root, held));
}

/** Gemini CLI names the folder in a file above its chats. */
function readProjectFolder(port: Port, path: string): string | null {
  try {
    const read = readFile(port, join(dirname(dirname(path)), '.project_root'), 4096);
    return read && Buffer.from(read.bytes).toString('utf8').trim();
  } catch (error) {
    if (error instanceof Unfit) return null;
    return unless(['EACCES', 'ELOOP'], null, () => {
      throw error;
    });
  }
}

function isOfWorkspace(port: Port, { root, worktree }: Root, path: string): boolean {
  const real = unless(['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES'], null, () => port.realpath(path));
  return real !== null && [root, worktree].some((folder) => real === folder || real.startsWith(`${folder}/`));
}
