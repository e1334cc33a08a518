import { findLikelyOvertaken, findSameSubject } from '../../matching/relations/find-likely-overtaken.js';
import { LineRanker, type RankEntries } from '../../matching/relations/find-related-entries.js';
import { isSameStatement } from '../../matching/relations/find-relation.js';
import { parseStatement } from '../../matching/similarity/statement.js';
import { type Entry, formatEntryText, isStanding, PROVISIONAL } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { ENTRY_TYPES, type EntryType } from '../../notes/entry-types.js';
import { hasTiming, isPassing, isRedacted } from '../promotion/passing.js';

/**
 * The score of a new entry of each type, 0–1 (FEATURES K5): what must hold and what must not be
 * tried again comes first, then open loops, decisions, facts, and events last.
 */
const TYPE_WORTH: Readonly<Partial<Record<EntryType, number>>> = {
  rule: 0.95,
  constraint: 0.96,
  rejected: 0.87,
  failure: 0.87,
  feedback: 0.85,
  blocker: 0.9,
  problem: 0.85,
  question: 0.85,
  next: 0.8,
  todo: 0.8,
  assumption: 0.5,
  decision: 0.82,
  preference: 0.76,
  gotcha: 0.75,
  fact: 0.7,
  learning: 0.5,
  progress: 0.5,
  finding: 0.5,
  summary: 0.5,
  experience: 0.45,
  moment: 0.45,
  obs: 0.45,
  error: 0.45,
  prose: 0.51,
  handoff: 0.45,
};

/** Types of events: their score falls to 0 with age, since later notes replace them. */
const PASSING_TYPES: readonly EntryType[] = [
  'progress',
  'finding',
  'summary',
  'experience',
  'moment',
  'obs',
  'error',
  'handoff',
];

/** Types of open loops: valid until they are closed. */
const OPEN_TYPES: readonly EntryType[] = ['blocker', 'problem', 'question', 'next', 'todo'];

/** The share of its score that a valid entry never loses by age. */
const LASTING_SHARE = 0.6;
/** What a link to the entry, or a line that repeats it, adds, each up to three times. */
const REINFORCED = 0.03;
const MOST_REINFORCEMENTS = 3;
/** Added for a verified entry, one of this branch, and one that names a file of the last calls. */
const VERIFIED = 0.05;
const OF_BRANCH = 0.03;
const OF_RECENT_FILE = 0.05;

/** What the score of entries depends on besides their own text. */
interface RankContext {
  /** The local day. */
  readonly today: string;
  readonly branch: string | null;
  /** Paths of the files that were worked on last. */
  readonly recentFiles: readonly string[];
  /** How many lines link to an entry or repeat it, by its id. */
  readonly repeats: ReadonlyMap<string, number>;
}

/**
 * Returns the score of an entry now, 0–1, from the text of the notes alone: showing an entry does not
 * change it, so a brief is repeatable. An entry with the tag `#key` always scores 1, and a correction
 * nearly as much until it is confirmed.
 */
export function rankEntry(entry: LocatedEntry, context: RankContext): number {
  if (entry.key) return 1;
  if (entry.status === PROVISIONAL) return 0.98;
  const repeats = Math.min(MOST_REINFORCEMENTS, context.repeats.get(entry.id) ?? 0);
  const isRecent = context.recentFiles.some((path) => entry.text.includes(path));
  const bonus =
    repeats * REINFORCED +
    (entry.verified === null ? 0 : VERIFIED) +
    (entry.branch !== null && entry.branch === context.branch ? OF_BRANCH : 0) +
    (isRecent ? OF_RECENT_FILE : 0);
  return Math.min(0.99, (TYPE_WORTH[entry.type] ?? 0) * shareLeft(entry, context.today) + bonus);
}

/** The share of its score that an entry keeps at its age, 0–1, by the half-life of its type. */
function shareLeft({ type, kind, verified, at }: LocatedEntry, today: string): number {
  const { halfLifeDays: halfLife } = ENTRY_TYPES[type];
  if (halfLife === null || OPEN_TYPES.includes(type)) return 1;
  const since = verified ?? at;
  const ageUnknown = kind === 'session' ? 0 : halfLife; // an entry of SESSION.md is of this session
  const age = since === null ? ageUnknown : Math.max(0, countDays(since.slice(0, 10), today));
  const left = 0.5 ** (age / halfLife);
  return PASSING_TYPES.includes(type) ? left : LASTING_SHARE + (1 - LASTING_SHARE) * left;
}

const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

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
  const ranker = new LineRanker(candidates);
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
      ranker.rank(text, (own) => accept(own) && mayYield(own));
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
