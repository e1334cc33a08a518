import { homedir } from 'node:os';
import { join } from 'node:path';
import { readSmallText } from './encoding.js';
import { isPresent, statAt } from './file-io.js';
import { isWorldWritable } from './file-owner.js';
import type { FileSystem } from './file-system.js';
import { MARKER } from './home-folder.js';
import { linkOnWay } from './no-links.js';
import type { WorkspaceRoot } from './workspace-root.js';

/** Examines the folder of `root`; `inside` is the workspace found from there, if any. */
export function probeProject(port: FileSystem, { root }: WorkspaceRoot, inside: string | null) {
  const at = (path: string) => join(root, path);
  const stat = statAt(port, root);
  return {
    dir: root,
    inside,
    git: isPresent(port, at('.git')),
    isOpen: stat !== null && isWorldWritable(stat),
    exists: (path: string) => isPresent(port, at(path)),
    contentIsOurs: (content: string) =>
      isPresent(port, at(MARKER)) ||
      !isPresent(port, at(content)) ||
      linkOnWay(port, root, content) !== null || // refused when it is written
      port.list(at(content)).length === 0,
  };
}

/** Larger settings are ignored. */
const MAX_LENGTH = 1024 * 1024;

/** Reads the user's Claude Code settings for all projects; '' if there are none readable. */
export function readClaudeSettings(
  port: FileSystem,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const folder = env.CLAUDE_CONFIG_DIR || join(env.HOME || env.USERPROFILE || homedir(), '.claude');
  return readSmallText(port, join(folder, 'settings.json'), MAX_LENGTH);
}
