import { join } from 'node:path';
import type { Reference, ReferenceStatus } from '../../notes/reference-status.js';
import { sealCache, unsealCache } from '../../platform/checksum.js';
import { statAt } from '../../platform/file-io.js';
import type { FileSystem } from '../../platform/file-system.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';
import { readHeadFingerprint } from '../worktree.js';
import { findCommitStatuses } from './commit-statuses.js';
import { findPathStatuses } from './path-status.js';
import { openRepositoryView, type RepositoryView, UNKNOWN } from './repository.js';
import { findScriptStatuses } from './scripts.js';
import { findSymbolStatuses } from './symbols.js';

/** Options: the file with the context block, and the time limit of git in total, in ms. */
interface ReferenceCheckOptions {
  readonly target: string;
  readonly patienceMs: number;
}

const LOOKS: Record<
  Reference['sort'],
  (claims: readonly Reference[], site: RepositoryView) => readonly ReferenceStatus[]
> = {
  path: (claims, site) => findPathStatuses(claims, site),
  symbol: (claims, site) => findSymbolStatuses(claims, site),
  script: (claims, site) => findScriptStatuses(claims, site),
  commit: (claims, site) => findCommitStatuses(claims, site),
};

const SORTS = Object.keys(LOOKS) as Reference['sort'][];

/**
 * Returns the status of all references, in order. The number of git calls does not depend on the number of references,
 * and answers are cached while the commit and the file are the same. Without git nothing is reported as stale.
 */
export function checkReferences(
  port: FileSystem,
  root: WorkspaceRoot,
  caches: StatusCache | null,
  claims: readonly Reference[],
  { target, patienceMs }: ReferenceCheckOptions,
): readonly ReferenceStatus[] {
  const head = readHeadFingerprint(port, root.worktree);
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
  const statuses = site.isSure() ? found : doubted(found);
  writeStatusCache(caches, head, new Map([...statuses, ...[...known].filter(([key]) => !statuses.has(key))]));
  return keys.map((key) => statuses.get(key) ?? known.get(key) ?? UNKNOWN);
}

/** A caller with this much time, in ms, checks unknown references again. */
const THOROUGH_MS = 30_000;

const isKnown = (fate: ReferenceStatus | undefined, patienceMs: number): boolean =>
  fate !== undefined && (fate.fate !== 'unknown' || patienceMs < THOROUGH_MS);

/** Keeps only positive answers if git failed or timed out; the rest is unknown until a thorough check. */
const doubted = (found: ReadonlyMap<string, ReferenceStatus>): ReadonlyMap<string, ReferenceStatus> =>
  new Map([...found].map(([key, fate]) => [key, fate.fate === 'there' ? UNKNOWN : fate]));

/** Returns the cache key of a reference: what it names and the state of its file. */
function keyOf({ sort, name, since }: Reference, port: FileSystem, { worktree }: WorkspaceRoot): string {
  const path = sort === 'path' ? name : sort === 'script' ? 'package.json' : null;
  const stat = path === null || path.length > 1024 ? null : statAt(port, join(worktree, path));
  const lies = stat ? `${stat.isFile() ? `${stat.mtimeMs}-${stat.size}` : stat.mode}` : '';
  return [sort, name, since ?? '', lies].join('\n');
}

const CACHE = 'became.json';
/** Number of cached answers, most recent first: more than a brief and many searches need. */
const MAX_COUNT = 4000;

/** Where answers are cached. */
interface StatusCache {
  readCache(name: string): Uint8Array | null;
  writeCache(name: string, bytes: Uint8Array): void;
}

/** Reads the cached answers of git for this head; none if the head has changed, or the cache is missing or damaged. */
function readStatusCache(caches: StatusCache | null, head: string): ReadonlyMap<string, ReferenceStatus> {
  try {
    const bytes = caches?.readCache(CACHE);
    const value = (bytes && unsealCache(bytes)) as {
      head: string;
      known: [string, ReferenceStatus][];
    } | null;
    return new Map(value?.head === head ? value.known : []);
  } catch {
    return new Map();
  }
}

/** Caches the answers of git for this head. */
function writeStatusCache(
  caches: StatusCache | null,
  head: string,
  known: ReadonlyMap<string, ReferenceStatus>,
): void {
  caches?.writeCache(CACHE, sealCache({ head, known: [...known].slice(0, MAX_COUNT) }));
}
