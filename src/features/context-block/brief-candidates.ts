import { addDays } from '../../dates/local-time.js';
import { isSameStatement } from '../../matching/relations/find-relation.js';
import { parseStatement } from '../../matching/similarity/statement.js';
import { isStanding } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { EntryType } from '../../notes/entry-types.js';
import { parseFreeform } from '../../notes/freeform/parse-freeform.js';
import { countEach } from '../../text/group-by.js';
import { estimateTokens } from '../../text/tokens/estimate.js';
import { isLikelyLasting } from '../promotion/lasting-score.js';
import { hasTiming, isPassing, isRedacted } from '../promotion/passing.js';
import { WAITING_DAYS } from '../promotion/waiting/find-waiting.js';
import { isReminding, parseReminderDue } from '../reminders/due-reminders.js';
import { formatAwaitedLine, formatBriefLine, formatReminderLine, getShownText } from './brief-lines.js';
import type { BriefSources } from './brief-sources.js';
import {
  AGAINST,
  isAgainst,
  rankEntry,
  replaceOvertakenLines,
  type ShownEntry,
  YIELDING_RANK,
} from './rank-entries.js';
import type { BudgetCandidate } from './token-budget.js';

/** A line that a brief may show, and its entry. */
export interface BriefCandidate extends BudgetCandidate {
  readonly entry: LocatedEntry;
}

/** The parts of a brief in the order in which they are shown, and the types in each. */
const PARTS = {
  Due: [],
  Rules: ['rule', 'constraint'],
  Preferences: ['preference'],
  'Not again': ['rejected', 'failure', 'feedback'],
  Open: ['blocker', 'problem', 'question', 'next', 'todo', 'assumption'],
  Decisions: ['decision'],
  Known: ['gotcha', 'fact', 'learning'],
  'Mention when it comes up': [],
  Lately: ['progress', 'finding', 'summary', 'experience', 'moment', 'obs', 'error', 'handoff', 'prose'],
} as const satisfies Readonly<Record<string, readonly EntryType[]>>;

type PartTitle = keyof typeof PARTS;

/** Titles in the order in which a brief shows them. */
export const PART_TITLES = Object.keys(PARTS) as PartTitle[];

/** The part of a brief for each type. */
export const PART_OF: ReadonlyMap<EntryType, PartTitle> = new Map(
  PART_TITLES.flatMap((title) => PARTS[title].map((type) => [type, title] as const)),
);

/** Lines with a lower score are not shown, even where there is room. */
const LEAST_RANK = 0.3;
/** So many lines at most are held against each other and looked up; more never fit a brief. */
const MOST_CANDIDATES = 120;

/** Lists what a brief may show. */
export function listBriefCandidates(sources: BriefSources, budget: number) {
  const ranked = rankAll(sources, budget);
  const worthy = ranked.filter(({ rank }) => rank >= LEAST_RANK).slice(0, MOST_CANDIDATES);
  const folded = leaveOutEndedGoals(
    replaceOvertakenLines(foldRepeats(worthy), sources.entries, sources.mayReplace),
    worthy,
    sources,
  );
  const isDue = new Set(sources.reminders);
  const staleness = sources.stale(folded.map(({ entry }) => entry));
  const candidates = folded
    .map(({ entry, rank, insteadOf, isOnlyNear }): BriefCandidate => {
      const stale = staleness(entry);
      return {
        part:
          findTopicPart(entry) ??
          (isDue.has(entry) ? 'Due' : null) ??
          findPart(
            isOnlyNear && !UNTYPED.includes(entry.type) ? entry : (insteadOf ?? entry),
            sources.today,
          ) ??
          '',
        line: isDue.has(entry)
          ? formatReminderLine(entry)
          : formatBriefLine(entry, sources.today, stale?.mark),
        rank: rank * (stale?.left ?? 1),
        group: entry.type,
        entry,
      };
    })
    .concat(
      sources.awaited
        .filter(({ id }) => !sources.reminders.some((shown) => shown.id === id))
        .map(toAwaitedCandidate),
    )
    .toSorted(compareRanks);
  return { candidates, hidden: ranked.length - worthy.length };
}

/** A shorter text is in the goal of a session by chance. */
const SHORTEST_ENDED = 12;

/** Leaves out hand-offs whose goal repeats an entry that is ended or not shown: they would state it again. */
function leaveOutEndedGoals(
  shown: readonly ShownEntry[],
  worthy: readonly ShownEntry[],
  { entries }: BriefSources,
): readonly ShownEntry[] {
  const handoffs = shown.filter(({ entry }) => entry.type === 'handoff');
  if (handoffs.length === 0) return shown;
  const inView = new Set(shown.map(({ entry }) => entry));
  const hidden = worthy.filter(({ entry }) => !inView.has(entry)).map(({ entry }) => entry);
  const ended = [...entries.filter((entry) => !isStanding(entry)), ...hidden]
    .filter(({ type }) => type !== 'handoff')
    .map(normalize)
    .filter(({ length }) => length >= SHORTEST_ENDED);
  const repeats = (entry: LocatedEntry) => ended.some((text) => normalize(entry).includes(text));
  return shown.filter(({ entry }) => entry.type !== 'handoff' || !repeats(entry));
}

