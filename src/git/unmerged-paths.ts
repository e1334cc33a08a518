import type { FileSystem } from '../platform/file-system.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import { runGit } from './git.js';
import { cleanEntry } from './index-entry.js';
import { isMergeUnderWay, readIncomingCommits } from './worktree.js';

/** Lists the files of a workspace that are unmerged in git's index. Starts git only during a merge. */
export const listUnmergedPaths = (
  port: FileSystem,
  root: WorkspaceRoot,
  target?: string,
): readonly string[] => listStages(port, root, target).map(({ path }) => path);

/** Reads the versions of the unmerged files. */
export function readUnmergedTexts(port: FileSystem, root: WorkspaceRoot, target: string) {
  const files = listStages(port, root, target);
  const read = (hash: string | null) =>
    hash === null ? null : runGit(root.root, ['cat-file', 'blob', hash]);
  if (files.length === 0) return [];
  const filters = listFiltered(
    root,
    files.map(({ path }) => path),
  );
  const before = findCommonCommit(port, root);
  return files.map(({ path, base, ours, theirs }) => ({
    path,
    base: read(base),
    ours: read(ours),
    theirs: read(theirs),
    isFiltered: (filters.get(path) ?? OWN_FILTER) !== OWN_FILTER,
    isRenamed: base !== null && !isInCommit(root, before, path),
  }));
}

/** Returns the common ancestor of both sides; null if it is unknown. */
function findCommonCommit(port: FileSystem, { root }: WorkspaceRoot): string | null {
  const [incoming] = readIncomingCommits(port, root);
  return incoming === undefined ? null : (runGit(root, ['merge-base', 'HEAD', incoming])?.trim() ?? null);
}

const isInCommit = ({ root }: WorkspaceRoot, commit: string | null, path: string): boolean =>
  commit === null || runGit(root, ['cat-file', '-e', `${commit}:./${path}`]) !== null;

/**
 * Stages files as resolved, as they are in the worktree now or deleted; `clean` takes the place of Daybook's filter.
 * Returns false if git refuses.
 */
export function markAsMerged(
  { root }: WorkspaceRoot,
  paths: readonly string[],
  clean: (text: string) => string,
  patienceMs: number,
): boolean {
  if (runGit(root, ['--literal-pathspecs', 'add', '--all', '--', ...paths], { patienceMs }) === null)
    return false;
  for (const [path, filter] of listFiltered({ root }, paths))
    if (filter === OWN_FILTER) cleanEntry(root, path, clean);
  return true;
}

const OWN_FILTER = 'daybook';

/** Returns the paths below a folder that have a git filter, with its name. */
export function listFiltered(
  { root }: Pick<WorkspaceRoot, 'root'>,
  paths: readonly string[],
): ReadonlyMap<string, string> {
  const fields = (runGit(root, ['check-attr', '-z', 'filter', '--', ...paths]) ?? '').split('\0');
  return new Map(
    fields.flatMap((path, at): [string, string][] => {
      const filter = fields[at + 2] ?? 'unset';
      return at % 3 === 0 && !['unspecified', 'unset'].includes(filter) ? [[path, filter]] : [];
    }),
  );
}

/** Lists the unmerged files in git's index with the hashes of their versions; null for one that does not exist. */
function listStages(port: FileSystem, { root, content }: WorkspaceRoot, target: string | undefined) {
  if (!isMergeUnderWay(port, root)) return [];
  const below = [content, ...(target === undefined || target === 'none' ? [] : [target])];
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
