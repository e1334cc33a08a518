import type { FoundDate } from '../../dates/chrono-adapter.js';
import type { TimeContext } from '../../dates/due-date.js';
import { toDueDate } from '../../dates/moment.js';
import { parseWhen } from '../reminders/parse-when.js';

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
export function findDueDate(text: string, { day, clock, natural }: Dating): string | null {
  const words = findRelativeDate(text);
  const now = words === null ? null : clock.instant(`${day}T00:00`);
  if (words === null || now === null) return null;
  const then = { ...clock, now };
  const found = natural(text, then);
  const read = found ? toDueDate(found.said, found.moment, then) : parseWhen(words, then);
  return 'type' in read && read.type === 'absolute' ? read.due : null;
}
