import { addMonths, dateParts, daysInMonth, formatDay } from './calendar.js';
import { MONTH_PATTERN, monthNamed } from './date-words.js';
import type { ParsedMoment } from './moment.js';
import { type DatePattern, datePattern, INVALID_DAY, wholeDay } from './pattern.js';

const YEAR = String.raw`(\d{4}|\d{2})`;
const FULL_YEAR = String.raw`(\d{4})`;
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;

/**
 * Days told by their name on the calendar; without a year the next such day, today included.
 * `12/20` is the month first, as MEMORY notes have it, unless only the other order is a day; `20.12.` is the day first.
 */
export const NAMED_DAYS: readonly DatePattern[] = [
  datePattern(`(?:in |this |next )?(${MONTH_PATTERN})(?: ${FULL_YEAR})?`, ([, name, year], { today }) =>
    dated(today.date, { year, month: monthNamed(name ?? ''), day: 1 }),
  ),
  datePattern(`(?:the )?end of (${MONTH_PATTERN})(?: ${FULL_YEAR})?`, ([, name, year], { today }) =>
    endOfMonth(today.date, monthNamed(name ?? ''), year),
  ),
  datePattern(`(${MONTH_PATTERN}) (?:the )?${DAY}\\.?(?: ${FULL_YEAR})?`, ([, name, date, year], { today }) =>
    dated(today.date, { year, month: monthNamed(name ?? ''), day: Number(date) }),
  ),
  datePattern(
    `(?:the )?${DAY}\\.?(?: of)?[ -]?(${MONTH_PATTERN})(?:[ -]${FULL_YEAR})?`,
    ([, date, name, year], { today }) =>
      dated(today.date, { year, month: monthNamed(name ?? ''), day: Number(date) }),
  ),
  datePattern(`the ${DAY}|(\\d{1,2})(?:st|nd|rd|th)`, ([, a, b], { today }) =>
    comingDay(today.date, Number(a ?? b)),
  ),
  datePattern(`(?:the )?${DAY} (?:of )?next month|next month (?:on )?the ${DAY}`, ([, a, b], { today }) => {
    const [year, month] = dateParts(addMonths(today.date, 1, 1));
    return known(formatDay(year, month, Number(a ?? b)));
  }),
  datePattern(`${FULL_YEAR}[-/.](\\d{1,2})[-/.](\\d{1,2})`, ([, year, month, date], { today }) =>
    dated(today.date, { year, month: Number(month), day: Number(date) }),
  ),
  datePattern(`(\\d{1,2})/(\\d{1,2})(?:/${YEAR})?`, ([, first, second, year], { today }) => {
    const [month, date] =
      Number(first) > 12 ? [Number(second), Number(first)] : [Number(first), Number(second)];
    return dated(today.date, { year, month, day: date });
  }),
  datePattern(`(\\d{1,2})\\. ?(\\d{1,2})\\.(?: ?${YEAR})?`, ([, date, month, year], { today }) =>
    dated(today.date, { year, month: Number(month), day: Number(date) }),
  ),
];

interface Named {
  readonly year?: string | undefined;
  readonly month: number;
  readonly day: number;
}

/** The day of that name: in its year, or from today on in the first year that has it. */
export function dated(today: string, { year, month, day: date }: Named): ParsedMoment {
  if (year) return known(formatDay(fullYear(year), month, date));
  const [now] = dateParts(today);
  const years = Array.from({ length: LEAP_GAP + 1 }, (_, ahead) => formatDay(now + ahead, month, date));
  return known(years.find((at) => at !== null && at >= today) ?? null);
}

/** That day of a month, in the first month from now on that has it. */
export function comingDay(today: string, date: number): ParsedMoment {
  const months = [0, 1, 2].map((ahead) => {
    const [year, month] = dateParts(addMonths(today, ahead));
    return formatDay(year, month, date);
  });
  return known(months.find((at) => at !== null && at >= today) ?? null);
}

/** The longest time between two 29ths of February, in years. */
const LEAP_GAP = 8;

function endOfMonth(today: string, month: number, year: string | undefined): ParsedMoment {
  const [thisYear, thisMonth] = dateParts(today);
  const of = Number(year ?? (month < thisMonth ? thisYear + 1 : thisYear));
  return known(formatDay(of, month, daysInMonth(of, month)));
}

const fullYear = (year: string): number => (year.length === 2 ? 2000 : 0) + Number(year);

const known = (date: string | null): ParsedMoment => (date ? wholeDay(date) : { impossible: INVALID_DAY });
