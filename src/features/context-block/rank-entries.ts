import { PROVISIONAL } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { ENTRY_TYPES, type EntryType } from '../../notes/entry-types.js';

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
export interface RankContext {
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
