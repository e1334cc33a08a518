import type { Reference, ReferenceStatus } from '../../notes/reference-status.js';
import {
  ABSENT,
  createEndedStatus,
  isAfter,
  isWholeRepository,
  LOG_FORMAT,
  type LogCommit,
  parseLogCommit,
  type RepositoryView,
  UNCHANGED,
  UNKNOWN,
} from './repository.js';

/** Returns the status of commits: absent, dropped if no branch holds it, reverted if another commit reverts it. */
export function findCommitStatuses(
  claims: readonly Reference[],
  site: RepositoryView,
): readonly ReferenceStatus[] {
  const known = resolved([...new Set(claims.map(({ name }) => name))], site);
  const unknown = known.size === claims.length || !isWholeRepository(site) ? UNKNOWN : ABSENT;
  if (known.size === 0) return claims.map(() => unknown);
  const loose = new Set(
    (site.git(['rev-list', ...new Set(known.values()), '--not', '--all', 'HEAD']) ?? '').split('\n'),
  );
  const reverts = revertsIn(site);
  return claims.map((claim) => {
    const id = known.get(claim.name);
    if (id === undefined) return unknown;
    if (loose.has(id)) return createEndedStatus('dropped', null);
    const by = reverter(id, reverts);
    return by !== null && isAfter(by, claim) ? createEndedStatus('reverted', by) : UNCHANGED;
  });
}

/** Returns full ids by the names in entries, for those that are commits here. */
function resolved(names: readonly string[], site: RepositoryView): ReadonlyMap<string, string> {
  const input = names.map((name) => `${name}\n`).join('');
  const text = site.git(['cat-file', '--batch-check=%(objectname) %(objecttype)'], { input }) ?? '';
  const lines = text.split('\n');
  return new Map(
    names.flatMap((name, at) => {
      const [, id] = /^([0-9a-f]{40,64}) commit$/.exec(lines[at] ?? '') ?? [];
      return id === undefined ? [] : [[name, id] as const];
    }),
  );
}

/** Returns the commits on this branch that revert others, newest first, by the reverted commit. */
function revertsIn(site: RepositoryView): ReadonlyMap<string, readonly LogCommit[]> {
  const text = site.git(['log', '-F', '--grep=This reverts commit ', `${LOG_FORMAT}%n%B`, 'HEAD']) ?? '';
  const found = new Map<string, LogCommit[]>();
  let by: LogCommit | null = null;
  for (const line of text.split('\n')) {
    by = parseLogCommit(line) ?? by;
    for (const [, id = ''] of by ? line.matchAll(/This reverts commit ([0-9a-f]{40,64})/g) : [])
      found.set(id, [...(found.get(id) ?? []), by as LogCommit]);
  }
  return found;
}

/** Finds the newest effective revert of a commit: a revert may be reverted itself. */
const reverter = (id: string, reverts: ReadonlyMap<string, readonly LogCommit[]>): LogCommit | null =>
  (reverts.get(id) ?? []).find((by) => reverter(by.id, reverts) === null) ?? null;
