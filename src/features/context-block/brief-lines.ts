import { formatShortDay } from '../../dates/calendar.js';
import { isDate } from '../../dates/local-time.js';
import { parseConditionTopic } from '../../matching/topics/reminder-condition.js';
import { appendPinTag, type Entry, formatEntryText, listEntryLabels } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { EntryType } from '../../notes/entry-types.js';
import { cutText, sanitizeLine } from '../../text/sanitize.js';
import { findDueInText } from '../reminders/due-reminders.js';

/** Formats an entry as one line: type, text, reason, day, its marks, and why it is stale. It does nothing to its reader. */
export function formatBriefLine(entry: Entry, today: string, stale?: string | null): string {
  const { why, at, by, type, verified } = entry;
  const day = at?.slice(0, 'YYYY-MM-DD'.length) ?? '';
  const shorten = (date: string) => (isDate(date) ? formatShortDay(date, today) : date);
  const check = verified !== null && verified > day ? `verified ${shorten(verified)}` : null;
  const labels = listEntryLabels({ ...entry, verified: null }).filter((label) => label !== 'open');
  const tail = [shorten(day), by, check, ...labels, stale].filter(Boolean).join(', ');
  const text = sanitizeLine(`${appendPinTag(getShownText(entry), entry)}${why ? ` — ${why}` : ''}`);
  const name = getTypeName(type);
  const label = name === 'note' && OWN_LABEL.test(text) ? '' : `${name}: `;
  return sanitizeLine(`- ${label}${text}${tail ? ` (${tail})` : ''}`);
}

/** A label that a person wrote: `ps: …`, `备注：…`. */
const OWN_LABEL = /^\p{L}[\p{L}.]{0,11}[:：]/u;

/** Returns the text that is shown of an entry: the main line of a block or a record. */
export const getShownText = ({ text, workaround }: Pick<Entry, 'text' | 'workaround'>): string =>
  formatEntryText({ text: text.split('\n', 1)[0] ?? '', workaround });

/** Returns the display name of a type. */
export const getTypeName = (type: EntryType): string => TYPE_NAMES[type] ?? type;

/** What types are called in a brief, where it is not their own name. */
const TYPE_NAMES: Readonly<Partial<Record<EntryType, string>>> = {
  experience: 'note',
  moment: 'note',
  obs: 'note',
  prose: 'note',
  failure: 'rejected',
  feedback: 'mistake',
  handoff: 'session',
  next: 'to do',
};

/** Formats a reminder as one line, with what it waited for and the id by which it is settled. */
export function formatReminderLine({ type, text, due: written, id }: LocatedEntry): string {
  const due = written ?? findDueInText(text)?.due;
  const since = /\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2})?/.exec(due ?? '')?.[0].replace('T', ' ');
  const waited = since
    ? `due ${since}`
    : due === '-'
      ? 'for this session'
      : `about ${parseConditionTopic(due ?? '')}`;
  const name = id.startsWith('~') ? id : `^${id}`;
  return sanitizeLine(`- ${type}: ${text} — ${waited} (${since ? `end it: daybook done ${name}` : name})`);
}

/** Characters of a reminder that waits for a topic. */
const LONGEST_AWAITED = 80;

/** Formats a reminder whose topic has not come up: the topic, then its text cut short. */
export function formatAwaitedLine({ text, due: written, id }: LocatedEntry): string {
  const topic = parseConditionTopic(written ?? findDueInText(text)?.due ?? '');
  return sanitizeLine(
    `- about ${topic}: ${cutText(text, LONGEST_AWAITED)} (${id.startsWith('~') ? id : `^${id}`})`,
  );
}
