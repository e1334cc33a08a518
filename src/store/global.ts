import type { Change } from '../wiki/change.js';
import { isGlobal } from './place.js';
import { realPort } from './port.js';
import { globalRoot, type Root, registeredRoot, type Start } from './root.js';
import type { Held } from './store.js';

export { isGlobal };

/** The global root (`DAYBOOK_HOME`) as a place to write to: the same layout as a workspace, made at the first write. */
export function globalPlace({ env, port = realPort }: Start): Root {
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
export function globalDoor(held: Held): Held {
  return {
    ...held,
    commit: (operation) => held.commit({ ...operation, changes: operation.changes.map(atHome) }),
  };
}

/** One operation is one store's: undo and recovery could not part it. */
function atHome(change: Change): Change {
  if (!isGlobal(change.path))
    throw new RangeError(`${change.path} cannot be changed together with a global note`);
  return { ...change, path: change.path.slice('~/'.length) };
}
