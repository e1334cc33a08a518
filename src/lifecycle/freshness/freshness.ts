import type { EntryType } from '../../kinds/types.js';
import type { Entry } from '../../wiki/entry.js';
import type { Claim, Ending, NamedFate } from '../../wiki/fate.js';
import type { Local } from '../../wiki/time.js';
import { claimsOf } from './claims.js';

/** What the working tree says of an entry (FEATURES H5); an entry that names nothing of it has no freshness. */
export interface Freshness {
  /** `unverifiable`: nothing here tells of anything that it names. */
  readonly state: 'fresh' | 'stale' | 'unverifiable';
  readonly named: readonly Named[];
}

/** One thing that an entry names, and what became of it. */
export interface Named extends Pick<Claim, 'sort' | 'name'>, Omit<NamedFate, 'at'> {
  /** ISO 8601 with offset. */
  readonly at: string | null;
}

/** Judges entries; all that they name is asked for at once. Null stands for one that names nothing. */
export function freshnessesOf(
  entries: readonly Entry[],
  local: (ms: number) => Local,
  became: (claims: readonly Claim[]) => readonly NamedFate[],
): readonly (Freshness | null)[] {
  const claims = entries.map((entry) => claimsOf(entry, local));
  const all = claims.flat();
  if (all.length === 0) return entries.map(() => null);
  const fates = became(all)[Symbol.iterator]();
  return entries.map((entry, at) => {
    const named = (claims[at] ?? []).map((claim): Named => {
      const fate = judged(entry, claim, fates.next().value ?? UNTOLD);
      const { sort, name } = claim;
      return { sort, name, ...fate, at: fate.at === null ? null : local(fate.at).iso };
    });
    return named.length === 0 ? null : { state: stateOf(named), named };
  });
}

const UNTOLD: NamedFate = { fate: 'unknown', to: null, at: null, commit: null };
const THERE: NamedFate = { ...UNTOLD, fate: 'there' };

function judged(entry: Entry, { since }: Claim, fate: NamedFate): NamedFate {
  if (tellsOf(entry, since, fate)) return UNTOLD;
  return fate.fate === 'changed' && isRecord(entry.type) ? THERE : fate;
}

/** True for a type whose entries tell what was: what a file became since does not make them stale while it is there. */
export const isRecord = (type: EntryType): boolean => RECORDS.includes(type);

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

/** An entry that tells how something goes is not made stale by that: it is committed within the day. */
const tellsOf = ({ text, why, type }: Entry, since: number | null, { fate, at }: NamedFate): boolean =>
  (fate === 'deleted' || fate === 'renamed') &&
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

function stateOf(named: readonly Named[]): Freshness['state'] {
  if (named.some(isEnded)) return 'stale';
  return named.some(({ fate }) => fate === 'there') ? 'fresh' : 'unverifiable';
}

/** What is left of the weight of an entry that names what ended so: what only changed may hold still. */
const LEFT: Readonly<Record<Ending, number>> = {
  deleted: 0.6,
  renamed: 0.7,
  reverted: 0.6,
  dropped: 0.7,
  changed: 0.9,
};

/** True for what is not as it was. */
export const isEnded = (named: Named): named is Named & { readonly fate: Ending } =>
  named.fate !== 'there' && named.fate !== 'unknown';

/** What is left of the weight of an entry, 0–1: what is stale ranks lower. */
export const weightLeft = (freshness: Freshness | null): number =>
  Math.min(1, ...(freshness?.named ?? []).filter(isEnded).map(({ fate }) => LEFT[fate]));
