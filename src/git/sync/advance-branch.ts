import { join } from 'node:path';
import { UserError } from '../../errors.js';
import { isPresent } from '../../platform/file-io.js';
import { nodeFileSystem } from '../../platform/file-system.js';
import { listFiltered } from '../unmerged-paths.js';
import {
  createNothing,
  isNothing,
  listDifferences,
  listIndexEntries,
  putIndexEntries,
  type TreeDifference,
  type TreeEntry,
  writeSettledTree,
} from './commits.js';
import type { SyncGit } from './sync-git.js';

/** A move of a branch: from its commit, through the commit with the notes of the worktree, to the merged one. */
export interface BranchMove {
  readonly branch: string;
  readonly head: string;
  readonly snapshot: string;
  readonly next: string;
  /** The content folder relative to the repository, and other files that Daybook writes. */
  readonly content: string;
  readonly written: readonly string[];
}

/** Returns true for files that Daybook writes through its store; git writes the others. */
export const isWrittenByStore = (
  { content, written }: Pick<BranchMove, 'content' | 'written'>,
  path: string,
): boolean => written.includes(path) || (path.startsWith(`${content}/`) && path.endsWith('.md'));

/** Plans the index entries to set before git moves the rest, and finds files in the way. */
function planIndex(git: SyncGit, move: BranchMove) {
  const inTheWay: string[] = [];
  const own = listDifferences(git, move.head, move.snapshot);
  const others = listDifferences(git, move.snapshot, move.next);
  const paths = [...own, ...others].map(({ path }) => path);
  const index = paths.length === 0 ? new Map<string, TreeEntry>() : listIndexEntries(git, undefined, paths);
  const entries = new Map<string, TreeEntry>();
  const getEntry = (path: string) => entries.get(path) ?? index.get(path) ?? createNothing(move.head);
  for (const { path, before, after } of own)
    if ([before, after].some((entry) => isSame(entry, getEntry(path)))) entries.set(path, after);
  const byStore = others.filter(({ path }) => isWrittenByStore(move, path));
  for (const { path, before, after } of byStore)
    if ([before, after].some((entry) => isSame(entry, getEntry(path)))) entries.set(path, after);
    else inTheWay.push(`${path} is staged with other content`);
  const byGit = others.filter((one) => !byStore.includes(one));
  const there = hashFiles(git, byGit);
  const filtered =
    byGit.length === 0
      ? new Map<string, string>()
      : listFiltered(
          { root: git.repository.top },
          byGit.map(({ path }) => path),
        );
  for (const { path, before, after } of byGit) {
    const hash = there.get(path);
    if (hash !== undefined && hash === after.hash && isSame(before, getEntry(path))) entries.set(path, after);
    else if (filtered.has(path)) inTheWay.push(`${path} goes through a filter of this repository`);
    else if (isNothing(before) && hash !== undefined && isNothing(getEntry(path)))
      inTheWay.push(`${path} exists and is not tracked by git`);
  }
  return { rows: [...entries], inTheWay };
}

const isSame = (one: TreeEntry, other: TreeEntry): boolean =>
  isNothing(one) ? isNothing(other) : one.mode === other.mode && one.hash === other.hash;

/** Writes the tree from which git moves the files that it writes: it leaves those of the store alone, deleted ones too. */
const writeStartTree = (git: SyncGit, move: BranchMove): string =>
  writeSettledTree(
    git,
    move.snapshot,
    listDifferences(git, move.snapshot, move.next).flatMap(({ path, after }) =>
      isWrittenByStore(move, path) ? [[path, after] as const] : [],
    ),
  );

/** Computes git's blob hashes of files in the worktree, by path. */
function hashFiles(git: SyncGit, files: readonly TreeDifference[]): ReadonlyMap<string, string> {
  const paths = files
    .filter(
      ({ path, after }) =>
        after.mode !== '160000' && isPresent(nodeFileSystem, join(git.repository.top, path)),
    )
    .map(({ path }) => path);
  return new Map(paths.map((path) => [path, git.ask(['hash-object', '--', path]).out.trim()]));
}

/** Returns why files of the worktree are in the way of a move; empty if none is. Changes nothing. */
export function findInTheWay(git: SyncGit, move: BranchMove): readonly string[] {
  const { rows, inTheWay } = planIndex(git, move);
  if (inTheWay.length > 0 || move.snapshot === move.next) return inTheWay;
  const index = git.copyIndex();
  putIndexEntries(git, index, rows);
  git.ask(['update-index', '-q', '--refresh'], { index });
  const from = writeStartTree(git, move);
  const { status, err } = git.ask(['read-tree', '-m', '-u', '-n', from, move.next], { index });
  if (status === 0) return [];
  const files = [...err.matchAll(/(?:Entry|Untracked working tree file|file) '([^']+)'/g)].map(
    ([, path]) => `${path} has uncommitted changes`,
  );
  return files.length > 0 ? files : [err.trim().split('\n')[0] ?? ''];
}

/**
 * Moves the branch, the index and the files that git writes; the notes in the worktree are already up to date. Staged and
 * changed files stay as they are. Safe to repeat after a crash.
 */
export function advanceBranch(git: SyncGit, move: BranchMove): void {
  const { rows, inTheWay } = planIndex(git, move);
  if (inTheWay.length > 0) throw refuseInTheWay(inTheWay);
  putIndexEntries(git, undefined, rows);
  if (move.snapshot !== move.next) {
    git.ask(['update-index', '-q', '--refresh']);
    git.get(['read-tree', '-m', '-u', writeStartTree(git, move), move.next]);
  }
  const ref = `refs/heads/${move.branch}`;
  const { status } = git.ask(['update-ref', '-m', 'daybook sync', ref, move.next, move.head]);
  if (status !== 0)
    throw new UserError(
      'branch-moved',
      `${move.branch} changed in the meantime`,
      'nothing is lost; try again: daybook sync',
    );
  git.ask(['update-index', '-q', '--refresh']);
}

export const refuseInTheWay = (reasons: readonly string[]): UserError =>
  new UserError(
    'in-the-way',
    `what others changed cannot be written here: ${reasons.join('; ')}`,
    'commit or stash it, or pull first: git pull; then: daybook sync',
    { files: reasons },
  );
