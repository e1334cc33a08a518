import { join } from 'node:path';
import type { Reference, ReferenceStatus } from '../../notes/reference-status.js';
import { statAt } from '../../platform/file-io.js';
import type { FileSystem } from '../../platform/file-system.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';
import { headFingerprint } from '../worktree.js';
import { readStatusCache, type StatusCache, writeStatusCache } from './cache.js';
import { commitStatuses } from './commits.js';
import { pathStatuses } from './path-status.js';
import { openRepositoryView, type RepositoryView, UNKNOWN } from './repository.js';
import { scriptStatuses } from './scripts.js';
import { symbolStatuses } from './symbols.js';

/** How is looked: which file holds the context block, and how long git may take for all, in ms. */
export interface ReferenceCheckOptions {
  readonly target: string;
  readonly patienceMs: number;
}

const LOOKS: Record<
  Reference['sort'],
  (claims: readonly Reference[], site: RepositoryView) => readonly ReferenceStatus[]
> = {
  path: (claims, site) => pathStatuses(claims, site),
  symbol: (claims, site) => symbolStatuses(claims, site),
  script: (claims, site) => scriptStatuses(claims, site),
  commit: (claims, site) => commitStatuses(claims, site),
};

const SORTS = Object.keys(LOOKS) as Reference['sort'][];

/**
 * What became of all that is named, in the order of the claims. Git is asked so many questions, however many are named,
 * and what it told is remembered while the same commit is stood at and the file is as it was. Without git nothing
 * is known to be stale.
 */
export function checkReferences(
  port: FileSystem,
  root: WorkspaceRoot,
  caches: StatusCache | null,
  claims: readonly Reference[],
  { target, patienceMs }: ReferenceCheckOptions,
): readonly ReferenceStatus[] {
  const head = headFingerprint(port, root.worktree);
  if (head === null) return claims.map(() => UNKNOWN);
  const known = readStatusCache(caches, head);
  const keys = claims.map((claim) => keyOf(claim, port, root));
  const fresh = new Map<string, Reference>();
  for (const [at, key] of keys.entries())
    if (!isKnown(known.get(key), patienceMs)) fresh.set(key, claims[at] as Reference);
  if (fresh.size === 0) return keys.map((key) => known.get(key) ?? UNKNOWN);
  const site = openRepositoryView(port, root, target, patienceMs);
  const found = new Map<string, ReferenceStatus>();
  for (const sort of SORTS) {
    const own = [...fresh].filter(([, claim]) => claim.sort === sort);
    const fates =
      own.length === 0
        ? []
        : LOOKS[sort](
            own.map(([, claim]) => claim),
            site,
          );
    for (const [at, [key]] of own.entries()) found.set(key, fates[at] ?? UNKNOWN);
  }
  const told = site.isSure() ? found : doubted(found);
  writeStatusCache(caches, head, new Map([...told, ...[...known].filter(([key]) => !told.has(key))]));
  return keys.map((key) => told.get(key) ?? known.get(key) ?? UNKNOWN);
}

/** Who has so much patience, in ms, looks again at what nobody could tell. */
const THOROUGH_MS = 30_000;

const isKnown = (fate: ReferenceStatus | undefined, patienceMs: number): boolean =>
  fate !== undefined && (fate.fate !== 'unknown' || patienceMs < THOROUGH_MS);

/** Where git failed or was too slow, only what it told of counts; the rest is unknown until somebody looks thoroughly. */
const doubted = (found: ReadonlyMap<string, ReferenceStatus>): ReadonlyMap<string, ReferenceStatus> =>
  new Map([...found].map(([key, fate]) => [key, fate.fate === 'there' ? UNKNOWN : fate]));

/** A claim, and how the file lies there that it is about: by that and the commit stood at it is known again. */
function keyOf({ sort, name, since }: Reference, port: FileSystem, { worktree }: WorkspaceRoot): string {
  const path = sort === 'path' ? name : sort === 'script' ? 'package.json' : null;
  const stat = path === null || path.length > 1024 ? null : statAt(port, join(worktree, path));
  const lies = stat ? `${stat.isFile() ? `${stat.mtimeMs}-${stat.size}` : stat.mode}` : '';
  return [sort, name, since ?? '', lies].join('\n');
}
