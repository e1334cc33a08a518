import { UserError } from '../../errors.js';
import { readRef } from './commits.js';
import type { Remote } from './remote.js';
import { findReason, listServerOptions, type SyncGit } from './sync-git.js';

/** Attempts to fetch a branch that others push to at the same time. */
const MOST_FETCHES = 5;

/**
 * Fetches a branch of a remote and returns its commit; null if the remote has no such branch. Updates the
 * remote-tracking branch, if there is one.
 */
export async function fetchBranch(
  git: SyncGit,
  { name, url, branch }: Remote,
  how: { readonly remembers: boolean; readonly timeoutMs: number },
  attempts = MOST_FETCHES,
): Promise<string | null> {
  const server = listServerOptions(git, url, 'upload-pack');
  const ref = `refs/heads/${branch}`;
  const answer = await git.exchange(['ls-remote', ...server, '--', url, ref], how.timeoutMs);
  if (answer.status !== 0) throw createNetworkError(name, answer.err);
  const tip = answer.out
    .split('\n')
    .find((line) => line.endsWith(`\t${ref}`))
    ?.split('\t')[0];
  if (tip === undefined || !/^[0-9a-f]{40,64}$/.test(tip)) return null;
  if (readRef(git, tip) === null) {
    const words = ['fetch', ...server, '--quiet', '--no-tags', '--no-write-fetch-head', '--', url, ref];
    const fetched = await git.exchange(words, how.timeoutMs);
    if (fetched.status !== 0) throw createNetworkError(name, fetched.err);
    if (readRef(git, tip) === null) {
      if (attempts === 1) throw createNetworkError(name, `${branch} moved while it was fetched`);
      return fetchBranch(git, { name, url, branch }, how, attempts - 1);
    }
  }
  if (how.remembers) git.ask(['update-ref', '-m', 'daybook sync', `refs/remotes/${name}/${branch}`, tip]);
  return tip;
}

/** Pushes a commit to a branch of a remote, never by force. Returns false if the branch moved there. */
export async function pushCommit(
  git: SyncGit,
  { name, url, branch }: Remote,
  commit: string,
  timeoutMs: number,
): Promise<boolean> {
  const server = listServerOptions(git, url, 'receive-pack');
  const ref = `refs/heads/${branch}`;
  const words = ['push', ...server, '--porcelain', '--no-verify', '--', url, `${commit}:${ref}`];
  const { status, out, err } = await git.exchange(words, timeoutMs);
  if (status === 0) {
    git.ask(['update-ref', '-m', 'daybook sync', `refs/remotes/${name}/${branch}`, commit]);
    return true;
  }
  if (
    /\[rejected\]|\[remote rejected\] \((?:cannot lock ref|failed to update ref|incorrect old value)|cannot lock ref|failed to lock/.test(
      out + err,
    )
  )
    return false;
  throw createNetworkError(name, err || out);
}

const createNetworkError = (name: string, err: string): UserError =>
  new UserError(
    'no-exchange',
    `${name} cannot be reached: ${findReason(err)}`,
    'nothing is lost; check the connection: git fetch; then: daybook sync',
  );
