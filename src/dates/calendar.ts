import { formatShortMonth } from './date-words.js';
import { addDays } from './local-time.js';

/** Day of the week of a `YYYY-MM-DD`: 1 for Monday to 7 for Sunday, as in ISO 8601. */
export const toWeekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;

/** How many days a month (1–12) has. */
export const countDaysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The text of a day, or null where the calendar has no such day or its year has not four digits. */
export function formatDay(year: number, month: number, day: number): string | null {
  if (year < 1000 || year > 9999 || month < 1 || month > 12) return null;
  if (day < 1 || day > countDaysInMonth(year, month)) return null;
  return `${year}-${two(month)}-${two(day)}`;
}

/** Year, month (1–12) and day of a `YYYY-MM-DD`. */
export function splitDate(date: string): readonly [year: number, month: number, day: number] {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return [year, month, day];
}

/** A day without its year takes the nearest such day. */
const MONTHS_WITHOUT_YEAR = 11;

/** A `YYYY-MM-DD` in few words: `13 Jul`, with its year where that is more than 11 months away. */
export function formatShortDay(date: string, today: string): string {
  const [year, month, day] = splitDate(date);
  const isNear =
    date > addMonths(today, -MONTHS_WITHOUT_YEAR) && date < addMonths(today, MONTHS_WITHOUT_YEAR);
  return `${day} ${formatShortMonth(month)}${isNear ? '' : ` ${year}`}`;
}

/** `date` moved by whole months; a day that the month lacks becomes its last. `day` is the day to aim at. */
export function addMonths(date: string, months: number, day = splitDate(date)[2]): string {
  const [year, month] = splitDate(date);
  const index = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1];
  return `${String(toYear).padStart(4, '0')}-${two(toMonth)}-${two(Math.min(day, countDaysInMonth(toYear, toMonth)))}`;
}

/** The last day of the month of `date`. */
export function findLastOfMonth(date: string): string {
  const [year, month] = splitDate(date);
  return addMonths(date, 0, countDaysInMonth(year, month));
}

/** `date` moved by whole days that are no Saturday or Sunday. */
export function addWorkdays(date: string, days: number): string {
  let at = date;
  for (let left = Math.abs(days); left > 0; ) {
    at = addDays(at, Math.sign(days));
    if (toWeekday(at) <= 5) left--;
  }
  return at;
}

/** The first such weekday after `date`. */
export const findNextWeekday = (date: string, weekday: number): string =>
  addDays(date, ((weekday - toWeekday(date) + 6) % 7) + 1);

/** The first such weekday on or after `date`. */
export const findWeekdayFrom = (date: string, weekday: number): string =>
  addDays(date, (weekday - toWeekday(date) + 7) % 7);

/** That weekday in the week (Monday to Sunday) that lies `weeks` after the week of `date`. */
export const findWeekdayInWeek = (date: string, weekday: number, weeks: number): string =>
  addDays(date, weekday - toWeekday(date) + weeks * 7);

const two = (number: number): string => String(number).padStart(2, '0');
