import { basename, dirname, join, relative, resolve } from 'node:path';
import { decode } from '../platform/encoding.js';
import { readFile, statAt } from '../platform/file-io.js';
import type { FileSystem } from '../platform/file-system.js';
import { catching } from '../platform/system-errors.js';

/** A linked git worktree: its own top folder, and the main worktree's. */
export interface LinkedWorktree {
  readonly top: string;
  readonly main: string;
}

/** The linked worktree that a folder stands in, or null: read from git's own files, without a git process. */
export function findLinkedWorktree(port: FileSystem, dir: string): LinkedWorktree | null {
  const top = topOf(port, dir);
  if (!top) return null;
  const common = commonOf(port, top);
  return common && basename(common) === '.git' && dirname(common) !== top
    ? { top, main: dirname(common) }
    : null;
}

/** The place in the worktree stood in that answers to the root; the root itself where both are one, or not kin. */
export function worktreeOf(port: FileSystem, cwd: string, root: string): string {
  if (cwd === root) return root;
  const [here, there] = [topOf(port, cwd), topOf(port, root)];
  if (!here || !there || here === there) return root;
  if (commonOf(port, here) === null || commonOf(port, here) !== commonOf(port, there)) return root;
  const place = join(here, relative(there, root));
  return statAt(port, place)?.isDirectory() ? place : here;
}

function topOf(port: FileSystem, from: string): string | null {
  for (let dir = from; ; dir = dirname(dir)) {
    if (statAt(port, join(dir, '.git'))) return dir;
    if (dir === dirname(dir)) return null;
  }
}

/** The common folder of a repository, as git tells it; a linked worktree must be known there, or planted files could lead us away. */
function commonOf(port: FileSystem, top: string): string | null {
  const git = join(top, '.git');
  if (statAt(port, git)?.isDirectory()) return real(port, git);
  const dir = /^gitdir: (.+)$/m.exec(line(port, git))?.[1];
  if (!dir) return null;
  const own = resolve(top, dir);
  const [common, back] = [line(port, join(own, 'commondir')), line(port, join(own, 'gitdir'))];
  if (!common || !back || real(port, resolve(own, back)) !== real(port, git)) return null;
  const found = real(port, resolve(own, common));
  return found !== null && isListed(port, own, found) ? found : null;
}

/** A repository keeps a folder for each linked worktree; one that lies elsewhere could name any repository as its own. */
function isListed(port: FileSystem, own: string, common: string): boolean {
  const folder = real(port, own);
  return folder !== null && dirname(folder) === join(common, 'worktrees');
}

function line(port: FileSystem, path: string): string {
  try {
    const read = readFile(port, path, 4096);
    return ((read && decode(read.bytes)?.text) ?? '').trim();
  } catch {
    return '';
  }
}

const real = (port: FileSystem, path: string): string | null =>
  catching(['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES'], null, () => port.realpath(path));

/** The branch that is checked out where one stands, from git's own files; null outside git and on a detached head. */
export function currentBranch(port: FileSystem, cwd: string): string | null {
  const own = gitOf(port, cwd);
  return own && (/^ref: refs\/heads\/(.+)$/.exec(line(port, join(own, 'HEAD')))?.[1] ?? null);
}

/** What changes with every commit and checkout where one stands, from git's own files; null outside git. */
export function headFingerprint(port: FileSystem, cwd: string): string | null {
  const own = gitOf(port, cwd);
  if (own === null) return null;
  const log = statAt(port, join(own, 'logs', 'HEAD'));
  const moved = log ?? statAt(port, join(own, 'index'));
  return [line(port, join(own, 'HEAD')), moved?.mtimeMs, moved?.size].join(' ');
}

/** The folder that git keeps for the worktree stood in. */
function gitOf(port: FileSystem, cwd: string): string | null {
  const top = topOf(port, cwd);
  if (top === null) return null;
  const git = join(top, '.git');
  if (statAt(port, git)?.isDirectory()) return git;
  return resolve(top, /^gitdir: (.+)$/m.exec(line(port, git))?.[1] ?? '');
}
