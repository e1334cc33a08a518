import { addHandDates } from '../../command/add-hand-dates.js';
import type { CommandContext } from '../../command/define-command.js';
import { readEntriesAt, readMemoryEntries } from '../../command/entry-format.js';
import { createTimeContext } from '../../dates/due-date.js';
import { addDays, isDate, toDayNumber } from '../../dates/local-time.js';
import { matchTopics } from '../../matching/topics/topic-match.js';
import { type Entry, formatEntryText, isForBranch, isStanding } from '../../notes/entries/entry.js';
import { isNoStatement } from '../../notes/entries/located-entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { EntryType } from '../../notes/entry-types.js';
import { notePath, parsePathDate } from '../../notes/kinds/index.js';
import { listDatedPages, listNotePaths } from '../../notes/kinds/note-paths.js';
import type { Notebook } from '../../notes/notebook.js';
import { readTaskNotes } from '../../records/note-sections.js';
import { isPlanComplete } from '../../records/plan-record.js';
import { listResumePoints } from '../../records/resume-point.js';
import { isInstruction } from '../../security/injection/classifier.js';
import { parseSynonymGroups } from '../../text/synonyms.js';
import { queryFreshness, rateFreshness } from '../freshness/assess-references.js';
import { findFactProposal, isAlreadyProposed } from '../inbox/propose.js';
import { readQuestion, readQuestionText } from '../promotion/waiting/find-waiting.js';
import {
  findDueInText,
  isReminding,
  listReminderEntries,
  MOST_LISTED,
  sortPendingReminders,
} from '../reminders/due-reminders.js';
import {
  type Continuation,
  findContinuation,
  listHandedOnQuestions,
  listSavedBlockers,
} from './continuation.js';

/** The parts of a brief, read from the notes. */
export interface BriefSources {
  /** The local day. */
  readonly today: string;
  readonly branch: string | null;
  /** Paths of the files that were worked on last. */
  readonly recentFiles: readonly string[];
  /** Every entry that may be shown: memory, session, recent days, what is open, what was rejected, mistakes, hand-offs. */
  readonly entries: readonly LocatedEntry[];
  readonly reminders: readonly LocatedEntry[];
  /** The newest open todos that are not due, and how many more there are. */
  readonly todos: readonly LocatedEntry[];
  readonly moreTodos: number;
  /** Reminders whose topic has not come up, so that the agent can match it. */
  readonly awaited: readonly LocatedEntry[];
  /** The next action of the last work; null where there is none. */
  readonly continuation: Continuation | null;
  /** How many proposals wait for a person. */
  readonly waiting: number;
  /** True for a line that an answer dropped, or that waits in the inbox. */
  readonly isDeclined: (entry: LocatedEntry) => boolean;
  /** True where an agent or a person answered questions in the last days. */
  readonly isAnswered: boolean;
  /** True for a later line that may replace an earlier one in its place, as long as no answer says whether it does. */
  readonly mayReplace: (entry: LocatedEntry) => boolean;
  /** Looks which of these entries name what is not as it was. */
  readonly stale: (entries: readonly LocatedEntry[]) => (entry: LocatedEntry) => StaleMark | null;
}

/** Why an entry is stale, for its reader, and the factor for its score, 0–1. */
export interface StaleMark {
  readonly mark: string;
  readonly left: number;
}

/** Days whose notes are read: those that retention keeps in their place (FEATURES C3). */
const DAYS = 31;
/** Types of a day that are of no use to the next sessions. */
const UNSHOWN: readonly EntryType[] = ['prose', 'tool', 'file', 'todo'];

/** Open todos are listed apart, those of all notes together. */
const isTyped = ({ type }: LocatedEntry): boolean => type !== 'prose' && type !== 'todo';

/** Reads the parts of a brief from the notes, as of now. */
export function collectBriefSources(ctx: CommandContext, notebook: Notebook): BriefSources {
  const today = ctx.local(ctx.now).date;
  const read = (path: string, only?: EntryType) =>
    readEntriesAt(ctx, notebook, `${notebook.content}/${path}`, only);
  const lines = readMemoryEntries(ctx, notebook);
  const typed = lines.filter(isTyped);
  const memory = addHandDates(ctx, notebook, typed.length > 0 ? typed : listUntypedStatements(lines));
  const session = read(notePath('session')).filter(isTyped);
  const days = listRecentDays(notebook, today).flatMap((path) => readEntriesAt(ctx, notebook, path));
  const feedback = read(notePath('feedback'), 'feedback').filter(
    (entry) => entry.verified === null && isStanding(entry),
  );
  const points = listResumePoints(ctx, notebook);
  const branch = ctx.query('branch');
  const isDeclined = (entry: LocatedEntry) =>
    isAlreadyProposed(`keep «${readQuestionText(entry)}»`, notebook);
  const batches = ctx.query('questions');
  const isAnswered = batches.some(({ isAnswer }) => isAnswer);
  const questions = new Set(batches.flatMap(({ keys }) => keys));
  const waits = (entry: LocatedEntry) =>
    (!entry.hasId || entry.type === 'experience') && !questions.has(readQuestion(entry)?.key ?? '');
  return {
    today,
    branch,
    recentFiles: ctx.query('recentFiles'),
    entries: [
      ...memory,
      ...session,
      ...days.filter(createDayFilter(memory)),
      ...read(notePath('failures'), 'failure'),
      ...feedback.slice(-LAST_FEEDBACK),
      ...listNotePaths('finding', notebook).flatMap((path) => readEntriesAt(ctx, notebook, path, 'question')),
      ...listPlanQuestions(ctx, notebook),
      ...listHandedOnQuestions(ctx, notebook),
      ...listSavedBlockers(ctx, notebook, points),
      ...read(notePath('handoff'), 'handoff').slice(-LAST_HANDOFFS),
    ].filter(
      (entry) =>
        isForBranch(entry, branch) && (entry.check === null || findFactProposal(entry, notebook) !== 'open'),
    ),
    ...listReminders(ctx, notebook, session),
    continuation: findContinuation(ctx, notebook, points),
    waiting: read(notePath('inbox'), 'proposal').filter(({ status }) => status === 'open').length,
    isDeclined,
    isAnswered,
    mayReplace: (entry) => !isDeclined(entry) && (!isAnswered || waits(entry)),
    stale(entries) {
      const fresh = queryFreshness(
        ctx,
        entries.filter((entry) => !isReminding(entry)),
      ); // these are about the future
      return (entry) => {
        const mark = fresh.mark(entry);
        if (mark !== null) return { mark, left: rateFreshness(fresh.of(entry)) };
        const age = entry.type === 'fact' && entry.check === null ? countDaysSince(entry, today) : 0;
        return age > OLD_DAYS ? { mark: `confirmed ${age} days ago`, left: LEFT_OF_OLD } : null;
      };
    },
  };
}

