import { homedir } from 'node:os';
import { join } from 'node:path';
import { isPresent, readFile, statAt } from './file-io.js';
import { isWorldWritable } from './file-owner.js';
import type { FileSystem } from './file-system.js';
import { MARKER } from './home-folder.js';
import { linkOnWay } from './no-links.js';
import type { WorkspaceRoot } from './workspace-root.js';

/** The surroundings of a folder that `init` sets up. */
interface ProjectProbe {
  readonly dir: string;
  /** The workspace that already contains the folder, or null. */
  readonly inside: string | null;
  readonly git: boolean;
  /** Everybody on this machine may write to the folder. */
  readonly isOpen: boolean;
  readonly exists: (path: string) => boolean;
  /** Returns true if the content folder is missing, empty, or from a workspace of ours. */
  readonly contentIsOurs: (content: string) => boolean;
}

/** Examines the folder of `root`; `inside` is the workspace found from there, if any. */
export function probeProject(port: FileSystem, { root }: WorkspaceRoot, inside: string | null): ProjectProbe {
  const at = (path: string) => join(root, path);
  const stat = statAt(port, root);
  return {
    dir: root,
    inside,
    git: isPresent(port, at('.git')),
    isOpen: stat !== null && isWorldWritable(stat),
    exists: (path) => isPresent(port, at(path)),
    contentIsOurs: (content) =>
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
  try {
    return Buffer.from(readFile(port, join(folder, 'settings.json'), MAX_LENGTH)?.bytes ?? []).toString(
      'utf8',
    );
  } catch {
    return '';
  }
}
