import { formatDue, isNextSession, parseDue, type TimeContext } from '../../dates/due-date.js';
import { toDueDate } from '../../dates/moment.js';
import type { FoundDate } from '../../dates/natural-date.js';
import { parseReminderTopic } from '../../matching/topics/reminder-condition.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { EMPTY_METADATA, type ReminderParts } from '../../notes/entries/reminder-line.js';
import { type DueColumns, findDueInText } from '../reminders/due-reminders.js';
import { parseOwnWhen } from '../reminders/parse-when.js';

/**
 * Converts a reminder of another memory. Its time may be in its columns or its words; the words stay whole. Relative
 * times count from the day of writing, if that is known. A reminder without a time stays undated, and lint asks for a
 * date.
 */
export function convertReminder(found: LocatedEntry, dating: Dating | null = null): ReminderParts {
  const { text, due, when, status, tags, hasId, id, from } = found;
  const box = status === 'done' || status === 'dropped' ? status : 'open';
  const tail = { ...EMPTY_METADATA, tags, from, id: hasId ? id : null };
  const columns = columnsOf(due, when) ?? findDueInText(due === null ? text : `${due} ${when ?? ''}`);
  if (columns) return { box, ...columns, message: text, tail };
  const day = dating && findDueDate(due ?? text, dating);
  if (day !== null)
    return { box, due: day, when: 'absolute', message: due === null ? text : `${text} (${due})`, tail };
  const message = due === null ? text : [due, when, text].filter(Boolean).join(' | ');
  return { box, due: null, when: null, message, tail };
}

/** Returns the two columns if they hold Daybook's forms or Mind's type names. */
function columnsOf(due: string | null, when: string | null): DueColumns | null {
  if (due === null || when === null) return null;
  const plain = when.toLowerCase().replaceAll('_', ' ').trim();
  if (isNextSession(plain) || plain === 'session' || isNextSession(due))
    return { due: '-', when: 'next session' };
  const known = parseDue(
    due.replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T'),
    plain === 'time' ? 'absolute' : plain,
  );
  if (!known) return null;
  const trigger = known.type === 'context' ? parseReminderTopic(known.trigger) : null;
  return { due: trigger ?? formatDue(known), when: known.type };
}

/** A relative time: it depends on the day on which it was written. */
const RELATIVE =
  /\b(?:today|tonight|tomorrow|(?:in|within) (?:an?|one|two|three|four|\d{1,3}) (?:minute|hour|day|week|month|year)s?|(?:this|next|on) (?:week|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|end of (?:the )?(?:day|week|month)|morgen|übermorgen|demain|mañana)\b|今天|明天|后天|下周|下个?月/i;

/** Returns the words of a text that give a time relative to the day of writing; null if there are none. */
export const findRelativeDate = (text: string): string | null => RELATIVE.exec(text)?.[0] ?? null;

/** The day on which a text was written, and the parser for its dates. */
export interface Dating {
  readonly day: string;
  readonly clock: TimeContext;
  /** Reads natural-language dates that our own grammar does not. */
  readonly natural: (text: string, clock: TimeContext) => FoundDate | null;
}

/** Returns the day or time that a text means, in the form of REMINDERS.md; null if it names none. */
function findDueDate(text: string, { day, clock, natural }: Dating): string | null {
  const words = findRelativeDate(text);
  const now = words === null ? null : clock.instant(`${day}T00:00`);
  if (words === null || now === null) return null;
  const then = { ...clock, now };
  const found = natural(text, then);
  const read = found ? toDueDate(found.said, found.moment, then) : parseOwnWhen(words, then);
  return read !== null && 'type' in read && read.type === 'absolute' ? read.due : null;
}
