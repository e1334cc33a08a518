import type { GitAdvanceEffect } from '../../command/effects.js';
import { readLocalSettings } from '../../git/local-settings.js';
import { advanceBranch } from '../../git/sync/advance-branch.js';
import { formatIdentity } from '../../git/sync/remote.js';
import { openSyncGit, type SyncGit } from '../../git/sync/sync-git.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';

/** Opens git for the repository of the notes. Daybook merges the notes and the target, not git. */
export function openNotesGit(root: WorkspaceRoot, target: string, aside: boolean): SyncGit {
  const settings = readLocalSettings(root.root);
  const quote = (path: string) => (/[\s"\\*?[]/.test(path) ? JSON.stringify(`/${path}`) : `/${path}`);
  const attributes = (prefix: string) =>
    [
      `${quote(prefix + root.content).replace(/"$/, '')}/**/*.md${quote(prefix + root.content).endsWith('"') ? '"' : ''} -merge`,
      ...listWritten(root, target).map((path) => `${quote(prefix + path)} -merge`),
      '',
    ].join('\n');
  return openSyncGit(root, { attributes, identity: formatIdentity(settings), aside });
}

/** Lists the files besides notes that Daybook writes through its store: the target, in this worktree. */
export const listWritten = (root: WorkspaceRoot, target: string): readonly string[] =>
  target === 'none' || root.worktree !== root.root ? [] : [target];

/** Performs the move of a branch. */
export function advanceWorkspace(root: WorkspaceRoot, effect: GitAdvanceEffect, target: string): void {
  const git = openNotesGit(root, target, false);
  try {
    advanceBranch(git, { ...effect, ...getFiles(git, root, target) });
  } finally {
    git.close();
  }
}

/** Names the files that Daybook writes, from the top of the repository. */
export const getFiles = ({ prefix }: SyncGit, root: WorkspaceRoot, target: string) => ({
  content: prefix + root.content,
  written: listWritten(root, target).map((path) => prefix + path),
});