/** A fact without a proof says its age after so many days, and ranks lower by a factor. */
const OLD_DAYS = 60;
const LEFT_OF_OLD = 0.9;

/** Counts the days since an entry was verified, else written. */
const countDaysSince = ({ verified, at }: LocatedEntry, today: string): number => {
  const day = (verified ?? at)?.slice(0, 'YYYY-MM-DD'.length) ?? today;
  return isDate(day) ? toDayNumber(today) - toDayNumber(day) : 0;
};

/** Untyped lines that a brief shows where memory has no others. */
const UNTYPED_LINES = 12;

/** Lists the last statements of a memory in which no line has a type. */
const listUntypedStatements = (lines: readonly LocatedEntry[]): readonly LocatedEntry[] =>
  lines
    .filter(({ type, text }) => type !== 'todo' && !isNoStatement(text) && !isInstruction(text))
    .slice(-UNTYPED_LINES);

/** Lists the questions of plans whose task is not completed. */
const listPlanQuestions = (ctx: CommandContext, notebook: Notebook): readonly LocatedEntry[] =>
  readTaskNotes(notebook, 'plan')
    .filter((plan) => !isPlanComplete(plan))
    .flatMap(({ path }) => readEntriesAt(ctx, notebook, path, 'question'));

/** At the start of a session so many mistakes are reviewed (Mutable §Loop Prevention), and so many hand-offs read. */
export const LAST_FEEDBACK = 5;
const LAST_HANDOFFS = 3;

const listRecentDays = (notebook: Notebook, today: string): readonly string[] =>
  [...listNotePaths('day', notebook), ...listDatedPages(notebook)].filter((path) => {
    const date = parsePathDate(path);
    return date !== null && date > addDays(today, -DAYS) && date <= today;
  });

/** Returns a test that leaves out what memory has already, by link or in the same words, and tool output that gives orders. */
function createDayFilter(memory: readonly LocatedEntry[]): (entry: LocatedEntry) => boolean {
  const texts = new Set(memory.map(({ text }) => text.toLowerCase()));
  const sources = new Set(
    memory.flatMap(({ from }) => [...(from ?? '').matchAll(/#\^([^\]]+)\]\]/g)].map(([, id]) => id)),
  );
  return ({ id, type, text, why, by }) =>
    !UNSHOWN.includes(type) &&
    !(type === 'summary' && by === 'cron') &&
    !sources.has(id) &&
    !texts.has(text.toLowerCase()) &&
    !isInstruction(`${text} ${why ?? ''}`);
}

/** Reminders that come up now: due ones, and ones whose topic this session is about (FEATURES A9); and those that wait for a topic. */
function listReminders(
  ctx: CommandContext,
  notebook: Notebook,
  session: readonly LocatedEntry[],
): Pick<BriefSources, 'reminders' | 'awaited' | 'todos' | 'moreTodos'> {
  const { entries, more } = listReminderEntries(ctx, notebook);
  const { due, context, later, todos } = sortPendingReminders(entries, createTimeContext(ctx));
  const waiting = [...todos, ...later.filter(({ type }) => type === 'todo')].toReversed(); // lower lines are newer
  const open = waiting.toSorted((a, b) =>
    (a.at ?? '') < (b.at ?? '') ? 1 : (a.at ?? '') > (b.at ?? '') ? -1 : 0,
  );
  const topics = session.filter(isStanding).map(saying).join('. ');
  const isTouched = createTopicMatcher(topics, ctx);
  return {
    reminders: [...due, ...context.filter(isTouched)],
    awaited: context.filter((one) => !isTouched(one)).slice(-MOST_AWAITED),
    todos: open.slice(0, MOST_LISTED),
    moreTodos: more + Math.max(0, open.length - MOST_LISTED),
  };
}

const MOST_AWAITED = 10;

/** Tells of reminders whether a text touches the topic that they wait for, by the workspace's own words too. */
export function createTopicMatcher(
  text: string,
  { settings }: CommandContext,
): (reminder: LocatedEntry) => boolean {
  const touches = matchTopics(text, parseSynonymGroups(settings['search.synonyms']));
  return ({ due, text: words }) => {
    const trigger = due ?? findDueInText(words)?.due;
    return trigger !== undefined && touches(trigger);
  };
}

const saying = (entry: Entry): string => [formatEntryText(entry), entry.why].filter(Boolean).join(', ');
