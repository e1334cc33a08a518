import type { Change } from '../../notes/changes/change.js';
import { nodeFileSystem } from '../../platform/file-system.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';
import { isGlobal } from '../path-containment.js';
import type { StoreTransaction } from '../store.js';
import { addRegistration, type RootLookup } from './find-workspace.js';
import { findGlobalRoot } from './global-root.js';

export { isGlobal };

/**
 * Returns the global root (`DAYBOOK_HOME`) as a workspace. It has the same layout and is created on the first write.
 */
export function findGlobalWorkspace({ env, port = nodeFileSystem }: RootLookup): WorkspaceRoot {
  const root = findGlobalRoot(port, env);
  return addRegistration(port, {
    root,
    reason: 'the global root',
    content: 'content',
    worktree: root,
    global: root,
  });
}

/** Returns a transaction of the global store for changes planned in a workspace, where its notes begin with `~/`. */
export function toGlobalTransaction(tx: StoreTransaction): StoreTransaction {
  return {
    ...tx,
    commit: (operation) => tx.commit({ ...operation, changes: operation.changes.map(atHome) }),
  };
}

/**
 * Converts a change to paths of the global store. An operation belongs to one store, since undo and recovery could not
 * split it.
 */
function atHome(change: Change): Change {
  if (!isGlobal(change.path))
    throw new RangeError(`${change.path} cannot be changed together with a global note`);
  return { ...change, path: change.path.slice('~/'.length) };
}
