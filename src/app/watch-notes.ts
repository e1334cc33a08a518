import { join } from 'node:path';
import { watchForChanges } from '../platform/folder-watcher.js';
import type { Store } from '../store/store.js';

/** Calls back after changes of notes of a store. Returns what stops it. */
export const watchNotes = ({ root }: Store, onChange: () => void): (() => void) =>
  watchForChanges(join(root.root, root.notes ?? root.content), onChange);
