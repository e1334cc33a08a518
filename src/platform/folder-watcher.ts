import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { nodeFileSystem } from './file-system.js';
import { isLocal } from './filesystem-type.js';
import { catching } from './system-errors.js';

/** Knows whether anything below a folder changed, so that whoever lives long need not look at every file each time. */
export interface FolderWatcher {
  /** True where nothing changed since `begin`; false in any doubt. */
  isQuiet(): boolean;
  /** What changes from here on counts. To be called before looking. */
  begin(): void;
}

/** Where nothing can be told, everything may have changed. */
const DOUBT: FolderWatcher = { isQuiet: () => false, begin: () => undefined };

/** What the kernel does not tell of (a queue that ran over, a mapped file) is seen after so many ms all the same. */
const LONGEST_TRUST_MS = 2000;

/**
 * Watches a folder and those in it. An event is read before the next turn of the event loop, so whoever asks in a turn
 * of its own, after the question came in, knows of all that was done before the question was put.
 */
export function watchFolder(folder: string): FolderWatcher {
  if (!isLocal(folder)) return DOUBT;
  const watchers = new Map<string, FSWatcher>();
  let [changed, broken, since] = [true, false, 0];
  const mark = () => {
    changed = true;
  };
  const fail = () => {
    broken = true;
  };
  const drop = (path: string) => {
    watchers.get(path)?.close();
    watchers.delete(path);
  };
  const follow = () => {
    const now = new Set(foldersBelow(folder));
    for (const path of watchers.keys()) if (!now.has(path)) drop(path);
    for (const path of now)
      if (!watchers.has(path)) watchers.set(path, watch(path, { persistent: false }, mark).on('error', fail));
  };
  return {
    isQuiet: () => !changed && !broken && performance.now() - since < LONGEST_TRUST_MS,
    begin() {
      since = performance.now();
      if (!changed || broken) return;
      changed = false;
      try {
        follow();
      } catch {
        fail();
      }
    },
  };
}

/** The folder and all below it that may hold notes. */
function foldersBelow(folder: string): string[] {
  if (!nodeFileSystem.lstat(folder)?.isDirectory()) return []; // a link is not followed
  const inner = catching(['ENOENT', 'ENOTDIR', 'EACCES'], [], () => nodeFileSystem.list(folder))
    .filter((item) => item.isDirectory() && !item.name.startsWith('.'))
    .flatMap(({ name }) => foldersBelow(join(folder, name)));
  return [folder, ...inner];
}
