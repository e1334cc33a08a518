import { join } from 'node:path';
import type { Reference, ReferenceStatus } from '../../notes/reference-status.js';
import { readSmallText } from '../../platform/encoding.js';
import { parseJson } from '../../text/json-value.js';
import {
  createEndedStatus,
  formatSinceOption,
  isAfter,
  LOG_FORMAT,
  type LogCommit,
  parseLogCommit,
  type RepositoryView,
  UNCHANGED,
  UNKNOWN,
} from './repository.js';

const MANIFEST = 'package.json';

/** Returns the status of npm scripts; missing ones are searched in the history of the package file. */
export function findScriptStatuses(
  claims: readonly Reference[],
  site: RepositoryView,
): readonly ReferenceStatus[] {
  const now = scriptsNow(site);
  const isGone = ({ name }: Reference) => !now.has(name);
  const committed = claims.some(isGone) ? scriptsAt('HEAD', site) : now;
  return claims.map((claim) => {
    if (!isGone(claim)) return UNCHANGED;
    const by = committed.has(claim.name) ? null : lastTouch(claim, site);
    const before = (by ? scriptsAt(`${by.id}^`, site) : committed).get(claim.name);
    if (before === undefined || !isAfter(by, claim)) return UNKNOWN;
    const to = [...now].find(([, runs]) => runs === before)?.[0] ?? null;
    return to === null ? createEndedStatus('deleted', by) : createEndedStatus('renamed', by, to);
  });
}

/** Returns the scripts at a commit; none if it has no package. */
const scriptsAt = (commit: string, { git }: RepositoryView): ReadonlyMap<string, string> =>
  scriptsIn(git(['show', `${commit}:./${MANIFEST}`], { answers: [0, 128] }) ?? '');

const scriptsNow = ({ port, root }: RepositoryView): ReadonlyMap<string, string> =>
  scriptsIn(readSmallText(port, join(root.worktree, MANIFEST), LARGEST));

/** Larger package files are ignored. */
const LARGEST = 1024 * 1024;

function scriptsIn(text: string): ReadonlyMap<string, string> {
  const { scripts } = (parseJson(text) ?? {}) as { scripts?: Record<string, unknown> };
  return new Map(Object.entries(scripts ?? {}).map(([name, runs]) => [name, String(runs)]));
}

/** Finds the last commit that changed a line with the name of the script; null if not committed yet. */
function lastTouch(claim: Reference, site: RepositoryView): LogCommit | null {
  const name = claim.name.replace(/[.+]/g, '[$&]');
  const how = ['-n', '1', LOG_FORMAT, `-G"${name}"[[:space:]]*:`, ...formatSinceOption([claim])];
  return parseLogCommit((site.git(['log', ...how, '--', MANIFEST]) ?? '').split('\n')[0] ?? '');
}
