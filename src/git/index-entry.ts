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
  if (!hasFilter(folder)) return;
  const rows = (runGit(folder, ['ls-files', '--stage', '--full-name', '-z', '--', path]) ?? '')
    .split('\0')
    .filter(Boolean);
  const [, mode, hash, name] = /^(\d{6}) ([0-9a-f]{40,64}) 0\t(.+)$/s.exec(rows[0] ?? '') ?? [];
  if (rows.length !== 1 || !mode || !hash || !name) return;
  runGit(folder, ['update-index', '--cacheinfo', `${mode},${hash},${name}`]);
}

/** Returns true if the repository of a folder has Daybook's filter in its configuration. */
function hasFilter(folder: string): boolean {
  const repository = findRepository(folder);
  const read = repository && readFile(nodeFileSystem, join(repository.common, 'config'), LARGEST);
  return /^[ \t]*\[filter "daybook"\]/m.test((read && decode(read.bytes)?.text) ?? '');
}
