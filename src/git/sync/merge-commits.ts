import { UserError } from '../../errors.js';
import { putIndexEntries, type TreeEntry } from './commits.js';
import { findReason, type SyncGit } from './sync-git.js';

/** The entries of two commits and their base at a path that both changed; missing where there is none. */
export interface ConflictingFile {
  /** From the top of the repository. */
  readonly path: string;
  readonly base?: TreeEntry;
  readonly ours?: TreeEntry;
  readonly theirs?: TreeEntry;
}

/** A merge of two commits: its tree, and the conflicts in it. */
export interface CommitMerge {
  readonly tree: string;
  readonly conflicts: readonly ConflictingFile[];
  /** Notes that each side renamed differently: the old name, ours and theirs. */
  readonly renamed: readonly (readonly string[])[];
}

/** Merges two commits without a worktree. Notes and the target are always conflicts if both sides changed them. */
export function mergeCommits(git: SyncGit, ours: string, theirs: string): CommitMerge {
  const { status, out, err } = git.ask(['merge-tree', '--write-tree', '-z', '--messages', ours, theirs]);
  if (status !== 0 && status !== 1)
    throw new UserError(
      'git-merge',
      `git cannot merge the branch of the remote: ${findReason(err)}`,
      /unrelated histories/.test(err)
        ? 'the two histories have no common commit; join them once: git pull --no-rebase --allow-unrelated-histories; then: daybook sync'
        : 'git 2.38 or newer is needed; or pull first: git pull',
    );
  const [tree = '', ...fields] = out.split('\0');
  const files = new Map<string, ConflictingFile>();
  let at = 0;
  for (; at < fields.length; at++) {
    const [, mode = '', hash = '', stage = '', path = ''] =
      /^(\d{6}) (\w+) ([123])\t(.+)$/s.exec(fields[at] ?? '') ?? [];
    if (path === '') break;
    const side = ({ 1: 'base', 2: 'ours', 3: 'theirs' } as const)[stage as '1'];
    files.set(path, { ...(files.get(path) ?? { path }), [side]: { mode, hash } });
  }
  return { tree, conflicts: [...files.values()], renamed: listRenamed(fields.slice(at + 1)) };
}

/** Parses git's messages: a count of paths, the paths, the type of the message, and its text. */
function listRenamed(fields: readonly string[]): readonly (readonly string[])[] {
  const renamed: (readonly string[])[] = [];
  for (let at = 0; at < fields.length; ) {
    const count = Number(fields[at]);
    if (!Number.isInteger(count) || fields[at] === '') break;
    const paths = fields.slice(at + 1, at + 1 + count);
    if (fields[at + 1 + count] === 'CONFLICT (rename/rename)' && count === 3) renamed.push(paths);
    at += count + 3;
  }
  return renamed;
}

/** Writes the tree of a merge with these entries replaced; mode `000000` removes a file. */
export function writeSettledTree(
  git: SyncGit,
  tree: string,
  files: readonly (readonly [path: string, entry: TreeEntry])[],
): string {
  if (files.length === 0) return tree;
  const index = git.copyIndex();
  git.get(['read-tree', '--reset', tree], { index });
  putIndexEntries(git, index, files);
  return git.get(['write-tree'], { index }).trim();
}
