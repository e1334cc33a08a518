import { resolve } from 'node:path';
import { UserError } from '../../errors.js';
import { type FileSystem, nodeFileSystem } from '../../platform/file-system.js';
import { findHomeFolder } from '../../platform/home-folder.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';
import { isFolderOfNotes } from './find-notes-folder.js';
import { addRegistration, findRoot, parseNoteFolders, type RootLookup } from './find-workspace.js';
import { findGlobalRoot } from './global-root.js';

type NoteFolders = Pick<WorkspaceRoot, 'content' | 'notes'>;

/**
 * Returns the folder that `init` turns into a workspace: `--workspace`, else the current one. Never the home folder.
 */
export function initRoot({ cwd, env, workspace, port = nodeFileSystem }: RootLookup): WorkspaceRoot {
  const named = resolve(cwd, workspace ?? '.');
  const root = folderAt(port, named);
  if (root === findHomeFolder(port, env)) {
    throw new UserError(
      'home',
      'the home folder cannot be a workspace',
      'go to the folder of a project, then: daybook init',
    );
  }
  const there = findWorkspace({ cwd: root, env, port });
  const known = there?.root === root ? there : null;
  return addRegistration(port, {
    root,
    reason: 'made here',
    ...(known ? pickFolders(known) : chooseFolders(port, root)), // an existing workspace keeps its own
    ...(known?.foreign === undefined ? {} : { foreign: known.foreign }),
    worktree: root,
    global: findGlobalRoot(port, env),
  });
}

const pickFolders = ({ content, notes }: WorkspaceRoot): NoteFolders =>
  notes === undefined ? { content } : { content, notes };

/** Returns the folders of a new workspace: in a folder of notes, Daybook's have a folder of their own. */
const chooseFolders = (port: FileSystem, root: string): NoteFolders =>
  parseNoteFolders(isFolderOfNotes(port, root) ? 'content: .' : '');

/** Finds the workspace for a start folder, or null. */
export function findWorkspace(start: RootLookup): WorkspaceRoot | null {
  try {
    return findRoot(start);
  } catch (error) {
    if (error instanceof UserError && error.code === 'no-workspace') return null;
    throw error;
  }
}

function folderAt(port: FileSystem, path: string): string {
  try {
    return port.realpath(path);
  } catch {
    throw new UserError('no-folder', `${path} is not a folder`, 'make it first, then: daybook init');
  }
}
