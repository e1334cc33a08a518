import { addDays } from '../../dates/local-time.js';
import { parseConditionTopic } from '../../matching/topics/reminder-condition.js';
import { type Entry, formatEntryText } from '../../notes/entries/entry.js';
import { appendPinTag, listEntryLabels } from '../../notes/entries/labels.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { ENTRY_TYPES, type EntryType } from '../../notes/entry-types.js';
import { sanitizeLine } from '../../text/sanitize.js';
import type { BudgetCandidate } from './token-budget.js';

/** An idle entry never weighs less than this share of a fresh one (Mind: fading has a floor). */
const FLOOR = 0.3;
/** What a repeat of, or a link to, an entry adds, each up to three times. */
const REINFORCED = 0.1;

/**
 * How much an entry still matters, 0–1, read from the text alone: KEY and types without a half-life never fade,
 * what was verified or linked to counts as fresh or stronger. Being shown leaves no trace, so a recall repeats itself.
 */
function relevance(entry: LocatedEntry, today: string, mentions: number): number {
  const { halfLifeDays: halfLife } = ENTRY_TYPES[entry.type];
  if (entry.key || halfLife === null) return 1;
  const since = entry.verified ?? entry.at;
  const age = since === null ? halfLife : Math.max(0, days(since.slice(0, 10), today));
  const faded = FLOOR + (1 - FLOOR) * 0.5 ** (age / halfLife);
  return Math.min(1, faded + REINFORCED * Math.min(3, mentions));
}

const days = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** The entries that a brief is made of, as the notes hold them. */
export interface BriefSources {
  /** The local day. */
  readonly today: string;
  readonly memory: readonly LocatedEntry[];
  readonly session: readonly LocatedEntry[];
  readonly reminders: readonly LocatedEntry[];
  /** Entries of yesterday's and today's day notes. */
  readonly days: readonly LocatedEntry[];
  /** Mistakes that are not resolved yet. */
  readonly feedback: readonly LocatedEntry[];
  readonly handoffs: readonly LocatedEntry[];
  /** Looks which of these entries name what is not as it was. */
  readonly stale: (entries: readonly LocatedEntry[]) => (entry: LocatedEntry) => StaleMark | null;
}

/** Why an entry is stale, for its reader, and what is left of its weight, 0–1. */
export interface StaleMark {
  readonly mark: string;
  readonly left: number;
}

/** One part of the brief: which entries it shows, how many at most, and how much the part matters (FEATURES A10). */
interface Part {
  readonly title: string;
  readonly weight: number;
  readonly most: number;
  readonly entries: (memory: BriefSources) => readonly LocatedEntry[];
}

/** A temporary decision that is older than this many days is an open loop. */
const TEMPORARY_DAYS = 14;
const TEMPORARY = /\b(temporar(?:y|ily)|for now|until|workaround|stop-?gap)\b|暂时|临时/i;

const ofType =
  (...types: EntryType[]) =>
  ({ memory }: BriefSources): readonly LocatedEntry[] =>
    memory.filter(({ type, key }) => types.includes(type) && !key);

const PARTS: readonly Part[] = [
  { title: 'Reminders', weight: 1, most: 10, entries: ({ reminders }) => reminders },
  {
    title: 'Session',
    weight: 0.8,
    most: 12,
    entries: ({ session }) => session.filter(({ type }) => type !== 'blocker'),
  },
  { title: 'Project state', weight: 0.6, most: 3, entries: ofType('progress') },
  { title: 'Key', weight: 1, most: 12, entries: ({ memory }) => memory.filter(({ key }) => key) },
  { title: 'Decisions', weight: 0.75, most: 5, entries: ofType('decision') },
  { title: 'Open loops', weight: 0.85, most: 8, entries: openLoops },
  { title: 'Gotchas', weight: 0.7, most: 5, entries: ofType('gotcha') },
  { title: 'Learnings', weight: 0.55, most: 5, entries: ofType('learning') },
  { title: 'Preferences', weight: 0.75, most: 10, entries: ofType('preference') },
  { title: 'Facts', weight: 0.6, most: 10, entries: ofType('fact') },
  { title: 'Rules', weight: 0.8, most: 10, entries: ofType('rule') },
  { title: 'Constraints', weight: 0.8, most: 10, entries: ofType('constraint') },
  { title: 'Feedback', weight: 0.8, most: 5, entries: ({ feedback }) => feedback },
  { title: 'Session history', weight: 0.5, most: 3, entries: ({ handoffs }) => handoffs },
  { title: 'Recent days', weight: 0.45, most: 6, entries: notRisen },
];

