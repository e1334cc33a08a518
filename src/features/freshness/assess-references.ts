import type { CommandContext } from '../../command/define-command.js';
import { addDays, isDate, type LocalTime, parseInstant } from '../../dates/local-time.js';
import { type Entry, formatEntryText } from '../../notes/entries/entry.js';
import { findBareSymbols, findCodeReferences } from '../../notes/entries/references.js';
import type { EntryType } from '../../notes/entry-types.js';
import type { Reference, ReferenceStatus, StatusKind } from '../../notes/reference-status.js';
import type { SearchHit } from '../../search/query.js';
import { sortSuperseded } from '../../search/ranking/sort-superseded.js';

/** What an entry claims about the working tree, as of the day it was verified, else written. */
function extractClaims(entry: Entry, local: (ms: number) => LocalTime): readonly Reference[] {
  const text = joinText(entry);
  const mentions = [...findCodeReferences(text), ...findBareSymbols(text)];
  if (mentions.length === 0) return [];
  const since = readClaimTime(entry, local);
  return mentions.map((mention) => ({ ...mention, since }));
}

const joinText = (entry: Entry): string => [formatEntryText(entry), entry.why].filter(Boolean).join('\n');

/** A day alone lasts to its end: what happened on it may have been known. */
function readClaimTime({ verified, at }: Entry, local: (ms: number) => LocalTime): number | null {
  const times = [verified, at].flatMap((text) => {
    const day = text?.trim() ?? '';
    const time = isDate(day) ? parseInstant(addDays(day, 1), local) : parseInstant(day, local);
    return time === null ? [] : [time];
  });
  return times.length === 0 ? null : Math.max(...times);
}

/** The freshness of an entry by the working tree (FEATURES H5); an entry that names nothing in it has none. */
export interface Freshness {
  /** `unverifiable`: nothing that it names can be checked here. */
  readonly state: 'fresh' | 'stale' | 'unverifiable';
  readonly named: readonly ReferencedThing[];
}

/** One thing that an entry names, and its state. */
export interface ReferencedThing extends Pick<Reference, 'sort' | 'name'>, Omit<ReferenceStatus, 'at'> {
  /** ISO 8601 with offset. */
  readonly at: string | null;
}

/** Assesses entries with one query for all names. Null for an entry that names nothing. */
export function assessFreshness(
  entries: readonly Entry[],
  local: (ms: number) => LocalTime,
  findStatuses: (claims: readonly Reference[]) => readonly ReferenceStatus[],
): readonly (Freshness | null)[] {
  const claims = entries.map((entry) => extractClaims(entry, local));
  const all = claims.flat();
  if (all.length === 0) return entries.map(() => null);
  const fates = findStatuses(all)[Symbol.iterator]();
  return entries.map((entry, at) => {
    const bare = new Set(findBareSymbols(joinText(entry)).map(({ name }) => name));
    const named = (claims[at] ?? []).flatMap((claim): readonly ReferencedThing[] => {
      const fate = judged(entry, claim, fates.next().value ?? UNKNOWN);
      const { sort, name } = claim;
      // a word without backticks that the code never had is no name of it
      if (sort === 'symbol' && fate.fate === 'unknown' && bare.has(name)) return [];
      return [{ sort, name, ...fate, at: fate.at === null ? null : local(fate.at).iso }];
    });
    return named.length === 0 ? null : { state: stateOf(named), named };
  });
}

const UNKNOWN: ReferenceStatus = { fate: 'unknown', to: null, at: null, commit: null };
const THERE: ReferenceStatus = { ...UNKNOWN, fate: 'there' };

function judged(entry: Entry, { since, sort }: Reference, fate: ReferenceStatus): ReferenceStatus {
  if (tellsOf(entry, since, fate)) return UNKNOWN;
  const isVouched = entry.verified !== null || (sort === 'commit' && !OF_COMMITS.test(joinText(entry)));
  if (fate.fate === 'absent' && isVouched) return UNKNOWN;
  return fate.fate === 'changed' && isHistoricalType(entry.type) ? THERE : fate;
}

/** Words beside a hash of a commit; hashes of other things look the same. */
const OF_COMMITS = /\b(?:commit|revert|merge|cherry-pick|bisect|fixed (?:in|by)|since)|提交/i;

/** True for a type about the past: a changed file does not make its entries stale while the file exists. */
export const isHistoricalType = (type: EntryType): boolean => RECORDS.includes(type);

const RECORDS: readonly EntryType[] = [
  'progress',
  'experience',
  'tool',
  'obs',
  'error',
  'moment',
  'summary',
  'handoff',
  'step',
  'finding',
];

/** The change that an entry describes does not make it stale: it is committed within the day. */
const tellsOf = ({ text, why, type }: Entry, since: number | null, { fate, at }: ReferenceStatus): boolean =>
  (fate === 'deleted' || fate === 'renamed' || fate === 'absent') &&
  (since === null || at === null || at < since + DAY) &&
  (type === 'rejected' || type === 'failure' || PARTING.test(withoutNames(`${text} ${why ?? ''}`)));

