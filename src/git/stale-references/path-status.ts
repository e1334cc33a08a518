import { join } from 'node:path';
import type { Reference, ReferenceStatus } from '../../notes/reference-status.js';
import { isPresent, statAt } from '../../platform/file-io.js';
import { findRenamedCopy } from '../file-status.js';
import { runGit } from '../git.js';
import { findContentChanges } from './file-changes.js';
import {
  ABSENT,
  createEndedStatus,
  formatSinceOption,
  isAfter,
  isWholeRepository,
  LOG_FORMAT,
  type LogCommit,
  type PathChange,
  parseNameStatus,
  type RepositoryView,
  UNCHANGED,
  UNKNOWN,
} from './repository.js';

/** Returns the status of files and folders, in the order of the claims. */
export function findPathStatuses(
  claims: readonly Reference[],
  site: RepositoryView,
): readonly ReferenceStatus[] {
  const missing = claims.filter(({ name }) => !stands(name, site));
  const gone = missing.length === 0 ? () => UNKNOWN : departed(missing, site);
  const changed = findContentChanges(
    claims.filter((claim) => !missing.includes(claim) && site.isSource(claim.name)),
    site,
  );
  return claims.map((claim) => (missing.includes(claim) ? gone(claim) : (changed.get(claim) ?? UNCHANGED)));
}

const stands = (path: string, { port, root }: RepositoryView): boolean =>
  path.length < MAX_LENGTH && isPresent(port, join(root.worktree, path));

/** Longer paths are ignored. */
const MAX_LENGTH = 1024;

/** Finds a missing path: under a longer path, else among the paths that commits removed. */
function departed(
  missing: readonly Reference[],
  site: RepositoryView,
): (claim: Reference) => ReferenceStatus {
  const tracked = (site.git(['ls-files', '-z']) ?? '').split('\0').filter((path) => stands(path, site));
  const unplaced = missing.filter(({ name }) => !tracked.some((path) => isAt(path, name)));
  const left = unplaced.length === 0 ? [] : departures(unplaced, site);
  const ways = new Map(unplaced.map((claim) => [claim, wayOf(claim, left, site)]));
  const absent = findAbsent(
    unplaced.filter((claim) => ways.get(claim)?.fate === 'unknown'),
    tracked,
    site,
  );
  return (claim) => (absent.has(claim) ? ABSENT : (ways.get(claim) ?? UNCHANGED));
}

/** Finds paths that neither this project nor a commit has, and that git does not ignore. */
function findAbsent(
  claims: readonly Reference[],
  tracked: readonly string[],
  site: RepositoryView,
): ReadonlySet<Reference> {
  const own = claims.filter(({ name }) => isOfProject(name, tracked, site));
  if (own.length === 0 || !isWholeRepository(site)) return new Set();
  const input = own.map(({ name }) => `${name}\0`).join('');
  // git fails where it ignores none of them
  const ignored = (runGit(site.root.worktree, ['check-ignore', '--stdin', '-z'], { input }) ?? '').split(
    '\0',
  );
  const paths = own.flatMap(({ name }) => [name, `:(glob)**/${name}`]);
  const touched = site.git(['log', '--all', '--format=', '--name-only', '--relative', '-z', '--', ...paths]);
  const untracked = site.git(['ls-files', '--others', '--exclude-standard', '-z', '--', ...paths]);
  if (touched === null || untracked === null) return new Set();
  const known = [...touched.split('\0'), ...untracked.split('\0')].map((path) => path.trim());
  return new Set(
    own.filter(({ name }) => !ignored.includes(name) && !known.some((path) => isAt(path, name))),
  );
}

/**
 * Returns true if a path is certainly meant as one of this project: its first folder is here, or files with its ending
 * are. A bare `Node.js` or `docs.rs`, and `github.com/a/b.go`, name other things.
 */
function isOfProject(name: string, tracked: readonly string[], site: RepositoryView): boolean {
  const [first = '', ...rest] = name.split('/');
  if (rest.length > 0 && stands(first, site)) return true;
  const isName = rest.length > 0 ? /^\w[\w-]*$/.test(first) : /^[a-z][\w-]*\.(?!js$|rs$)/.test(first);
  const ending = /\.\w+$/.exec(name)?.[0];
  return (
    isName && ending !== undefined && tracked.some((path) => site.isSource(path) && path.endsWith(ending))
  );
}

/** Returns true if a name refers to a path: `judge.ts` names `src/judge.ts`, and a folder names what is in it. */
const isAt = (path: string, name: string): boolean =>
  path === name || path.startsWith(`${name}/`) || path.endsWith(`/${name}`) || path.includes(`/${name}/`);

/** Returns removed paths, newest first: uncommitted ones, then by commit, including merges. */
function departures(claims: readonly Reference[], site: RepositoryView): readonly PathChange[] {
  const how = ['-M', '-z', '--relative', '--name-status'];
  const now = site.git(['diff', ...how, '--diff-filter=DR', 'HEAD']);
  const then = site.git(['log', ...how, '-c', '--diff-filter=DR', LOG_FORMAT, ...formatSinceOption(claims)]);
  return [...parseNameStatus(now), ...parseNameStatus(then)].filter(({ status }) =>
    /^(?:D+|R\d+)$/.test(status),
  );
}

function wayOf(claim: Reference, left: readonly PathChange[], site: RepositoryView): ReferenceStatus {
  const own = left.filter(({ path }) => isAt(path, claim.name));
  const [newest] = own;
  if (!newest || !isAfter(newest.commit, claim)) return UNKNOWN;
  const isFile = newest.path === claim.name || newest.path.endsWith(`/${claim.name}`);
  return isFile ? fileWay(newest, left, site) : folderWay(claim.name, own, site);
}

/** Follows a file through its renames, as far as it exists. */
function fileWay(
  first: PathChange,
  left: readonly PathChange[],
  site: RepositoryView,
  seen: readonly string[] = [],
): ReferenceStatus {
  const { path, to, commit } = first;
  if (to === null) {
    const twin = commit === null ? findRenamedCopy(site.root, path) : null;
    return twin === null ? createEndedStatus('deleted', commit) : createEndedStatus('renamed', null, twin);
  }
  if (stands(to, site)) return createEndedStatus('renamed', commit, to);
  const next = left.find((step) => step.path === to);
  if (!next || seen.includes(to)) return createEndedStatus('deleted', commit);
  const { fate, to: end, commit: by, at } = fileWay(next, left, site, [...seen, to]);
  return fate === 'renamed' ? createEndedStatus('renamed', commit, end) : { fate, to: null, at, commit: by };
}

/** Returns renamed if all files of a folder moved below one other folder; else deleted. */
function folderWay(name: string, own: readonly PathChange[], site: RepositoryView): ReferenceStatus {
  const by: LogCommit | null = own[0]?.commit ?? null;
  const last = own.filter(({ commit }) => commit?.id === by?.id);
  const tops = new Set(last.map(({ path, to }) => movedTop(name, path, to)));
  const [top] = tops;
  const isMoved = tops.size === 1 && top && statAt(site.port, join(site.root.worktree, top));
  return isMoved ? createEndedStatus('renamed', by, top) : createEndedStatus('deleted', by);
}

/** Returns the new folder, `lib/new` for `lib/old` if `lib/old/a/b.ts` moved to `lib/new/a/b.ts`; null otherwise. */
function movedTop(name: string, path: string, to: string | null): string | null {
  const rest = path.slice(path.indexOf(`${name}/`) + name.length);
  return to?.endsWith(rest) ? to.slice(0, -rest.length) : null;
}
