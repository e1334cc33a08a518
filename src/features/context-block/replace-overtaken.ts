import { findLikelyOvertaken, findSameSubject } from '../../matching/relations/find-likely-overtaken.js';
import { createEntryRanker, type RankEntries } from '../../matching/relations/find-related-entries.js';
import { isSameStatement } from '../../matching/relations/find-relation.js';
import { parseStatement } from '../../matching/similarity/statement.js';
import { type Entry, formatEntryText, isStanding } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { EntryType } from '../../notes/entry-types.js';
import { hasTiming, isPassing, isRedacted } from '../promotion/passing.js';

/** An entry with its score. */
export interface ShownEntry {
  readonly entry: LocatedEntry;
  readonly rank: number;
  /** The entry whose place in a brief it takes. */
  readonly insteadOf?: LocatedEntry;
  /** True where it only shares the subject of that entry. */
  readonly isOnlyNear?: boolean;
}

type Candidate = LocatedEntry & { readonly one: ShownEntry };

/** So many of the newest lines are compared with so many of the best: no brief shows more. */
const MOST_LATER = 60;
const MOST_EARLIER = 60;

/** The score of a line that yields: it is shown only where nothing else needs the room. */
export const YIELDING_RANK = 0.31;

/**
 * Shows a later line in the place of the entry that it likely replaces or closes, as long as no answer says whether it
 * does: of two lines that contradict each other, a reader follows whichever comes first. An entry that only shares its
 * subject with a later line gives it its score. An entry that is pinned, or that was verified since, stays; a line that
 * replaced another one replaces no third.
 */
export function replaceOvertakenLines(
  shown: readonly ShownEntry[],
  all: readonly LocatedEntry[],
  mayReplace: (entry: LocatedEntry) => boolean,
): readonly ShownEntry[] {
  const candidates = shown
    .slice(0, MOST_EARLIER)
    .map((one) => ({ ...one.entry, text: formatEntryText(one.entry), one }));
  const rank = createEntryRanker(candidates);
  const answered = new Set(all.map(({ superseded }) => superseded));
  const later = all
    .filter((entry) => entry.at !== null && isStanding(entry) && !isRedacted(entry.text))
    .filter(({ id }) => !answered.has(`^${id}`))
    .toSorted((a, b) => ((a.at ?? '') < (b.at ?? '') ? 1 : -1))
    .slice(0, MOST_LATER)
    .filter(mayReplace);
  const hidden = new Set<ShownEntry>();
  const yielding = new Set<ShownEntry>();
  const places = new Map<LocatedEntry, ShownEntry>();
  for (const entry of later) {
    const line = { text: formatEntryText(entry), type: entry.type };
    const mayYield = ({ one }: Candidate) =>
      !hidden.has(one) && !yielding.has(one) && mayTakePlace(one.entry, entry);
    const rankAll: RankEntries<Candidate> = (text, accept) =>
      rank(text, (own) => accept(own) && mayYield(own));
    const rankYielding: RankEntries<Candidate> = (text, accept) =>
      rankAll(text, (own) => accept(own) && !NEVER_YIELDING.includes(own.type) && !isAgainst(own));
    const isOfMoment = isPassing(line.text) || hasTiming(line.text);
    const found = findLikelyOvertaken(line, rankAll);
    const near = found ?? findSameSubject(line, isOfMoment, rankYielding);
    if (!near || saysTheSame(near.text, line.text)) continue;
    // a problem near to later work is likely solved
    if (found || near.type === 'problem') hidden.add(near.one);
    else yielding.add(near.one);
    places.set(entry, near.one);
  }
  const moved = [...places].flatMap(([entry, old]): ShownEntry[] => {
    const own = shown.find((one) => one.entry === entry);
    if (own && (hidden.has(own) || yielding.has(own))) return [];
    const rank = Math.max(own?.rank ?? 0, old.rank);
    return [{ entry, rank, insteadOf: old.entry, isOnlyNear: !hidden.has(old) }];
  });
  const others = shown.filter((one) => !hidden.has(one) && (yielding.has(one) || !places.has(one.entry)));
  return [
    ...others.map((one) => (yielding.has(one) ? { ...one, rank: Math.min(one.rank, YIELDING_RANK) } : one)),
    ...moved,
  ];
}

/** Types that stay although a later line is near: they are seldom replaced without a word. */
const NEVER_YIELDING: readonly EntryType[] = ['rule', 'preference', 'blocker', 'question'];

/** A copy of a line, such as the one that was promoted from it, replaces nothing. */
const saysTheSame = (a: string, b: string): boolean => isSameStatement(parseStatement(a), parseStatement(b));

/** True for a decision that rejects something: it lasts. */
export const isAgainst = ({ type, text }: Pick<LocatedEntry, 'type' | 'text'>): boolean =>
  type === 'decision' && AGAINST.test(text);

/** The opening of a decision that rejects something, so that a decision and a rejection of one thing are shown once. */
export const AGAINST = /^decided against:? /i;

const mayTakePlace = (old: LocatedEntry, { at, id }: Entry): boolean =>
  !old.key &&
  old.id !== id &&
  (old.at ?? '') < (at ?? '') &&
  (old.verified ?? '') < (at ?? '').slice(0, 'YYYY-MM-DD'.length);
