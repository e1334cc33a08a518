import {
  addMonths,
  addWorkdays,
  dateParts,
  lastOfMonth,
  thisWeekday,
  weekdayInWeek,
  weekdayOf,
} from './calendar.js';
import { WEEKDAY_PATTERN, weekdayName, weekdayNamed } from './date-words.js';
import { addDuration, DURATION_PATTERN, parseDuration } from './duration.js';
import { addDays } from './local-time.js';
import type { ParsedMoment } from './moment.js';
import {
  comingOrToday,
  type DatePattern,
  datePattern,
  type PatternContext,
  RANGE_NOT_SUPPORTED,
  wholeDay,
} from './pattern.js';

/**
 * Days told by their distance from now. Weeks run from Monday to Sunday; a bare weekday is the coming one, and
 * today only with a time still ahead; `next week` and `next month` are that far away; a week's work ends on Friday.
 */
export const RELATIVE_DAYS: readonly DatePattern[] = [
  datePattern('(?:right )?now', (_, { clock }) => ({ at: clock.now })),
  datePattern('(?:at )?(?:today )?(?:night )?(?:at )?midnight', (_, { today }) => ({
    date: addDays(today.date, 1),
    time: '00:00',
  })),
  datePattern('(?:later )?today', (_, { today }) => wholeDay(today.date)),
  datePattern('tomorrow|tmrw|tmr', (_, { today }) => wholeDay(addDays(today.date, 1))),
  datePattern('(?:the )?day after tomorrow', (_, { today }) => wholeDay(addDays(today.date, 2))),
  datePattern('yesterday', (_, { today }) => wholeDay(addDays(today.date, -1))),
  datePattern('(?:the )?day before yesterday', (_, { today }) => wholeDay(addDays(today.date, -2))),
  datePattern(
    `(?:(?:with)?in |after |\\+ ?)?(${DURATION_PATTERN})(?: from now| later| hence)?`,
    ([, span], context) => moved(fromNow(context), span, 1, context),
  ),
  datePattern(`(${DURATION_PATTERN}) (?:ago|earlier)`, ([, span], context) =>
    moved(fromNow(context), span, -1, context),
  ),
  datePattern(
    `(?:in )?(${DURATION_PATTERN}) (from|after|before) (.+)`,
    ([, span, side, rest = ''], context) => {
      const from = context.read(rest);
      return from && moved(from, span, side === 'before' ? -1 : 1, context);
    },
  ),
  datePattern('(next|last) (week|month|quarter|year)', ([, side, unit], context) =>
    moved(wholeDay(context.today.date), `1 ${unit}`, side === 'next' ? 1 : -1, context),
  ),
  datePattern('(?:later |early )?this (?:week|month|quarter|year)', () => ({
    impossible: RANGE_NOT_SUPPORTED,
  })),
  datePattern('(?:the )?week after next', (_, { today }) => wholeDay(addDays(today.date, 14))),
  datePattern('next (?:business |working |work ?|week)day', (_, { today }) =>
    wholeDay(addWorkdays(today.date, 1)),
  ),
  datePattern(
    `next (${WEEKDAY_PATTERN})|(${WEEKDAY_PATTERN}) (?:of )?next week|next week (?:on )?(${WEEKDAY_PATTERN})`,
    (found, { today }) =>
      wholeDay(weekdayInWeek(today.date, weekdayNamed(found.slice(1).find(Boolean) ?? ''), 1)),
  ),
  datePattern(`last (${WEEKDAY_PATTERN})`, ([, name = ''], { today }) =>
    wholeDay(addDays(thisWeekday(today.date, weekdayNamed(name)), -7)),
  ),
  datePattern(`this (${WEEKDAY_PATTERN})`, ([, name = ''], { today }) =>
    wholeDay(thisWeekday(today.date, weekdayNamed(name))),
  ),
  datePattern(`(${WEEKDAY_PATTERN})( week)?`, ([, name = '', later], context) =>
    wholeDay(addDays(comingOrToday(weekdayNamed(name), context), later ? 7 : 0)),
  ),
  datePattern(`(${WEEKDAY_PATTERN}) (?:the )?(.+)`, ([, name = '', rest = ''], { read }) =>
    onWeekday(read(rest), weekdayNamed(name)),
  ),
  datePattern('(?:on )?(?:this |the |(next ))?weekend', ([, next], { today }) =>
    wholeDay(weekdayInWeek(today.date, 6, next || weekdayOf(today.date) === 7 ? 1 : 0)),
  ),
  datePattern(
    '(?:the )?end of (?:(?:the |this )?|(next ))(week|month|quarter|year)',
    ([, next, unit = ''], { today }) => wholeDay(ENDS[unit]?.(today.date, next ? 1 : 0) ?? ''),
  ),
  datePattern('eo([wmqy])', ([, short = ''], { today }) =>
    wholeDay(ENDS[SHORT[short] ?? '']?.(today.date, 0) ?? ''),
  ),
  datePattern(
    '(?:the )?(?:start|beginning|first day) of (?:the )?next (week|month|year)',
    ([, unit = ''], { today }) => wholeDay(STARTS[unit]?.(today.date) ?? ''),
  ),
];

type Of = Readonly<Record<string, (date: string, ahead: number) => string>>;

const FRIDAY = 5;
const SHORT: Readonly<Record<string, string>> = { w: 'week', m: 'month', q: 'quarter', y: 'year' };

const ENDS: Of = {
  week: (date, ahead) => (ahead ? weekdayInWeek(date, FRIDAY, ahead) : thisWeekday(date, FRIDAY)),
  month: (date, ahead) => lastOfMonth(addMonths(date, ahead, 1)),
  quarter: (date, ahead) => lastOfMonth(addMonths(date, 2 - ((dateParts(date)[1] - 1) % 3) + ahead * 3, 1)),
  year: (date, ahead) => `${dateParts(date)[0] + ahead}-12-31`,
};

const STARTS: Readonly<Record<string, (date: string) => string>> = {
  week: (date) => weekdayInWeek(date, 1, 1),
  month: (date) => addMonths(date, 1, 1),
  year: (date) => `${dateParts(date)[0] + 1}-01-01`,
};

const fromNow = ({ clock }: PatternContext): ParsedMoment => ({ at: clock.now });

function moved(
  from: ParsedMoment,
  span: string | undefined,
  sign: 1 | -1,
  { clock, time }: PatternContext,
): ParsedMoment | null {
  const read = parseDuration(span ?? '');
  return read && !(time && read.elapsed) ? addDuration(from, read, sign, clock) : null;
}

function onWeekday(moment: ParsedMoment | null, weekday: number): ParsedMoment | null {
  if (!moment || !('date' in moment) || weekdayOf(moment.date) === weekday) return moment;
  return { impossible: `is ${moment.date}, a ${weekdayName(weekdayOf(moment.date))}` };
}
