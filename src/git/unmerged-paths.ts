import type { FileSystem } from '../platform/file-system.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import { runGit } from './git.js';
import { isMergeUnderWay } from './worktree.js';

/** A file that git waits to be merged, with the hashes of its versions; null for one that does not exist. */
export interface UnmergedPath {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly base: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
}

/** Lists the files of a workspace that git's index holds in several versions, by path. Starts git only during a merge. */
export function listUnmergedPaths(
  port: FileSystem,
  { root, content }: WorkspaceRoot,
  target?: string,
): readonly UnmergedPath[] {
  if (!isMergeUnderWay(port, root)) return [];
  const below = [content, ...(target === undefined ? [] : [target])];
  const rows = runGit(root, ['ls-files', '--unmerged', '-z', '--', ...below])?.split('\0') ?? [];
  const stages = rows.flatMap((row) => {
    const [, hash = '', stage = '', path = ''] = /^\d+ ([0-9a-f]{40,64}) ([123])\t(.+)$/s.exec(row) ?? [];
    return path === '' ? [] : [{ hash, stage, path }];
  });
  return [...new Set(stages.map(({ path }) => path))].map((path) => {
    const hashAt = (stage: string) =>
      stages.find((one) => one.path === path && one.stage === stage)?.hash ?? null;
    return { path, base: hashAt('1'), ours: hashAt('2'), theirs: hashAt('3') };
  });
}