/** The rank of a reminder that waits for a topic. */
const AWAITED_RANK = 0.6;

/** The part of reminders that wait for a topic, due or not. */
const TOPIC_PART: PartTitle = 'Mention when it comes up';

const findTopicPart = (entry: LocatedEntry): PartTitle | null =>
  isReminding(entry) && parseReminderDue(entry)?.type === 'context' ? TOPIC_PART : null;

const toAwaitedCandidate = (entry: LocatedEntry): BriefCandidate => ({
  part: TOPIC_PART,
  line: formatAwaitedLine(entry),
  rank: AWAITED_RANK,
  group: 'awaited',
  entry,
});

/** The valid entries, best first; among equals the newer, then the lower line. */
function rankAll(sources: BriefSources, budget: number): readonly ShownEntry[] {
  const { today, branch, recentFiles, entries, reminders, todos } = sources;
  const context = { today, branch, recentFiles, repeats: countRepeats(entries) };
  const closed = findClosedTexts(entries);
  const isDoubtful = createDoubtTest(sources);
  const state = findProjectState(entries);
  const recent = findRecentLines(sources, budget * RECENT_SHARE);
  return [
    ...reminders.map((entry) => ({ entry, rank: 1 })),
    ...[...entries.map(asOpenTask), ...todos]
      .filter((entry) => isStanding(entry) && findPart(entry, today) !== null && !isClosed(entry, closed))
      .map((entry) => ({
        entry,
        rank: isRedacted(entry.text)
          ? 0
          : isDoubtful(entry)
            ? YIELDING_RANK
            : state.has(entry)
              ? STATE_RANK
              : recent.has(entry)
                ? RECENT_RANK
                : (rankUntyped(entry, sources) ?? rankEntry(entry, context)),
      })),
  ].toSorted(compareRanks);
}

/** The last lines of Progress are the state of the project (FEATURES A10), on any later day. */
const MOST_STATE = 3;
const STATE_RANK = 0.5;

const findProjectState = (entries: readonly LocatedEntry[]): ReadonlySet<LocatedEntry> =>
  new Set(
    entries
      .filter((entry) => entry.type === 'progress' && isStanding(entry))
      .toSorted((a, b) => compareDates(a, b))
      .slice(-MOST_STATE),
  );

/** From this age on a problem may be solved without a word. */
const DOUBTFUL_DAYS = 2;
/** Types of lines that may say how a problem was solved. */
const SOLVING: readonly EntryType[] = ['progress', 'learning', 'experience'];

/**
 * Returns a test for problems that are likely solved: no question was answered here, and work was logged since. In the weeks
 * that rules were measured on, half of these were.
 */
function createDoubtTest({ isAnswered, entries, today }: BriefSources): (entry: LocatedEntry) => boolean {
  const times = entries.flatMap(({ type, at }) => (SOLVING.includes(type) && at !== null ? [at] : []));
  const last = times.reduce((a, b) => (a > b ? a : b), '');
  const until = addDays(today, -DOUBTFUL_DAYS);
  return ({ type, at, verified, key }) =>
    !isAnswered &&
    type === 'problem' &&
    !key &&
    at !== null &&
    (verified ?? at).slice(0, until.length) <= until &&
    at < last;
}

/** A line with the label of a task is an open loop, whatever section it is in. */
function asOpenTask(entry: LocatedEntry): LocatedEntry {
  const found = UNTYPED.includes(entry.type) ? parseFreeform(entry.text) : null;
  return found?.type === 'todo' ? { ...entry, type: 'todo', text: found.text } : entry;
}

/** The newest untyped lines of today and yesterday may take so much of a brief, before decisions. */
const RECENT_SHARE = 0.25;
const RECENT_RANK = 0.83;

/** Finds the newest untyped lines of today and yesterday that fit into some tokens. */
function findRecentLines(
  { entries, today, isDeclined }: BriefSources,
  tokens: number,
): ReadonlySet<LocatedEntry> {
  let left = tokens;
  const newest = entries
    .filter(
      (entry) =>
        UNTYPED.includes(entry.type) &&
        isStanding(entry) &&
        (entry.at ?? today).slice(0, 10) >= addDays(today, -1) &&
        !isOver(entry, today) &&
        !isDeclined(entry),
    )
    .toSorted((a, b) => compareDates(b, a) || b.line - a.line);
  return new Set(
    newest.filter((entry) => {
      left -= estimateTokens(formatBriefLine(entry, today));
      return left >= 0;
    }),
  );
}

/** True after the day of a line that is of its moment: a plan, a guess, a time that was measured. */
const isOver = ({ text, at }: LocatedEntry, today: string): boolean =>
  (at ?? today).slice(0, 10) < today && (isPassing(text) || hasTiming(text));

/** Untyped lines follow those with a type for so many days. */
const UNTYPED_DAYS = 7;
const UNTYPED_RANK = 0.4;

/** The score of an untyped line of the last days that likely lasts: it waits for an answer. */
const WAITING_RANK = 0.7;

