import { addMonths, dayOf, daysIn, partsOf } from './calendar.js';
import type { Moment } from './moment.js';
import { day, NO_DAY, type Row, row } from './row.js';
import { MONTH, monthNamed } from './words.js';

const YEAR = String.raw`(\d{4}|\d{2})`;
const FULL_YEAR = String.raw`(\d{4})`;
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;

/**
 * Days told by their name on the calendar; without a year the next such day, today included.
 * `12/20` is the month first, as MEMORY notes have it, unless only the other order is a day; `20.12.` is the day first.
 */
export const NAMED_DAYS: readonly Row[] = [
  row(`(?:in |this |next )?(${MONTH})(?: ${FULL_YEAR})?`, ([, name, year], { today }) =>
    dated(today.date, { year, month: monthNamed(name ?? ''), day: 1 }),
  ),
  row(`(?:the )?end of (${MONTH})(?: ${FULL_YEAR})?`, ([, name, year], { today }) =>
    endOfMonth(today.date, monthNamed(name ?? ''), year),
  ),
  row(`(${MONTH}) (?:the )?${DAY}\\.?(?: ${FULL_YEAR})?`, ([, name, date, year], { today }) =>
    dated(today.date, { year, month: monthNamed(name ?? ''), day: Number(date) }),
  ),
  row(`(?:the )?${DAY}\\.?(?: of)?[ -]?(${MONTH})(?:[ -]${FULL_YEAR})?`, ([, date, name, year], { today }) =>
    dated(today.date, { year, month: monthNamed(name ?? ''), day: Number(date) }),
  ),
  row(`the ${DAY}|(\\d{1,2})(?:st|nd|rd|th)`, ([, a, b], { today }) => comingDay(today.date, Number(a ?? b))),
  row(`(?:the )?${DAY} (?:of )?next month|next month (?:on )?the ${DAY}`, ([, a, b], { today }) => {
    const [year, month] = partsOf(addMonths(today.date, 1, 1));
    return known(dayOf(year, month, Number(a ?? b)));
  }),
  row(`${FULL_YEAR}[-/.](\\d{1,2})[-/.](\\d{1,2})`, ([, year, month, date], { today }) =>
    dated(today.date, { year, month: Number(month), day: Number(date) }),
  ),
  row(`(\\d{1,2})/(\\d{1,2})(?:/${YEAR})?`, ([, first, second, year], { today }) => {
    const [month, date] =
      Number(first) > 12 ? [Number(second), Number(first)] : [Number(first), Number(second)];
    return dated(today.date, { year, month, day: date });
  }),
  row(`(\\d{1,2})\\. ?(\\d{1,2})\\.(?: ?${YEAR})?`, ([, date, month, year], { today }) =>
    dated(today.date, { year, month: Number(month), day: Number(date) }),
  ),
];

interface Named {
  readonly year?: string | undefined;
  readonly month: number;
  readonly day: number;
}

/** The day of that name: in its year, or from today on in the first year that has it. */
export function dated(today: string, { year, month, day: date }: Named): Moment {
  if (year) return known(dayOf(fullYear(year), month, date));
  const [now] = partsOf(today);
  const years = Array.from({ length: LEAP_GAP + 1 }, (_, ahead) => dayOf(now + ahead, month, date));
  return known(years.find((at) => at !== null && at >= today) ?? null);
}

/** That day of a month, in the first month from now on that has it. */
export function comingDay(today: string, date: number): Moment {
  const months = [0, 1, 2].map((ahead) => {
    const [year, month] = partsOf(addMonths(today, ahead));
    return dayOf(year, month, date);
  });
  return known(months.find((at) => at !== null && at >= today) ?? null);
}

/** The longest time between two 29ths of February, in years. */
const LEAP_GAP = 8;

function endOfMonth(today: string, month: number, year: string | undefined): Moment {
  const [thisYear, thisMonth] = partsOf(today);
  const of = Number(year ?? (month < thisMonth ? thisYear + 1 : thisYear));
  return known(dayOf(of, month, daysIn(of, month)));
}

const fullYear = (year: string): number => (year.length === 2 ? 2000 : 0) + Number(year);

const known = (date: string | null): Moment => (date ? day(date) : { impossible: NO_DAY });
