import { addMonths, addWorkdays } from './calendar.js';
import { NUMBER_WORD_PATTERN, parseNumber } from './date-words.js';
import type { TimeContext } from './due-date.js';
import { addDays } from './local-time.js';
import { MINUTE, type ParsedMoment } from './moment.js';

/** A span: calendar steps, and elapsed time. */
export interface Duration {
  readonly steps: readonly CalendarStep[];
  readonly elapsed: number;
}

/** So many days, workdays or months on the calendar. */
export interface CalendarStep {
  readonly count: number;
  readonly unit: 'day' | 'workday' | 'month';
}

const UNITS = [
  '(?:business|working|work) ?days?|weekdays?',
  'minutes?|mins?|m|hours?|hrs?|h',
  'days?|d|weeks?|wks?|w|fortnights?|months?|mos?|quarters?|years?|yrs?|y',
].join('|');
const COUNTED = String.raw`(?:(?:\d{1,4}(?:\.\d+)? ?|(?:${NUMBER_WORD_PATTERN}) )(?:${UNITS}))`;

/** Source of a pattern that finds a span in English: `3 days`, `1h30m`, `a week and 2 days`. */
export const DURATION_PATTERN = `${COUNTED}(?:(?: and | )?${COUNTED})*(?![a-z])`;

/** Reads a span that `SPAN` finds; null where a step on the calendar is not whole. */
export function parseDuration(text: string): Duration | null {
  const steps: CalendarStep[] = [];
  let elapsed = 0;
  for (const [, digits, word = '', unit = ''] of text.matchAll(ONE)) {
    const count = parseNumber(digits ?? word);
    const ms = ELAPSED[unit.slice(0, 1)];
    if (ms && !/^mo/.test(unit)) elapsed += count * ms;
    else steps.push(stepOf(count, unit));
  }
  return steps.every(({ count }) => Number.isInteger(count)) ? { steps, elapsed } : null;
}

/**
 * The moment that lies a span after `from` (`sign` 1) or before it (-1): days, weeks and months on the calendar
 * at the same wall time, hours and minutes as they elapse.
 */
export function addDuration(
  from: ParsedMoment,
  { steps, elapsed }: Duration,
  sign: 1 | -1,
  clock: TimeContext,
): ParsedMoment {
  if ('impossible' in from) return from;
  if ('at' in from && !steps.length) return { at: from.at + sign * elapsed };
  const start = 'at' in from ? wallOf(from.at, clock) : from;
  const date = steps.reduce((at, step) => stepped(at, step, sign), start.date);
  if (!elapsed) return { date, time: start.time };
  const base = clock.instant(start.time ? `${date}T${start.time}` : date);
  return base === null ? { impossible: 'is after the year 9999' } : { at: base + sign * elapsed };
}

/** A year without four digits stays as it is: it cannot be a due date. */
const stepped = (date: string, { count, unit }: CalendarStep, sign: 1 | -1): string =>
  /^[1-9]\d{3}-/.test(date) ? STEPS[unit](date, sign * count) : date;

const STEPS: Readonly<Record<CalendarStep['unit'], (date: string, count: number) => string>> = {
  day: addDays,
  workday: addWorkdays,
  month: (date, count) => addMonths(date, count),
};

const ONE = new RegExp(
  String.raw`(?:(?<![\d.])(\d+(?:\.\d+)?) ?|\b(${NUMBER_WORD_PATTERN}) )([a-z]+(?: ?days?)?)`,
  'g',
);
const ELAPSED: Readonly<Record<string, number>> = { m: MINUTE, h: 60 * MINUTE };

function stepOf(count: number, unit: string): CalendarStep {
  if (/^(?:business|work|weekday)/.test(unit)) return { count, unit: 'workday' };
  if (unit.startsWith('d')) return { count, unit: 'day' };
  if (unit.startsWith('w')) return { count: count * 7, unit: 'day' };
  if (unit.startsWith('f')) return { count: count * 14, unit: 'day' };
  if (unit.startsWith('q')) return { count: count * 3, unit: 'month' };
  return { count: unit.startsWith('y') ? count * 12 : count, unit: 'month' };
}

function wallOf(at: number, clock: TimeContext): { date: string; time: string } {
  const { date, time } = clock.local(at);
  return { date, time: time.slice(0, 5) };
}
