import type { Claim, NamedFate } from '../../wiki/fate.js';
import { type Freshness, isEnded, type Named } from './freshness.js';

/** Why an entry is stale, for its reader: `src/a.ts was renamed to src/b.ts on 2026-06-09 (3f2a1b0)`; null where it is not. */
export function staleness(freshness: Freshness | null): string | null {
  if (freshness?.state !== 'stale') return null;
  const ended = freshness.named.filter(isEnded);
  const more = ended.length > MOST_TOLD ? [`and ${ended.length - MOST_TOLD} more`] : [];
  return [...ended.slice(0, MOST_TOLD).map(became), ...more].join(', ');
}

/** So much is told on a line; `why ID` and `--json` tell all. */
const MOST_TOLD = 2;

/** What became of one thing, in words. */
export function became(named: Named): string {
  const { name, sort, fate, to, at, commit } = named;
  const said = `${sort === 'script' || sort === 'commit' ? `${sort} ` : ''}${name} ${WORDS[fate](sort, to)}`;
  if (!isEnded(named) || fate === 'dropped') return said;
  const when = at === null ? ', not committed yet' : ` on ${at.slice(0, 10)}`;
  return `${said}${when}${commit === null ? '' : ` (${commit.slice(0, 7)})`}`;
}

const WORDS: Record<NamedFate['fate'], (sort: Claim['sort'], to: string | null) => string> = {
  there: () => 'is there',
  unknown: () => 'cannot be checked here',
  deleted: (sort) => (sort === 'symbol' ? 'left the code' : 'was deleted'),
  renamed: (_, to) => `was renamed to ${to}`,
  changed: () => 'was changed',
  reverted: () => 'was reverted',
  dropped: () => 'is on no branch any more',
};
