import { basename, dirname, join, relative, resolve } from 'node:path';
import { readSmallText } from '../platform/encoding.js';
import { statAt } from '../platform/file-io.js';
import type { FileSystem } from '../platform/file-system.js';
import { resolveRealPath } from '../platform/home-folder.js';

/** Finds the linked worktree of a folder, or null. Reads git's own files, without a git process. */
export function findLinkedWorktree(port: FileSystem, dir: string) {
  const top = topOf(port, dir);
  if (!top) return null;
  const common = commonOf(port, top);
  return common && basename(common) === '.git' && dirname(common) !== top
    ? { top, main: dirname(common) }
    : null;
}

/**
 * Returns the folder in the current worktree that corresponds to the root; the root itself if both are one or
 * unrelated.
 */
export function findWorktreeFolder(port: FileSystem, cwd: string, root: string): string {
  if (cwd === root) return root;
  const [here, there] = [topOf(port, cwd), topOf(port, root)];
  if (!here || !there || here === there) return root;
  if (commonOf(port, here) === null || commonOf(port, here) !== commonOf(port, there)) return root;
  const place = join(here, relative(there, root));
  return statAt(port, place)?.isDirectory() ? place : here;
}

/**
 * Returns the top of the repository of a folder if it lies below the root and is another than the root's; null for its
 * submodules and worktrees.
 */
export function findInnerRepository(port: FileSystem, cwd: string, root: string): string | null {
  const top = topOf(port, cwd);
  if (!top?.startsWith(`${root}/`)) return null;
  const dir = /^gitdir: (.+)$/m.exec(line(port, join(top, '.git')))?.[1];
  const outer = topOf(port, root);
  const common = outer && commonOf(port, outer);
  const own = dir === undefined ? null : resolveRealPath(port, resolve(top, dir));
  return common && own?.startsWith(`${common}/`) ? null : top;
}

function topOf(port: FileSystem, from: string): string | null {
  for (let dir = from; ; dir = dirname(dir)) {
    if (statAt(port, join(dir, '.git'))) return dir;
    if (dir === dirname(dir)) return null;
  }
}

/**
 * Returns the common folder of a repository. A linked worktree must be listed there, since planted files could redirect
 * us.
 */
function commonOf(port: FileSystem, top: string): string | null {
  const git = join(top, '.git');
  if (statAt(port, git)?.isDirectory()) return resolveRealPath(port, git);
  const dir = /^gitdir: (.+)$/m.exec(line(port, git))?.[1];
  if (!dir) return null;
  const own = resolve(top, dir);
  const [common, back] = [line(port, join(own, 'commondir')), line(port, join(own, 'gitdir'))];
  if (!common || !back || resolveRealPath(port, resolve(own, back)) !== resolveRealPath(port, git))
    return null;
  const found = resolveRealPath(port, resolve(own, common));
  return found !== null && isListed(port, own, found) ? found : null;
}

/** Returns true if the common folder lists the worktree; a planted worktree could name any repository. */
function isListed(port: FileSystem, own: string, common: string): boolean {
  const folder = resolveRealPath(port, own);
  return folder !== null && dirname(folder) === join(common, 'worktrees');
}

const line = (port: FileSystem, path: string): string => readSmallText(port, path, 4096).trim();

/**
 * Returns the current branch from git's own files, during a rebase the one that is rebased; null outside git and on a
 * detached head.
 */
export function readCurrentBranch(port: FileSystem, cwd: string): string | null {
  const own = gitOf(port, cwd);
  if (own === null) return null;
  const head = /^ref: refs\/heads\/(.+)$/.exec(line(port, join(own, 'HEAD')))?.[1];
  if (head !== undefined) return head;
  const rebased = ['rebase-merge', 'rebase-apply'].map((name) => line(port, join(own, name, 'head-name')));
  return rebased.flatMap((name) => /^refs\/heads\/(.+)$/.exec(name)?.[1] ?? [])[0] ?? null;
}

/** Returns a fingerprint that changes with every commit and checkout, from git's own files; null outside git. */
export function readHeadFingerprint(port: FileSystem, cwd: string): string | null {
  const own = gitOf(port, cwd);
  if (own === null) return null;
  const log = statAt(port, join(own, 'logs', 'HEAD'));
  const moved = log ?? statAt(port, join(own, 'index'));
  return [line(port, join(own, 'HEAD')), moved?.mtimeMs, moved?.size].join(' ');
}

/** Returns git's folder for the current worktree. */
function gitOf(port: FileSystem, cwd: string): string | null {
  const top = topOf(port, cwd);
  if (top === null) return null;
  const git = join(top, '.git');
  if (statAt(port, git)?.isDirectory()) return git;
  return resolve(top, /^gitdir: (.+)$/m.exec(line(port, git))?.[1] ?? '');
}

/** Files and folders that git keeps while it waits for a merge, pick, rebase or stash to be settled. */
const MERGING = [
  'MERGE_HEAD',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'rebase-merge',
  'rebase-apply',
  'AUTO_MERGE',
];

/** Returns the commits that a merge, pick or rebase under way brings in. */
export function readIncomingCommits(port: FileSystem, cwd: string): readonly string[] {
  const own = gitOf(port, cwd);
  const names = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REBASE_HEAD'];
  return own === null
    ? []
    : names
        .flatMap((name) => line(port, join(own, name)).split('\n'))
        .filter((hash) => /^[0-9a-f]{40,64}$/.test(hash));
}

/** Returns true if git may hold several versions of a file, from its own files. */
export function isMergeUnderWay(port: FileSystem, cwd: string): boolean {
  const own = gitOf(port, cwd);
  return own !== null && MERGING.some((name) => statAt(port, join(own, name)) !== null);
}
