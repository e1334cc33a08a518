import type { Change } from '../../notes/changes/change.js';
import { nodeFileSystem } from '../../platform/file-system.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';
import { isGlobal } from '../path-containment.js';
import type { StoreTransaction } from '../transaction.js';
import { type RootLookup, registeredRoot } from './find-workspace.js';
import { globalRoot } from './global-root.js';

export { isGlobal };

/** The global root (`DAYBOOK_HOME`) as a place to write to: the same layout as a workspace, made at the first write. */
export function globalWorkspace({ env, port = nodeFileSystem }: RootLookup): WorkspaceRoot {
  const root = globalRoot(port, env);
  return registeredRoot(port, {
    root,
    reason: 'the global root',
    content: 'content',
    worktree: root,
    global: root,
  });
}

/** The held global store for changes that were thought in a workspace, where its notes begin with `~/`. */
export function globalTransaction(tx: StoreTransaction): StoreTransaction {
  return {
    ...tx,
    commit: (operation) => tx.commit({ ...operation, changes: operation.changes.map(atHome) }),
  };
}

/** One operation is one store's: undo and recovery could not part it. */
function atHome(change: Change): Change {
  if (!isGlobal(change.path))
    throw new RangeError(`${change.path} cannot be changed together with a global note`);
  return { ...change, path: change.path.slice('~/'.length) };
}
