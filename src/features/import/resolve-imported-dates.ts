import type { FoundDate } from '../../dates/chrono-adapter.js';
import type { TimeContext } from '../../dates/due-date.js';
import { toDueDate } from '../../dates/moment.js';
import { parseWhen } from '../reminders/parse-when.js';

/** A time that hangs on the day on which it was said. */
const RELATIVE =
  /\b(?:today|tonight|tomorrow|(?:in|within) (?:an?|one|two|three|four|\d{1,3}) (?:minute|hour|day|week|month|year)s?|(?:this|next|on) (?:week|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|end of (?:the )?(?:day|week|month)|morgen|übermorgen|demain|mañana)\b|今天|明天|后天|下周|下个?月/i;

/** The words of a text that say when, but only from the day on which they were said; null where there are none. */
export const findRelativeDate = (said: string): string | null => RELATIVE.exec(said)?.[0] ?? null;

/** The day on which words were said, and how days are read from them. */
export interface Dating {
  readonly day: string;
  readonly clock: TimeContext;
  /** The dates of people beyond our own grammar. */
  readonly natural: (said: string, clock: TimeContext) => FoundDate | null;
}

/** The day or time that a text means, as REMINDERS.md has it; null where it tells none. */
export function findDueDate(said: string, { day, clock, natural }: Dating): string | null {
  const words = findRelativeDate(said);
  const now = words === null ? null : clock.instant(`${day}T00:00`);
  if (words === null || now === null) return null;
  const then = { ...clock, now };
  const found = natural(said, then);
  const read = found ? toDueDate(found.said, found.moment, then) : parseWhen(words, then);
  return 'type' in read && read.type === 'absolute' ? read.due : null;
}
