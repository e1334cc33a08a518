import type { Reference, ReferenceStatus } from '../../notes/reference-status.js';
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

/** Generated lists and prose: a name that occurs only there is not a symbol of the code. */
const NO_CODE = [':(exclude)*.md', ':(exclude)*.lock', ':(exclude)*package-lock.json'];

/** Returns the status of symbols; those in no source file are searched in what commits removed. */
export function findSymbolStatuses(
  claims: readonly Reference[],
  site: RepositoryView,
): readonly ReferenceStatus[] {
  const missing = absent([...new Set(claims.map(({ name }) => name))], site);
  const lost = claims.filter(({ name }) => missing.has(name));
  const committed = lost.length === 0 ? missing : absent([...missing], site, 'HEAD');
  const removals = lost.length === 0 ? new Map<string, Removal>() : removalsOf(lost, site);
  return claims.map((claim) => {
    if (!missing.has(claim.name)) return UNCHANGED;
    if (!committed.has(claim.name)) return createEndedStatus('deleted', null);
    const removal = removals.get(claim.name);
    if (!removal || !isAfter(removal.by, claim)) return UNKNOWN;
    return removal.to === null || absent([removal.to], site).size > 0
      ? createEndedStatus('deleted', removal.by)
      : createEndedStatus('renamed', removal.by, removal.to);
  });
}

/** Returns names that occur in no tracked file, now or at a commit; none if git cannot tell. */
function absent(
  names: readonly string[],
  site: RepositoryView,
  ...commit: readonly string[]
): ReadonlySet<string> {
  const request = names.flatMap((name) => ['-e', name]);
  const how = ['-I', '-w', '-F', '-o', '-h', ...request, ...commit];
  const text = site.git(['grep', ...how, '--', ...site.sources, ...NO_CODE], { answers: [0, 1] });
  if (text === null) return new Set(commit.length > 0 ? names : []); // before the first commit there is no HEAD
  const found = new Set(text.split('\n'));
  return new Set(names.filter((name) => !found.has(name)));
}

/** The removal of a name from the code, and the name that replaced it. */
interface Removal {
  readonly by: LogCommit;
  readonly to: string | null;
}

/** Finds the last commit that removed a line with each of the names. */
function removalsOf(claims: readonly Reference[], site: RepositoryView): Map<string, Removal> {
  const names = [...new Set(claims.map(({ name }) => name))];
  const any = names.map((name) => name.replaceAll('$', '[$]')).join('|');
  const text = site.git([
    'log',
    '-p',
    '-U0',
    '--no-color',
    '--no-renames',
    LOG_FORMAT,
    `-G(^|[^A-Za-z0-9_$])(${any})([^A-Za-z0-9_$]|$)`,
    ...formatSinceOption(claims),
    '--',
    ...site.sources,
    ...NO_CODE,
  ]);
  const found = new Map<string, Removal>();
  for (const { by, removed, added } of hunks(text ?? ''))
    for (const name of names) {
      const known = found.get(name);
      const line = removed.find((one) => hasWord(one, name));
      if (line === undefined || (known && (known.to !== null || known.by.id !== by.id))) continue;
      found.set(name, { by, to: successor(line, name, added) });
    }
  return found;
}

interface Hunk {
  readonly by: LogCommit;
  readonly removed: string[];
  readonly added: string[];
}

function hunks(text: string): readonly Hunk[] {
  const found: Hunk[] = [];
  let commit: LogCommit | null = null;
  let isInside = false;
  for (const line of text.split('\n')) {
    const parsedCommit = parseLogCommit(line);
    if (parsedCommit || line.startsWith('diff --git ')) isInside = false;
    commit = parsedCommit ?? commit;
    if (commit && line.startsWith('@@ ')) {
      isInside = true;
      found.push({ by: commit, removed: [], added: [] });
    } else if (isInside && line.startsWith('-')) found.at(-1)?.removed.push(line.slice(1));
    else if (isInside && line.startsWith('+')) found.at(-1)?.added.push(line.slice(1));
  }
  return found;
}

const hasWord = (line: string, name: string): boolean => line.split(/[^\w$]+/).includes(name);

/** Returns the one different word of an added line that otherwise equals the removed one. */
function successor(removed: string, name: string, added: readonly string[]): string | null {
  const before = removed.split(/([\w$]+)/);
  for (const line of added) {
    const after = line.split(/([\w$]+)/);
    const others = after.filter((word, at) => word !== before[at]);
    const isSwapped = after.every((word, at) => word === before[at] || before[at] === name);
    if (after.length === before.length && isSwapped && new Set(others).size === 1) return others[0] ?? null;
  }
  return null;
}