/**
 * The score of an untyped line after its day: a statement that likely lasts is before others as long as it waits for an
 * answer; after seven days only one that is verified or pinned is shown. Returns null for every other entry.
 */
function rankUntyped(entry: LocatedEntry, { today, isDeclined }: BriefSources): number | null {
  const { type, text, at } = entry;
  const day = at?.slice(0, 10) ?? today;
  if (day >= today) return null;
  if (type === 'progress') return 0;
  if (!UNTYPED.includes(type) || entry.key) return null;
  if (isDeclined(entry) || isOver(entry, today)) return 0;
  if (day > addDays(today, -WAITING_DAYS) && isLikelyLasting(text)) return WAITING_RANK;
  return entry.verified !== null || day > addDays(today, -UNTYPED_DAYS) ? UNTYPED_RANK : 0;
}

const UNTYPED: readonly EntryType[] = ['experience', 'moment', 'obs'];

const compareRanks = (a: ShownEntry, b: ShownEntry): number =>
  b.rank - a.rank || compareDates(b.entry, a.entry) || b.entry.line - a.entry.line;

const compareDates = (a: LocatedEntry, b: LocatedEntry): number =>
  (a.at ?? '') < (b.at ?? '') ? -1 : (a.at ?? '') > (b.at ?? '') ? 1 : 0;

/** A temporary decision that is older than this many days is an open loop. */
const TEMPORARY_DAYS = 14;
const TEMPORARY = /\b(temporar(?:y|ily)|for now|until|workaround|stop-?gap)\b|暂时|临时/i;

function findPart({ type, text, at }: LocatedEntry, today: string): PartTitle | null {
  if (type !== 'decision') return PART_OF.get(type) ?? null;
  if (isAgainst({ type, text })) return 'Not again';
  const isOverdue = TEMPORARY.test(text) && (at ?? today) < addDays(today, -TEMPORARY_DAYS);
  return isOverdue ? 'Open' : 'Decisions';
}

const normalize = (entry: LocatedEntry): string =>
  getShownText(entry)
    .replace(AGAINST, '')
    .replace(/\s+/g, ' ')
    .replace(/[.。]$/, '')
    .trim()
    .toLowerCase();

/** The texts of closed and replaced entries, with the day of the newest. */
function findClosedTexts(entries: readonly LocatedEntry[]): ReadonlyMap<string, string> {
  const closed = new Map<string, string>();
  for (const entry of entries) {
    if (isStanding(entry)) continue;
    const text = normalize(entry);
    if ((closed.get(text) ?? '') <= (entry.at ?? '')) closed.set(text, entry.at ?? '');
  }
  return closed;
}

/** A copy of a closed entry in another note is not shown, unless the copy is newer. */
const isClosed = (entry: LocatedEntry, closed: ReadonlyMap<string, string>): boolean => {
  const at = closed.get(normalize(entry));
  return at !== undefined && (entry.at ?? '') <= at;
};

/** How many lines link to an entry, by its id. */
const countRepeats = (entries: readonly LocatedEntry[]): ReadonlyMap<string, number> =>
  countEach(entries.flatMap(({ from }) => /#\^([^\]|]+)/.exec(from ?? '')?.[1] ?? []));

/** Keeps the best of each group of lines that repeat each other; one with a reason or a type replaces one without. */
function foldRepeats(ranked: readonly ShownEntry[]): readonly ShownEntry[] {
  const shown: { one: ShownEntry; readonly text: string; readonly read: () => ParsedLine }[] = [];
  for (const one of ranked) {
    const text = normalize(one.entry);
    let parsed: ParsedLine | null = null;
    const read = () => (parsed ??= parseLine(text));
    const same = shown.find(
      (other) =>
        !isReminding(one.entry) &&
        !isReminding(other.one.entry) &&
        (other.text === text || isSameLine(other.read(), read())),
    );
    if (!same) shown.push({ one, text, read });
    else if (isLess(same.one.entry, one.entry)) same.one = { entry: one.entry, rank: same.one.rank };
  }
  return shown.map(({ one }) => one);
}

/** True for a line without a reason, or without a type, beside the same one with it. */
const isLess = (a: LocatedEntry, b: LocatedEntry): boolean =>
  (a.why === null && b.why !== null) || (UNTYPED.includes(a.type) && !UNTYPED.includes(b.type));

interface ParsedLine {
  readonly statement: ReturnType<typeof parseStatement>;
  readonly stems: ReadonlySet<string>;
}

function parseLine(text: string): ParsedLine {
  const statement = parseStatement(text);
  return { statement, stems: new Set(statement.words.map(({ stem }) => stem)) };
}

/** Lines that repeat each other share at least half of their words: counting these is cheaper than comparing. */
function isSameLine(a: ParsedLine, b: ParsedLine): boolean {
  const [short, long] = a.stems.size <= b.stems.size ? [a.stems, b.stems] : [b.stems, a.stems];
  let shared = 0;
  for (const stem of short) if (long.has(stem)) shared++;
  return shared * 2 >= short.size && isSameStatement(a.statement, b.statement);
}
