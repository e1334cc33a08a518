import type { FileSystem } from '../platform/file-system.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import { isInRepository, runGit } from './git.js';

/**
 * Returns true if this user committed these files, and no other author did. False without a commit, without a repository, and
 * if git does not answer: an archive may bring a repository without commits, and an address in its settings, which does not count.
 */
export function isOwnOfUser(
  port: FileSystem,
  { worktree }: WorkspaceRoot,
  paths: readonly string[],
): boolean {
  if (!isInRepository(port, worktree)) return false;
  const log = ['log', '--all', '--no-use-mailmap', '--format=%ae'];
  const emails = runGit(worktree, ['--literal-pathspecs', '--no-replace-objects', ...log, '--', ...paths]);
  if (emails === null) return false;
  const authors = [...new Set(emails.toLowerCase().split('\n').filter(Boolean))];
  if (authors.length === 0) return false;
  const own = runGit(worktree, ['config', '--global', '--get', 'user.email'])?.trim().toLowerCase();
  return authors.every((author) => author === own);
}
