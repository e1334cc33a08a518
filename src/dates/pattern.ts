import { findNextWeekday, toWeekday } from './calendar.js';
import type { TimeContext } from './due-date.js';
import type { LocalTime } from './local-time.js';
import type { ParsedMoment } from './moment.js';

/** A form of saying a date: the pattern for the whole phrase, and what it means. Null leaves it to later rows. */
export type DatePattern = readonly [
  pattern: RegExp,
  meaning: (found: readonly (string | undefined)[], context: PatternContext) => ParsedMoment | null,
];

/** What a row may look at beside the words that it found. */
export interface PatternContext {
  readonly today: LocalTime;
  /** The time of day beside the date. */
  readonly time: string | null;
  readonly clock: TimeContext;
  /** Reads the rest of a phrase by all rows. */
  readonly read: (rest: string) => ParsedMoment | null;
}

/** A row whose pattern has to fit the whole phrase. */
export const createDatePattern = (source: string, meaning: DatePattern[1]): DatePattern => [
  new RegExp(`^(?:${source})$`),
  meaning,
];

/** What the first row says that fits the whole phrase; null where none does. `prepare` is for the rest of a phrase. */
export function matchPatterns(
  rows: readonly DatePattern[],
  phrase: string,
  time: string | null,
  clock: TimeContext,
  prepare: (rest: string) => string = (rest) => rest,
): ParsedMoment | null {
  const read = (rest: string) => matchPatterns(rows, prepare(rest), time, clock, prepare);
  const context = { today: clock.local(clock.now), time, clock, read };
  for (const [pattern, meaning] of rows) {
    const found = pattern.exec(phrase);
    const moment = found && meaning(found, context);
    if (moment) return moment;
  }
  return null;
}

/** The coming weekday (1–7): today only with a time that is still ahead. */
export function findWeekdayFromNow(weekday: number, { today, time }: PatternContext): string {
  const ahead = time !== null && time >= today.time.slice(0, 5) && toWeekday(today.date) === weekday;
  return ahead ? today.date : findNextWeekday(today.date, weekday);
}

/** A whole day. */
export const toWholeDay = (date: string): ParsedMoment => ({ date, time: null });

/** Said of a week, or of `monday to friday`. */
export const RANGE_NOT_SUPPORTED = 'is a period; a reminder needs one moment';

/** Said of a 30th of February. */
export const INVALID_DAY = 'is not a day of the calendar';