/** Parts whose lines are of other notes than memory and session. */
export const SIDE_SECTIONS: readonly string[] = ['Reminders', 'Feedback', 'Session history', 'Recent days'];

/** Titles in the order in which a brief shows them. */
export const SECTION_TITLES = PARTS.map(({ title }) => title);

/** Every line that a brief may show, newest first within its part, with its rank. */
export function listBriefCandidates(memory: BriefSources): BudgetCandidate[] {
  const mentions = countMentions([...memory.memory, ...memory.session, ...memory.days]);
  const parts = PARTS.map(({ title, weight, most, entries }) => {
    const newest = newestFirst(entries(memory).filter(isCurrent)).slice(0, most);
    return { title, weight, newest };
  });
  const staleness = memory.stale(parts.flatMap(({ newest }) => newest));
  return parts.flatMap(({ title, weight, newest }) =>
    newest.map((entry) => {
      const stale = staleness(entry);
      const rank = weight * relevance(entry, memory.today, mentions.get(entry.id) ?? 0);
      return {
        part: title,
        line: entry.type === 'reminder' ? formatReminderLine(entry) : formatBriefLine(entry, stale?.mark),
        rank: rank * (stale?.left ?? 1),
      };
    }),
  );
}

/** How many current entries there are, shown or not. */
export const countCurrent = ({ memory, session }: BriefSources): number =>
  [...memory, ...session].filter(isCurrent).length;

/** What rose to memory, or stands there in the same words, is not told twice; a tool's trace tells the next session little. */
function notRisen({ memory, days }: BriefSources): readonly LocatedEntry[] {
  const mentionCounts = countMentions(memory);
  const said = new Set(memory.map(({ text }) => text.toLowerCase()));
  return days.filter(
    ({ id, type, text }) =>
      !mentionCounts.has(id) && type !== 'prose' && type !== 'tool' && !said.has(text.toLowerCase()),
  );
}

function openLoops({ today, memory, session }: BriefSources): readonly LocatedEntry[] {
  const old = addDays(today, -TEMPORARY_DAYS);
  const stale = (entry: LocatedEntry) =>
    entry.type === 'decision' && TEMPORARY.test(entry.text) && (entry.at ?? today) < old;
  const open = memory.filter(
    (entry) => (entry.type === 'problem' && entry.status !== 'resolved') || stale(entry),
  );
  return [...session.filter(({ type }) => type === 'blocker'), ...open].filter(({ key }) => !key);
}

/** What is done, dropped or superseded stays in its note and leaves the brief. */
export const isCurrent = ({ status, superseded }: LocatedEntry): boolean =>
  superseded === null && status !== 'done' && status !== 'dropped' && status !== 'resolved';

/** Newest first by day and time; among equals the lower line is the newer. */
const newestFirst = (entries: readonly LocatedEntry[]): LocatedEntry[] =>
  entries.toSorted((a, b) => (a.at === b.at ? b.line - a.line : (a.at ?? '') < (b.at ?? '') ? 1 : -1));

/** An entry on one line: text, reason, day, its marks, and why it is stale; whatever it holds, it does nothing to its reader. */
export function formatBriefLine(entry: Entry, stale?: string | null): string {
  const { why, at, by, type } = entry;
  const text = formatEntryText(entry);
  const tail = [at?.slice(0, 10), by, ...listEntryLabels(entry), stale].filter(Boolean).join(', ');
  const label = type === 'blocker' || type === 'rejected' || type === 'assumption' ? `${type}: ` : '';
  const said = LABELLED.includes(type) ? (text.split('\n', 1)[0] ?? '') : text;
  return sanitizeLine(
    `- ${label}${appendPinTag(said, entry)}${why ? ` — ${why}` : ''}${tail ? ` (${tail})` : ''}`,
  );
}

/** Blocks of which the first line says it. */
const LABELLED: readonly string[] = ['handoff', 'feedback'];

/** A reminder on one line, with what it waited for and the id by which it is settled. */
export function formatReminderLine({ text, due, id }: LocatedEntry): string {
  const since = /\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2})?/.exec(due ?? '')?.[0].replace('T', ' ');
  const waited = since
    ? `due ${since}`
    : due === '-'
      ? 'for this session'
      : `about ${parseConditionTopic(due ?? '')}`;
  return sanitizeLine(`- ${text} — ${waited} (${id.startsWith('~') ? id : `^${id}`})`);
}

function countMentions(entries: readonly LocatedEntry[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { from } of entries) {
    const id = from?.match(/#\^([^\]|]+)/)?.[1];
    if (id) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
