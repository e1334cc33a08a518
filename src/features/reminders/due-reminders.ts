import type { CommandContext } from '../../command/define-command.js';
import { readEntriesAt } from '../../command/entry-format.js';
import { type DueDate, isDue, parseDue, type TimeContext } from '../../dates/due-date.js';
import { formatRecurrence } from '../../dates/recurrence.js';
import { parseConditionTopic, parseReminderTopic } from '../../matching/topics/reminder-condition.js';
import { isStanding } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { findFreeformDate } from '../../notes/freeform/freeform-date.js';
import { notePath } from '../../notes/kinds/index.js';
import type { Notebook } from '../../notes/notebook.js';

/** Reminders, and todos, which may have a date. */
export const isReminding = ({ type }: Pick<LocatedEntry, 'type'>): boolean =>
  type === 'reminder' || type === 'todo';

/** Open reminders by when they are due (Mind §Reminders; FEATURES A9). */
export interface PendingReminders {
  /** Their day or time has come; the oldest first. */
  readonly due: readonly LocatedEntry[];
  /** Due at the next session. */
  readonly session: readonly LocatedEntry[];
  /** Due when a topic comes up. */
  readonly context: readonly LocatedEntry[];
  /** Their day or time is still ahead; the next one first. */
  readonly later: readonly LocatedEntry[];
  /** Todos without a date. */
  readonly todos: readonly LocatedEntry[];
  /** Hand-written reminders without a readable due. */
  readonly unclear: readonly LocatedEntry[];
}

/** Sorts the reminders that are neither done nor dropped. */
export function sortPendingReminders(
  reminders: readonly LocatedEntry[],
  clock: TimeContext,
): PendingReminders {
  const open = reminders
    .filter((entry) => isReminding(entry) && isStanding(entry))
    .map((entry) => ({ entry, due: parseReminderDue(entry) }));
  const those = (fits: (due: DueDate | null) => boolean) =>
    open.filter(({ due }) => fits(due)).map(({ entry }) => entry);
  const undated = those((due) => due === null);
  const timed = open
    .flatMap(({ entry, due }) => (due && timeOf(due) !== null ? [{ entry, due }] : []))
    .toSorted((a, b) => byTimes(timeOf(a.due) ?? '', timeOf(b.due) ?? '', clock))
    .map(({ entry, due }) => ({ entry, isDue: isDue(due, clock) }));
  return {
    due: timed.filter(({ isDue }) => isDue).map(({ entry }) => entry),
    session: those((due) => due?.type === 'next session'),
    context: those((due) => due?.type === 'context'),
    later: timed.filter(({ isDue }) => !isDue).map(({ entry }) => entry),
    todos: undated.filter(({ type }) => type === 'todo'),
    unclear: undated.filter(({ type }) => type !== 'todo'),
  };
}

/** The due of a reminder, loosely written ones included; null if it cannot be read. */
export function parseReminderDue({
  due,
  when,
  text,
  kind = 'reminders',
}: Pick<LocatedEntry, 'due' | 'when' | 'text'> & Partial<Pick<LocatedEntry, 'kind'>>): DueDate | null {
  if (due === null) {
    if (kind !== 'reminders') return null;
    const found = findDueInText(text);
    return found && parseDue(found.due, found.when);
  }
  const written = due.trim().replace(/(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})/, '$1T$2');
  const type = TYPES.find((one) => one === when?.trim().toLowerCase().replaceAll('-', ' '));
  const read = parseDue(written, type) ?? (type === undefined ? null : parseDue(written));
  return read?.type === 'context' && type !== 'context' ? null : read;
}

const TYPES = ['absolute', 'next session', 'context', 'recurring'] as const;

const timeOf = (due: DueDate): string | null =>
  due.type === 'absolute' || due.type === 'recurring' ? due.due : null;

/** Local times are compared as text; one with an offset is converted first. */
function byTimes(a: string, b: string, clock: TimeContext): number {
  if (isLocal(a) && isLocal(b)) return a < b ? -1 : a > b ? 1 : 0;
  return (clock.instant(a) ?? 0) - (clock.instant(b) ?? 0);
}

const isLocal = (time: string): boolean => !/(?:Z|[+-]\d{2}:\d{2})$/.test(time.slice(10));

/** The columns DUE and TYPE of a reminder. */
export interface DueColumns {
  readonly due: string;
  readonly when: string;
}

/** The columns of a line without columns: a date, a topic or the next session that its text names; null for none. */
export function findDueInText(text: string): DueColumns | null {
  const date = findFreeformDate(text)?.date;
  if (date) return { due: date, when: 'absolute' };
  const session = /\b(?:at )?(?:the )?next session\b|下次会话/i.exec(text)?.[0];
  if (session) return { due: '-', when: 'next session' };
  const [, about] = /^(?:about|on|re) (\p{L}[\p{L}\p{N} ._/-]{0,60}): /iu.exec(text) ?? [];
  if (about !== undefined) return { due: about, when: 'context' };
  const condition = /\b(?:when|whenever|next time|if|once)\b.+$|(?:当|下次|提到).+$/iu.exec(text)?.[0];
  const topic = condition ? parseReminderTopic(condition.replace(/(?<![)\].])[)\].]+$/, '')) : null;
  return topic ? { due: topic, when: 'context' } : null;
}

/** Formats the due of a reminder with absolute dates: no `tomorrow`, no `in 3 days`. */
export function describeDue(due: DueDate): string {
  if (due.type === 'next session') return 'at the next session';
  if (due.type === 'context') return `when \`${parseConditionTopic(due.trigger)}\` comes up`;
  const at = due.due.replace('T', ' ');
  return due.type === 'absolute' ? at : `${at}, then every ${formatRecurrence(due.rule)}`;
}

/** So many open todos of other notes are counted, and so many without a date are read. */
const MOST_COUNTED = 500;
export const MOST_LISTED = 5;

/** Lists what is to be done, in REMINDERS.md and in all other notes. */
export function listReminderEntries(ctx: CommandContext, notebook: Notebook, most = MOST_LISTED) {
  const path = `${notebook.content}/${notePath('reminders')}`;
  const own = readEntriesAt(ctx, notebook, path);
  if (!ctx.query('counts').types.todo) return { entries: own, more: 0 };
  const found = ctx.query('search', { words: '', types: ['todo'], limit: MOST_COUNTED });
  const open = found.hits.filter((hit) => hit.path !== path && isStanding(hit));
  const dated = open.filter(({ due }) => due !== undefined);
  const undated = open.filter(({ due }) => due === undefined);
  const wanted = [...dated, ...undated.slice(0, most)];
  const isWanted = ({ path: at, id }: LocatedEntry) => wanted.some((hit) => hit.path === at && hit.id === id);
  const others = [...new Set(wanted.map((hit) => hit.path))].flatMap((at) =>
    readEntriesAt(ctx, notebook, at, 'todo').filter((entry) => isWanted(entry) && isStanding(entry)),
  );
  return { entries: [...own, ...others], more: Math.max(0, undated.length - most) };
}
