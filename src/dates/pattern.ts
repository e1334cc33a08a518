import { addMonths, countDaysInMonth, findNextWeekday, formatDay, splitDate, toWeekday } from './calendar.js';
import { MONTH_PATTERN, parseMonth } from './date-words.js';
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

const YEAR = String.raw`(\d{4}|\d{2})`;
const FULL_YEAR = String.raw`(\d{4})`;
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;

/**
 * Calendar dates by name; without a year the next such day, today included. `12/20` has the month first, as in MEMORY
 * notes, unless only the other order is a date; `20.12.` has the day first.
 */
export const NAMED_DAYS: readonly DatePattern[] = [
  createDatePattern(`(?:in |this |next )?(${MONTH_PATTERN})(?: ${FULL_YEAR})?`, ([, name, year], { today }) =>
    resolveMonthDay(today.date, { year, month: parseMonth(name ?? ''), day: 1 }),
  ),
  createDatePattern(`(?:the )?end of (${MONTH_PATTERN})(?: ${FULL_YEAR})?`, ([, name, year], { today }) =>
    endOfMonth(today.date, parseMonth(name ?? ''), year),
  ),
  createDatePattern(
    `(${MONTH_PATTERN}) (?:the )?${DAY}\\.?(?: ${FULL_YEAR})?`,
    ([, name, date, year], { today }) =>
      resolveMonthDay(today.date, { year, month: parseMonth(name ?? ''), day: Number(date) }),
  ),
  createDatePattern(
    `(?:the )?${DAY}\\.?(?: of)?[ -]?(${MONTH_PATTERN})(?:[ -]${FULL_YEAR})?`,
    ([, date, name, year], { today }) =>
      resolveMonthDay(today.date, { year, month: parseMonth(name ?? ''), day: Number(date) }),
  ),
  createDatePattern(`the ${DAY}|(\\d{1,2})(?:st|nd|rd|th)`, ([, a, b], { today }) =>
    findNextDayOfMonth(today.date, Number(a ?? b)),
  ),
  createDatePattern(
    `(?:the )?${DAY} (?:of )?next month|next month (?:on )?the ${DAY}`,
    ([, a, b], { today }) => {
      const [year, month] = splitDate(addMonths(today.date, 1, 1));
      return known(formatDay(year, month, Number(a ?? b)));
    },
  ),
  createDatePattern(`${FULL_YEAR}[-/.](\\d{1,2})[-/.](\\d{1,2})`, ([, year, month, date], { today }) =>
    resolveMonthDay(today.date, { year, month: Number(month), day: Number(date) }),
  ),
  createDatePattern(`(\\d{1,2})/(\\d{1,2})(?:/${YEAR})?`, ([, first, second, year], { today }) => {
    const [month, date] =
      Number(first) > 12 ? [Number(second), Number(first)] : [Number(first), Number(second)];
    return resolveMonthDay(today.date, { year, month, day: date });
  }),
  createDatePattern(`(\\d{1,2})\\. ?(\\d{1,2})\\.(?: ?${YEAR})?`, ([, date, month, year], { today }) =>
    resolveMonthDay(today.date, { year, month: Number(month), day: Number(date) }),
  ),
];

interface Named {
  readonly year?: string | undefined;
  readonly month: number;
  readonly day: number;
}

/** The day of that name: in its year, or from today on in the first year that has it. */
export function resolveMonthDay(today: string, { year, month, day: date }: Named): ParsedMoment {
  if (year) return known(formatDay(fullYear(year), month, date));
  const [now] = splitDate(today);
  const years = Array.from({ length: LEAP_GAP + 1 }, (_, ahead) => formatDay(now + ahead, month, date));
  return known(years.find((at) => at !== null && at >= today) ?? null);
}

/** That day of a month, in the first month from now on that has it. */
export function findNextDayOfMonth(today: string, date: number): ParsedMoment {
  const months = [0, 1, 2].map((ahead) => {
    const [year, month] = splitDate(addMonths(today, ahead));
    return formatDay(year, month, date);
  });
  return known(months.find((at) => at !== null && at >= today) ?? null);
}

/** The longest time between two 29ths of February, in years. */
const LEAP_GAP = 8;

function endOfMonth(today: string, month: number, year: string | undefined): ParsedMoment {
  const [thisYear, thisMonth] = splitDate(today);
  const of = Number(year ?? (month < thisMonth ? thisYear + 1 : thisYear));
  return known(formatDay(of, month, countDaysInMonth(of, month)));
}

const fullYear = (year: string): number => (year.length === 2 ? 2000 : 0) + Number(year);

const known = (date: string | null): ParsedMoment => (date ? toWholeDay(date) : { impossible: INVALID_DAY });
