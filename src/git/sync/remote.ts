import { isAbsolute, resolve } from 'node:path';
import { UserError } from '../../errors.js';
import type { LocalSettings } from '../local-settings.js';
import { readRef } from './commits.js';
import { findReason, listServerOptions, type SyncGit } from './sync-git.js';

/** Formats the committer that the repository's configuration names; empty if only the user's configuration does. */
export function formatIdentity(settings: LocalSettings): string {
  const lines = (['name', 'email'] as const).flatMap((key) => {
    const value = settings.get(`user.${key}`);
    return value === undefined || /[\0-\x1f]/.test(value) ? [] : [`\t${key} = ${JSON.stringify(value)}\n`];
  });
  return lines.length === 0 ? '' : `[user]\n${lines.join('')}`;
}

/** Where a branch is shared. */
export interface Remote {
  readonly name: string;
  readonly url: string;
  /** The name of the branch there. */
  readonly branch: string;
}

/** Finds the remote of a branch: the one that was named, else the branch's, else the only one, else `origin`. */
export function findRemote(
  settings: LocalSettings,
  branch: string,
  wanted: string | undefined,
  { top, trusted }: { readonly top: string; readonly trusted: boolean },
): Remote {
  const names = [...settings.keys()].flatMap((key) => /^remote\.(.+)\.url$/.exec(key)?.[1] ?? []);
  const own = settings.get(`branch.${branch}.remote`);
  const name = wanted ?? own ?? (names.length === 1 ? names[0] : 'origin');
  const url = name === undefined ? undefined : settings.get(`remote.${name}.url`);
  if (name === undefined || url === undefined)
    throw new UserError(
      'no-remote',
      `${wanted === undefined ? 'this repository has no remote to share with' : `no remote ${wanted}`}${names.length > 0 ? `; there are: ${names.join(', ')}` : ''}`,
      'add one: git remote add origin URL',
    );
  if (!/^[\w][\w.-]*$/.test(name))
    throw new UserError(
      'bad-remote',
      `\`${name}\` is not the name of a remote`,
      'rename it: git remote rename',
    );
  if (!isKnownUrl(url, trusted))
    throw new UserError(
      'bad-remote',
      `the remote ${name} is ${url}: an untrusted workspace is shared by https, ssh or a path only`,
      'look at it first; then, if you trust this workspace: daybook trust',
    );
  const there =
    own === name ? settings.get(`branch.${branch}.merge`)?.replace(/^refs\/heads\//, '') : undefined;
  return { name, url: isPath(url) && !isAbsolute(url) ? resolve(top, url) : url, branch: there ?? branch };
}

const isPath = (url: string): boolean =>
  !/^[a-z][a-z0-9+.-]*:\/\//i.test(url) && (/^[A-Za-z]:[\\/]/.test(url) || !/^[^/\\]*:/.test(url));

/** Returns true for https, ssh in both forms, and a path. A trusted workspace may use any protocol except a program. */
function isKnownUrl(url: string, trusted: boolean): boolean {
  if (url.startsWith('-') || /[\0-\x1f]/.test(url) || /^[\w+.-]+::/.test(url)) return false;
  if (trusted) return true;
  if (url.includes('://')) return /^(?:https|ssh|file):\/\//i.test(url);
  return isPath(url) || /^(?:[\w.-]+@)?[\w[][^:/\\]*:[^:]/.test(url);
}

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
