import { join } from 'node:path';
import type { Reference, ReferenceStatus } from '../../notes/reference-status.js';
import { statAt } from '../../platform/file-io.js';
import { groupByKeys } from '../../text/group-by.js';
import {
  createEndedStatus,
  formatSinceOption,
  LOG_FORMAT,
  type LogCommit,
  type PathChange,
  parseNameStatus,
  type RepositoryView,
  UNCHANGED,
} from './repository.js';

/** Uncommitted work that an entry describes is usually committed within this time (ms). */
const SETTLING = 86_400_000;
/** Tolerance between file times and commit times (ms). */
const MOMENT = 1000;

/** A file that may have changed since it was mentioned, and when it was last written. */
interface Doubt {
  readonly claim: Reference;
  readonly since: number;
  readonly written: number;
}

/**
 * Returns the existing files whose content differs from when they were mentioned. A file written earlier is unchanged.
 * A later time may come from a checkout: then git decides, and the commits of the next day count as known, since they
 * contain the work in progress. A change that was undone does not count.
 */
export function findContentChanges(
  claims: readonly Reference[],
  site: RepositoryView,
): ReadonlyMap<Reference, ReferenceStatus> {
  const doubts = claims.flatMap((claim) => doubtOf(claim, site));
  if (doubts.length === 0) return new Map();
  const paths = [...new Set(doubts.map(({ claim }) => claim.name))];
  const how = ['-z', '--relative', '--no-renames', '--name-status'];
  const dirty = new Set(
    parseNameStatus(site.git(['diff', ...how, 'HEAD', '--', '.'])).map(({ path }) => path),
  );
  const since = formatSinceOption(doubts.map(({ claim }) => claim));
  const log = parseNameStatus(site.git(['log', ...how, LOG_FORMAT, ...since, '--', ...paths.map(literal)]));
  const touched = groupByKeys(log.map((step) => [step.path, step] as const));
  const changes = doubts.flatMap((doubt) => changeOf(doubt, touched.get(doubt.claim.name) ?? [], dirty));
  return confirmed(changes, site);
}

function doubtOf(claim: Reference, { port, root }: RepositoryView): Doubt[] {
  if (claim.since === null) return [];
  const stat = statAt(port, join(root.worktree, claim.name));
  if (!stat?.isFile() || stat.mtimeMs < claim.since + MOMENT) return [];
  return [{ claim, since: claim.since, written: stat.mtimeMs }];
}

/** A change in git, and the first commit that made it. */
interface Change {
  readonly claim: Reference;
  readonly first: LogCommit | null;
  readonly last: LogCommit | null;
}

function changeOf(
  { claim, since, written }: Doubt,
  log: readonly PathChange[],
  dirty: ReadonlySet<string>,
): Change[] {
  const isDirty = dirty.has(claim.name);
  const later = log.flatMap(({ commit }) => (commit && commit.at >= since + MOMENT ? [commit] : []));
  const isOurs = isDirty || (later[0] !== undefined && written <= later[0].at + MOMENT);
  const counts = isOurs ? later : later.filter(({ at }) => at > since + SETTLING);
  const first = counts.at(-1) ?? null;
  if (first === null && !isDirty) return [];
  return [{ claim, first, last: isDirty ? null : (counts[0] ?? null) }];
}

/** Filters the files that existed before the first of their changes and whose content differs from that version. */
function confirmed(
  changes: readonly Change[],
  site: RepositoryView,
): ReadonlyMap<Reference, ReferenceStatus> {
  if (changes.length === 0) return new Map();
  const below = (site.git(['rev-parse', '--show-prefix']) ?? '').trim();
  const request = changes.map(
    ({ claim, first }) => `${first ? `${first.id}^` : 'HEAD'}:${below}${claim.name}`,
  );
  const input = request.map((line) => `${line}\n`).join('');
  const before = (site.git(['cat-file', '--batch-check=%(objectname)'], { input }) ?? '').split('\n');
  const names = changes.map(({ claim }) => `${claim.name}\n`).join('');
  const now = (site.git(['hash-object', '--stdin-paths'], { input: names }) ?? '').split('\n');
  return new Map(
    changes.map(({ claim, last }, at) => {
      const was = before[at] ?? '';
      const isOther = /^[0-9a-f]{40,64}$/.test(was) && (now[at] ?? '') !== '' && was !== now[at];
      return [claim, isOther ? createEndedStatus('changed', last) : UNCHANGED];
    }),
  );
}

const literal = (path: string): string => `:(literal)${path}`;
