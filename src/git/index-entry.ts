import { join } from 'node:path';
import { decode } from '../platform/encoding.js';
import { readFile } from '../platform/file-io.js';
import { nodeFileSystem } from '../platform/file-system.js';
import { runGit } from './git.js';
import { findRepository } from './git-folder.js';

/** Larger configurations are not looked at. */
const LARGEST = 1024 * 1024;

/**
 * Clears the size of a file in git's index, so that git compares its content through the filter. Otherwise git reports a
 * file of another size as changed without running the filter. Nothing is staged. Does nothing without Daybook's filter,
 * and if the index is locked.
 */
export function clearFileSize(folder: string, path: string): void {
  const entry = hasFilter(folder) ? readEntry(folder, path) : null;
  if (entry) putEntry(folder, entry);
}

/** Replaces the text of a file in git's index, as Daybook's filter would. Does nothing without the filter. */
export function cleanEntry(folder: string, path: string, clean: (text: string) => string): void {
  const entry = hasFilter(folder) ? readEntry(folder, path) : null;
  const text = entry && runGit(folder, ['cat-file', 'blob', entry.hash]);
  if (!entry || text === null || clean(text) === text) return;
  const hash = runGit(folder, ['hash-object', '-w', '--no-filters', '--stdin'], { input: clean(text) });
  if (hash !== null) putEntry(folder, { ...entry, hash: hash.trim() });
}

/** An entry of git's index; its path is from the top of the repository. */
interface IndexEntry {
  readonly mode: string;
  readonly hash: string;
  readonly path: string;
}

/** Returns the entry of a file; null for one that git does not track, or that is unmerged. */
function readEntry(folder: string, path: string): IndexEntry | null {
  const rows = (runGit(folder, ['ls-files', '--stage', '--full-name', '-z', '--', path]) ?? '')
    .split('\0')
    .filter(Boolean);
  const [, mode, hash, name] = /^(\d{6}) ([0-9a-f]{40,64}) 0\t(.+)$/s.exec(rows[0] ?? '') ?? [];
  return rows.length !== 1 || !mode || !hash || !name ? null : { mode, hash, path: name };
}

const putEntry = (folder: string, { mode, hash, path }: IndexEntry): void =>
  void runGit(folder, ['update-index', '--cacheinfo', `${mode},${hash},${path}`]);

/** Returns true if the repository of a folder has Daybook's filter in its configuration. */
function hasFilter(folder: string): boolean {
  const repository = findRepository(folder);
  const read = repository && readFile(nodeFileSystem, join(repository.common, 'config'), LARGEST);
  return /^[ \t]*\[filter "daybook"\]/m.test((read && decode(read.bytes)?.text) ?? '');
}
