import { join } from 'node:path';
import type { Claim, NamedFate } from '../../wiki/fate.js';
import { decode } from '../decode.js';
import { readFile } from '../file.js';
import { commitIn, FORMAT } from './log.js';
import { type Commit, ended, isAfter, type Site, sinceOldest, THERE, UNKNOWN } from './site.js';

const MANIFEST = 'package.json';

/** What became of npm scripts: those that the package no longer has are looked for in what it was. */
export function scriptFates(claims: readonly Claim[], site: Site): readonly NamedFate[] {
  const now = scriptsNow(site);
  const isGone = ({ name }: Claim) => !now.has(name);
  const committed = claims.some(isGone) ? scriptsAt('HEAD', site) : now;
  return claims.map((claim) => {
    if (!isGone(claim)) return THERE;
    const by = committed.has(claim.name) ? null : lastTouch(claim, site);
    const before = (by ? scriptsAt(`${by.id}^`, site) : committed).get(claim.name);
    if (before === undefined || !isAfter(by, claim)) return UNKNOWN;
    const to = [...now].find(([, runs]) => runs === before)?.[0] ?? null;
    return to === null ? ended('deleted', by) : ended('renamed', by, to);
  });
}

/** The scripts as a commit has them; none where it has no package. */
const scriptsAt = (commit: string, { git }: Site): ReadonlyMap<string, string> =>
  scriptsIn(git(['show', `${commit}:./${MANIFEST}`], { answers: [0, 128] }) ?? '');

function scriptsNow({ port, root }: Site): ReadonlyMap<string, string> {
  try {
    const read = readFile(port, join(root.worktree, MANIFEST), LARGEST);
    return scriptsIn((read && decode(read.bytes)?.text) ?? '');
  } catch {
    return new Map();
  }
}

/** No package is described in more bytes. */
const LARGEST = 1024 * 1024;

function scriptsIn(text: string): ReadonlyMap<string, string> {
  try {
    const { scripts } = JSON.parse(text) as { scripts?: Record<string, unknown> };
    return new Map(Object.entries(scripts ?? {}).flatMap(([name, runs]) => [[name, String(runs)] as const]));
  } catch {
    return new Map();
  }
}

/** The last commit that changed a line with the name of the script; what is not committed yet has none. */
function lastTouch(claim: Claim, site: Site): Commit | null {
  const name = claim.name.replace(/[.+]/g, '[$&]');
  const how = ['-n', '1', FORMAT, `-G"${name}"[[:space:]]*:`, ...sinceOldest([claim])];
  return commitIn((site.git(['log', ...how, '--', MANIFEST]) ?? '').split('\n')[0] ?? '');
}
