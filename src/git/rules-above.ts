import { dirname, join } from 'node:path';
import { decode } from '../platform/encoding.js';
import { readFile } from '../platform/file-io.js';
import { nodeFileSystem } from '../platform/file-system.js';
import { catchErrors } from '../platform/system-errors.js';
import { findRepository } from './git-folder.js';

const UNREADABLE = ['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'ELOOP'];

/** Returns the nearest AGENTS.md in the folders above a folder within its repository, by its path from it; null if none. */
export function findRulesAbove(folder: string): { readonly path: string; readonly text: string } | null {
  const top = findRepository(folder)?.top ?? folder;
  for (let at = folder, path = 'AGENTS.md'; at !== top; ) {
    at = dirname(at);
    path = `../${path}`;
    const file = join(at, 'AGENTS.md');
    const read = catchErrors(UNREADABLE, null, () => readFile(nodeFileSystem, file));
    const text = read === null ? undefined : decode(read.bytes)?.text;
    if (text !== undefined) return { path, text };
  }
  return null;
}
