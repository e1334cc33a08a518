import { join } from 'node:path';
import type { Claim, NamedFate } from '../../wiki/fate.js';
import { statAt } from '../file.js';
import type { Port } from '../port.js';
import type { Root } from '../root.js';
import { headOf } from '../worktree.js';
import { commitFates } from './commits.js';
import { type Caches, readKnown, writeKnown } from './known.js';
import { pathFates } from './paths.js';
import { scriptFates } from './scripts.js';
import { type Site, siteOf, UNKNOWN } from './site.js';
import { symbolFates } from './symbols.js';

/** How is looked: which file holds the context block, and how long git may take for all, in ms. */
export interface Looking {
  readonly target: string;
  readonly patienceMs: number;
}

const LOOKS: Record<Claim['sort'], (claims: readonly Claim[], site: Site) => readonly NamedFate[]> = {
  path: (claims, site) => pathFates(claims, site),
  symbol: (claims, site) => symbolFates(claims, site),
  script: (claims, site) => scriptFates(claims, site),
  commit: (claims, site) => commitFates(claims, site),
};

const SORTS = Object.keys(LOOKS) as Claim['sort'][];

/**
 * What became of all that is named, in the order of the claims. Git is asked so many questions, however many are named,
 * and what it told is remembered while the same commit is stood at and the file is as it was. Without git nothing
 * is known to be stale.
 */
export function becameOf(
  port: Port,
  root: Root,
  caches: Caches | null,
  claims: readonly Claim[],
  { target, patienceMs }: Looking,
): readonly NamedFate[] {
  const head = headOf(port, root.worktree);
  if (head === null) return claims.map(() => UNKNOWN);
  const known = readKnown(caches, head);
  const keys = claims.map((claim) => keyOf(claim, port, root));
  const fresh = new Map<string, Claim>();
  for (const [at, key] of keys.entries())
    if (!isKnown(known.get(key), patienceMs)) fresh.set(key, claims[at] as Claim);
  if (fresh.size === 0) return keys.map((key) => known.get(key) ?? UNKNOWN);
  const site = siteOf(port, root, target, patienceMs);
  const found = new Map<string, NamedFate>();
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
  writeKnown(caches, head, new Map([...told, ...[...known].filter(([key]) => !told.has(key))]));
  return keys.map((key) => told.get(key) ?? known.get(key) ?? UNKNOWN);
}

/** Who has so much patience, in ms, looks again at what nobody could tell. */
const THOROUGH_MS = 30_000;

const isKnown = (fate: NamedFate | undefined, patienceMs: number): boolean =>
  fate !== undefined && (fate.fate !== 'unknown' || patienceMs < THOROUGH_MS);

/** Where git failed or was too slow, only what it told of counts; the rest is unknown until somebody looks thoroughly. */
const doubted = (found: ReadonlyMap<string, NamedFate>): ReadonlyMap<string, NamedFate> =>
  new Map([...found].map(([key, fate]) => [key, fate.fate === 'there' ? UNKNOWN : fate]));

/** A claim, and how the file lies there that it is about: by that and the commit stood at it is known again. */
function keyOf({ sort, name, since }: Claim, port: Port, { worktree }: Root): string {
  const path = sort === 'path' ? name : sort === 'script' ? 'package.json' : null;
  const stat = path === null || path.length > 1024 ? null : statAt(port, join(worktree, path));
  const lies = stat ? `${stat.isFile() ? `${stat.mtimeMs}-${stat.size}` : stat.mode}` : '';
  return [sort, name, since ?? '', lies].join('\n');
}
