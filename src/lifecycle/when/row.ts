import type { Local } from '../../wiki/time.js';
import { comingWeekday, weekdayOf } from './calendar.js';
import type { Clock } from './due.js';
import type { Moment } from './moment.js';

/** A form of saying a date: the pattern for the whole phrase, and what it means. Null leaves it to later rows. */
export type Row = readonly [
  pattern: RegExp,
  meaning: (found: readonly (string | undefined)[], context: Context) => Moment | null,
];

/** What a row may look at beside the words that it found. */
export interface Context {
  readonly today: Local;
  /** The time of day said beside the date. */
  readonly time: string | null;
  readonly clock: Clock;
  /** Reads the rest of a phrase by all rows. */
  readonly read: (rest: string) => Moment | null;
}

/** A row whose pattern has to fit the whole phrase. */
export const row = (source: string, meaning: Row[1]): Row => [new RegExp(`^(?:${source})$`), meaning];

/** What the first row says that fits the whole phrase; null where none does. `prepare` is for the rest of a phrase. */
export function readRows(
  rows: readonly Row[],
  phrase: string,
  time: string | null,
  clock: Clock,
  prepare: (rest: string) => string = (rest) => rest,
): Moment | null {
  const read = (rest: string) => readRows(rows, prepare(rest), time, clock, prepare);
  const context = { today: clock.local(clock.now), time, clock, read };
  for (const [pattern, meaning] of rows) {
    const found = pattern.exec(phrase);
    const moment = found && meaning(found, context);
    if (moment) return moment;
  }
  return null;
}

/** The coming weekday (1–7): today only with a time that is still ahead. */
export function comingOrToday(weekday: number, { today, time }: Context): string {
  const ahead = time !== null && time >= today.time.slice(0, 5) && weekdayOf(today.date) === weekday;
  return ahead ? today.date : comingWeekday(today.date, weekday);
}

/** A whole day. */
export const day = (date: string): Moment => ({ date, time: null });

/** Said of a week, or of `monday to friday`. */
export const A_SPAN = 'is a span of time; a reminder waits for one moment';

/** Said of a 30th of February. */
export const NO_DAY = 'is no day of the calendar';
