import { dirname, join } from 'node:path';
import { readSmallText } from '../platform/encoding.js';
import type { FileSystem } from '../platform/file-system.js';
import { resolveRealPath } from '../platform/home-folder.js';
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
const readProjectFolder = (port: FileSystem, path: string): string | null =>
  readSmallText(port, join(dirname(dirname(path)), '.project_root'), 4096).trim() || null;

function isOfWorkspace(port: FileSystem, { root, worktree }: WorkspaceRoot, path: string): boolean {
  const real = resolveRealPath(port, path);
  return real !== null && [root, worktree].some((folder) => real === folder || real.startsWith(`${folder}/`));
}
