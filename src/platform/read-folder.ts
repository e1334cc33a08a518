import { isAbsolute, join, resolve } from 'node:path';
import { decode } from './encoding.js';
import { readFile, statAt, Unfit } from './file-io.js';
import type { FileSystem } from './file-system.js';
import { findMatchingFiles } from './folders/find-files.js';
import { catchErrors, getErrorCode } from './system-errors.js';

/** Limits for a folder named by the user: a memory is far smaller, but a wrong path may be a whole disk. */
const LARGEST_FILE = 2 * 1024 * 1024;
const LARGEST_ALL = 32 * 1024 * 1024;
const MOST_FILES = 10_000;
const DEEPEST = 6;

/**
 * Reads a folder named on the command line: regular UTF-8 files only, no links, no dot-folders. Returns null if it does
 * not exist. With `patterns` only the files that match one are read, also in dot-folders that a pattern names.
 */
export function readFolder(port: FileSystem, cwd: string, path: string, patterns?: readonly string[]) {
  const top = isAbsolute(path) ? path : resolve(cwd, path);
  if (!isFolder(port, top)) return null;
  const found: Found = { files: [], skipped: [], bytes: 0 };
  if (patterns) for (const one of findMatchingFiles(port, top, patterns)) take(port, top, one, found);
  else walk(port, top, '', found);
  const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);
  return { path: port.realpath(top), files: found.files.sort(byPath), skipped: found.skipped.sort(byPath) };
}

interface Found {
  readonly files: { path: string; text: string; modified: number }[];
  readonly skipped: { path: string; why: string }[];
  bytes: number;
}

const isFolder = (port: FileSystem, path: string): boolean =>
  catchErrors(
    ['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES'],
    false,
    () => port.lstat(port.realpath(path))?.isDirectory() ?? false,
  );

function walk(port: FileSystem, top: string, below: string, found: Found): void {
  for (const item of port.list(join(top, below))) {
    const { name } = item;
    const isInner = item.isDirectory();
    const path = below === '' ? name : `${below}/${name}`;
    if (isInner && name.startsWith('.')) continue;
    if (isInner && path.split('/').length < DEEPEST) walk(port, top, path, found);
    else if (item.isFile()) take(port, top, path, found);
    else found.skipped.push({ path, why: isInner ? 'it is nested too deeply' : 'it is not a regular file' });
  }
}

function take(port: FileSystem, top: string, path: string, found: Found): void {
  try {
    if (found.files.length >= MOST_FILES) throw new Unfit(path, `there are more than ${MOST_FILES} files`);
    const most = Math.min(LARGEST_FILE, LARGEST_ALL - found.bytes);
    const bytes = readFile(port, join(top, path), most)?.bytes;
    const decoded = bytes && decode(bytes);
    if (!decoded || decoded.text.includes('\0')) throw new Unfit(path, 'it is not UTF-8 text');
    found.bytes += bytes.length;
    const modified = statAt(port, join(top, path))?.mtimeMs ?? 0;
    found.files.push({ path, text: decoded.text, modified });
  } catch (error) {
    if (!(error instanceof Unfit) && !['EACCES', 'ELOOP', 'ENOENT'].includes(getErrorCode(error)))
      throw error;
    found.skipped.push({ path, why: error instanceof Unfit ? error.why : 'it cannot be read' });
  }
}
