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

/** The time in which several changes are reported as one, in ms. */
const SETTLING_MS = 80;

/** Calls back after changes of notes below a folder. Returns what stops it. Where nothing can be watched, it never calls. */
export function watchForChanges(folder: string, onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watcher = catchErrors(['ENOENT', 'ENOSPC', 'EMFILE', 'EACCES'], null, () =>
    watch(folder, { recursive: true, persistent: false }, (_, name) => {
      if (name !== null && !name.endsWith('.md')) return;
      clearTimeout(timer);
      timer = setTimeout(onChange, SETTLING_MS);
    }).on('error', () => undefined),
  );
  return () => {
    clearTimeout(timer);
    watcher?.close();
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
