import { formatDue, parseDue } from '../../dates/due-date.js';
import { isNextSession } from '../../dates/next-session.js';
import { parseReminderTopic } from '../../matching/topics/reminder-condition.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { EMPTY_METADATA, type ReminderParts } from '../../notes/entries/reminder-line.js';
import { type DueColumns, findDueInText } from '../reminders/due-reminders.js';
import { type Dating, findDueDate } from './resolve-imported-dates.js';

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
