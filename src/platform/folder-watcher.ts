import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { nodeFileSystem } from './file-system.js';
import { isLocal } from './filesystem-type.js';
import { catchErrors } from './system-errors.js';

/** Detects changes below a folder, so that a long-running process need not check every file each time. */
export interface FolderWatcher {
  /** Returns true if nothing changed since `begin`; false if in doubt. */
  isQuiet(): boolean;
  /** Starts to record changes. Call it before reading. */
  begin(): void;
}

/** A watcher that cannot tell: everything may have changed. */
const DOUBT: FolderWatcher = { isQuiet: () => false, begin: () => undefined };

/** Changes that the kernel does not report (queue overflow, a mapped file) are noticed after this many ms anyway. */
const LONGEST_TRUST_MS = 2000;

/**
 * Watches a folder and its subfolders. An event is read before the next turn of the event loop, so a check in its own
 * turn, after a request arrived, sees all changes made before the request.
 */
export function watchFolder(folder: string): FolderWatcher {
  if (!isLocal(folder)) return DOUBT;
  let [changed, broken, since] = [true, false, 0];
  const fail = () => {
    broken = true;
  };
  const tree = watchTree(
    folder,
    () => {
      changed = true;
    },
    fail,
  );
  return {
    isQuiet: () => !changed && !broken && performance.now() - since < LONGEST_TRUST_MS,
    begin() {
      since = performance.now();
      if (!changed || broken) return;
      changed = false;
      try {
        tree.follow();
      } catch {
        fail();
      }
    },
  };
}

/** The time in which several changes are reported as one, in ms. */
const SETTLING_MS = 80;

/** Calls back after changes of notes below a folder. Returns what stops it. Where nothing can be watched, it never calls. */
export function watchForChanges(folder: string, onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasNote = false;
  const follow = () => catchErrors(['ENOENT', 'ENOSPC', 'EMFILE', 'EACCES'], false, () => tree.follow());
  const tree = watchTree(folder, (name) => {
    hasNote ||= name === null || name.endsWith('.md');
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!follow() && !hasNote) return;
      hasNote = false;
      onChange();
    }, SETTLING_MS);
  });
  follow();
  return () => {
    clearTimeout(timer);
    tree.close();
  };
}

/**
 * Watches a folder and each folder below it. A recursive watcher of Node 20 on Linux loses a file that is replaced by a
 * rename, so each folder gets its own.
 */
function watchTree(
  folder: string,
  onEvent: (name: string | null) => void,
  onError: () => void = () => undefined,
) {
  const watchers = new Map<string, FSWatcher>();
  const drop = (path: string) => {
    watchers.get(path)?.close();
    watchers.delete(path);
  };
  return {
    follow() {
      const now = foldersBelow(folder);
      for (const path of watchers.keys()) if (!now.includes(path)) drop(path);
      const added = now.filter((path) => !watchers.has(path));
      for (const path of added)
        watchers.set(
          path,
          watch(path, { persistent: false }, (_, name) => onEvent(name)).on('error', onError),
        );
      return added.length > 0;
    },
    close() {
      for (const path of watchers.keys()) drop(path);
    },
  };
}

/** Returns the folder and all subfolders that may hold notes. */
function foldersBelow(folder: string): string[] {
  if (!nodeFileSystem.lstat(folder)?.isDirectory()) return []; // links are not followed
  const inner = catchErrors(['ENOENT', 'ENOTDIR', 'EACCES'], [], () => nodeFileSystem.list(folder))
    .filter((item) => item.isDirectory() && !item.name.startsWith('.'))
    .flatMap(({ name }) => foldersBelow(join(folder, name)));
  return [folder, ...inner];
}
