import { resolve } from 'node:path';
import { Refusal } from '../wiki/refusal.js';
import { type Port, realPort } from './port.js';
import { findRoot, globalRoot, homeFolder, type Root, registeredRoot, type Start } from './root.js';

/** The folder that `init` is asked to make a workspace of: `--workspace`, else the one stood in. Never the home folder. */
export function folderRoot({ cwd, env, workspace, port = realPort }: Start): Root {
  const named = resolve(cwd, workspace ?? '.');
  const root = folderAt(port, named);
  if (root === homeFolder(port, env)) {
    throw new Refusal(
      'home',
      'the home folder is no workspace',
      'go to the folder of a project, then: daybook init',
    );
  }
  const there = workspaceOf({ cwd: root, env, port });
  const known = there?.root === root ? there : null;
  return registeredRoot(port, {
    root,
    reason: 'made here',
    content: known?.content ?? 'content', // a workspace that is there already keeps its own
    ...(known?.foreign === undefined ? {} : { foreign: known.foreign }),
    worktree: root,
    global: globalRoot(port, env),
  });
}

/** The workspace that a start lies in, or null. */
export function workspaceOf(start: Start): Root | null {
  try {
    return findRoot(start);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'no-workspace') return null;
    throw error;
  }
}

function folderAt(port: Port, path: string): string {
  try {
    return port.realpath(path);
  } catch {
    throw new Refusal('no-folder', `${path} is no folder`, 'make it first, then: daybook init');
  }
}