/** What is named may itself be called `removed.ts`. */
const withoutNames = (text: string): string =>
  text
    .replace(/`[^`\n]*`/g, ' ')
    .split(/\s/)
    .filter((word) => !/[/.]\w/.test(word))
    .join(' ');

const DAY = 86_400_000;
const PARTING =
  /\b(?:remov|delet|renam|replac|retir|purg|mov)(?:e[ds]?|es|ing)\b|\bdrop(?:s|ped|ping)?\b|\b(?:instead of|no longer|gone|(?:get|got|getting) rid of)\b|删除|移除|重命名|替换/i;

function stateOf(named: readonly ReferencedThing[]): Freshness['state'] {
  if (named.some(isOutdated)) return 'stale';
  return named.some(({ fate }) => fate === 'there') ? 'fresh' : 'unverifiable';
}

/** The factor for the score of an entry by the state of what it names: what only changed may still be valid. */
const LEFT: Readonly<Record<StatusKind, number>> = {
  deleted: 0.6,
  renamed: 0.7,
  reverted: 0.6,
  dropped: 0.7,
  absent: 0.7,
  changed: 0.9,
};

/** True for what is not as it was. */
const isOutdated = (named: ReferencedThing): named is ReferencedThing & { readonly fate: StatusKind } =>
  named.fate !== 'there' && named.fate !== 'unknown';

/** What is left of the weight of an entry, 0–1: what is stale ranks lower. */
export const rateFreshness = (freshness: Freshness | null): number =>
  Math.min(1, ...(freshness?.named ?? []).filter(isOutdated).map(({ fate }) => LEFT[fate]));

/** Why an entry is stale, for its reader: `src/a.ts was renamed to src/b.ts on 2026-06-09 (3f2a1b0)`; null where it is not. */
export function describeStaleness(freshness: Freshness | null): string | null {
  if (freshness?.state !== 'stale') return null;
  const ended = freshness.named.filter(isOutdated);
  const more = ended.length > MOST_SHOWN ? [`and ${ended.length - MOST_SHOWN} more`] : [];
  return [...ended.slice(0, MOST_SHOWN).map(describeChange), ...more].join(', ');
}

/** So many are named on a line; `why ID` and `--json` name all. */
const MOST_SHOWN = 2;

/** The state of one reference, in words. */
export function describeChange(named: ReferencedThing): string {
  const { name, sort, fate, to, at, commit } = named;
  const text = `${sort === 'script' || sort === 'commit' ? `${sort} ` : ''}${name} ${WORDS[fate](sort, to)}`;
  if (!isOutdated(named) || fate === 'dropped' || fate === 'absent') return text;
  const when = at === null ? ', not committed yet' : ` on ${at.slice(0, 10)}`;
  return `${text}${when}${commit === null ? '' : ` (${commit.slice(0, 7)})`}`;
}

const WORDS: Record<ReferenceStatus['fate'], (sort: Reference['sort'], to: string | null) => string> = {
  there: () => 'is there',
  unknown: () => 'cannot be checked here',
  deleted: (sort) => (sort === 'symbol' ? 'left the code' : 'was deleted'),
  renamed: (_, to) => `was renamed to ${to}`,
  changed: () => 'was changed',
  reverted: () => 'was reverted',
  dropped: () => 'is on no branch any more',
  absent: () => 'never existed in this repository',
};

/** How fresh each of some entries is. */
export interface FreshnessLookup {
  /** Null for one that names nothing of the working tree. */
  of(entry: Entry): Freshness | null;
  /** What its reader should know of it: why it is stale; null where it is not. */
  mark(entry: Entry): string | null;
}

/** Looks at all that these entries name, at once. */
export function queryFreshness(ctx: CommandContext, entries: readonly Entry[]): FreshnessLookup {
  const found = assessFreshness(entries, ctx.local, (claims) =>
    ctx.query('referenceStatuses', claims, PATIENCE_MS),
  );
  const known = new Map(entries.map((entry, at) => [placeOf(entry), found[at] ?? null]));
  const of = (entry: Entry) => known.get(placeOf(entry)) ?? null;
  const mark = (entry: Entry) => {
    const why = describeStaleness(of(entry));
    return why && `stale: ${why}`;
  };
  return { of, mark };
}

/** The time limit of git in ms while a user waits; the rest is checked at night. */
const PATIENCE_MS = 5000;

const placeOf = ({ path, line, id }: Entry): string => `${path}:${line}:${id}`;

/** What is stale ranks lower among what is shown; the part that takes its score away is named among those that gave it. */
export function demoteStale(hits: readonly SearchHit[], fresh: FreshnessLookup): readonly SearchHit[] {
  const weighed = hits.map((hit): SearchHit => {
    const left = rateFreshness(fresh.of(hit));
    if (left === 1) return hit;
    const score = hit.score * left;
    return { ...hit, score, ...(hit.parts && { parts: { ...hit.parts, stale: score - hit.score } }) };
  });
  return weighed.every((hit, at) => hit === hits[at])
    ? hits
    : sortSuperseded(weighed.toSorted((a, b) => b.score - a.score));
}
