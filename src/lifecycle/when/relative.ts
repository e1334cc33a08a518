import { addDays } from '../../wiki/time.js';
import {
  addMonths,
  addWorkdays,
  lastOfMonth,
  partsOf,
  thisWeekday,
  weekdayInWeek,
  weekdayOf,
} from './calendar.js';
import { move, readSpan, SPAN } from './duration.js';
import type { Moment } from './moment.js';
import { A_SPAN, type Context, comingOrToday, day, type Row, row } from './row.js';
import { WEEKDAY, weekdayName, weekdayNamed } from './words.js';

/**
 * Days told by their distance from now. Weeks run from Monday to Sunday; a bare weekday is the coming one, and
 * today only with a time still ahead; `next week` and `next month` are that far away; a week's work ends on Friday.
 */
export const RELATIVE_DAYS: readonly Row[] = [
  row('(?:right )?now', (_, { clock }) => ({ at: clock.now })),
  row('(?:at )?(?:today )?(?:night )?(?:at )?midnight', (_, { today }) => ({
    date: addDays(today.date, 1),
    time: '00:00',
  })),
  row('(?:later )?today', (_, { today }) => day(today.date)),
  row('tomorrow|tmrw|tmr', (_, { today }) => day(addDays(today.date, 1))),
  row('(?:the )?day after tomorrow', (_, { today }) => day(addDays(today.date, 2))),
  row('yesterday', (_, { today }) => day(addDays(today.date, -1))),
  row('(?:the )?day before yesterday', (_, { today }) => day(addDays(today.date, -2))),
  row(`(?:(?:with)?in |after |\\+ ?)?(${SPAN})(?: from now| later| hence)?`, ([, span], context) =>
    moved(fromNow(context), span, 1, context),
  ),
  row(`(${SPAN}) (?:ago|earlier)`, ([, span], context) => moved(fromNow(context), span, -1, context)),
  row(`(?:in )?(${SPAN}) (from|after|before) (.+)`, ([, span, side, rest = ''], context) => {
    const from = context.read(rest);
    return from && moved(from, span, side === 'before' ? -1 : 1, context);
  }),
  row('(next|last) (week|month|quarter|year)', ([, side, unit], context) =>
    moved(day(context.today.date), `1 ${unit}`, side === 'next' ? 1 : -1, context),
  ),
  row('(?:later |early )?this (?:week|month|quarter|year)', () => ({ impossible: A_SPAN })),
  row('(?:the )?week after next', (_, { today }) => day(addDays(today.date, 14))),
  row('next (?:business |working |work ?|week)day', (_, { today }) => day(addWorkdays(today.date, 1))),
  row(`next (${WEEKDAY})|(${WEEKDAY}) (?:of )?next week|next week (?:on )?(${WEEKDAY})`, (found, { today }) =>
    day(weekdayInWeek(today.date, weekdayNamed(found.slice(1).find(Boolean) ?? ''), 1)),
  ),
  row(`last (${WEEKDAY})`, ([, name = ''], { today }) =>
    day(addDays(thisWeekday(today.date, weekdayNamed(name)), -7)),
  ),
  row(`this (${WEEKDAY})`, ([, name = ''], { today }) => day(thisWeekday(today.date, weekdayNamed(name)))),
  row(`(${WEEKDAY})( week)?`, ([, name = '', later], context) =>
    day(addDays(comingOrToday(weekdayNamed(name), context), later ? 7 : 0)),
  ),
  row(`(${WEEKDAY}) (?:the )?(.+)`, ([, name = '', rest = ''], { read }) =>
    onWeekday(read(rest), weekdayNamed(name)),
  ),
  row('(?:on )?(?:this |the |(next ))?weekend', ([, next], { today }) =>
    day(weekdayInWeek(today.date, 6, next || weekdayOf(today.date) === 7 ? 1 : 0)),
  ),
  row(
    '(?:the )?end of (?:(?:the |this )?|(next ))(week|month|quarter|year)',
    ([, next, unit = ''], { today }) => day(ENDS[unit]?.(today.date, next ? 1 : 0) ?? ''),
  ),
  row('eo([wmqy])', ([, short = ''], { today }) => day(ENDS[SHORT[short] ?? '']?.(today.date, 0) ?? '')),
  row(
    '(?:the )?(?:start|beginning|first day) of (?:the )?next (week|month|year)',
    ([, unit = ''], { today }) => day(STARTS[unit]?.(today.date) ?? ''),
  ),
];

type Of = Readonly<Record<string, (date: string, ahead: number) => string>>;

const FRIDAY = 5;
const SHORT: Readonly<Record<string, string>> = { w: 'week', m: 'month', q: 'quarter', y: 'year' };

const ENDS: Of = {
  week: (date, ahead) => (ahead ? weekdayInWeek(date, FRIDAY, ahead) : thisWeekday(date, FRIDAY)),
  month: (date, ahead) => lastOfMonth(addMonths(date, ahead, 1)),
  quarter: (date, ahead) => lastOfMonth(addMonths(date, 2 - ((partsOf(date)[1] - 1) % 3) + ahead * 3, 1)),
  year: (date, ahead) => `${partsOf(date)[0] + ahead}-12-31`,
};

const STARTS: Readonly<Record<string, (date: string) => string>> = {
  week: (date) => weekdayInWeek(date, 1, 1),
  month: (date) => addMonths(date, 1, 1),
  year: (date) => `${partsOf(date)[0] + 1}-01-01`,
};

const fromNow = ({ clock }: Context): Moment => ({ at: clock.now });

function moved(
  from: Moment,
  span: string | undefined,
  sign: 1 | -1,
  { clock, time }: Context,
): Moment | null {
  const read = readSpan(span ?? '');
  return read && !(time && read.elapsed) ? move(from, read, sign, clock) : null;
}

function onWeekday(moment: Moment | null, weekday: number): Moment | null {
  if (!moment || !('date' in moment) || weekdayOf(moment.date) === weekday) return moment;
  return { impossible: `is ${moment.date}, a ${weekdayName(weekdayOf(moment.date))}` };
}
