import {
  addMonths,
  addWorkdays,
  findLastOfMonth,
  findWeekdayFrom,
  findWeekdayInWeek,
  formatDay,
  splitDate,
  toWeekday,
} from './calendar.js';
import { ENGLISH_REWRITES } from './date-words.data.js';
import { parseWeekday, WEEKDAY_PATTERN, weekdayName } from './date-words.js';
import type { TimeContext } from './due-date.js';
import { addDuration, DURATION_PATTERN, parseDuration } from './duration.js';
import { addDays } from './local-time.js';
import { nextTime, type ParsedMoment } from './moment.js';
import {
  createDatePattern,
  type DatePattern,
  findWeekdayFromNow,
  INVALID_DAY,
  matchPatterns,
  NAMED_DAYS,
  type PatternContext,
  RANGE_NOT_SUPPORTED,
  toWholeDay,
} from './pattern.js';
import { INVALID_TIME, splitTime } from './time-of-day.js';

/**
 * Dates relative to now. Weeks run from Monday to Sunday; a bare weekday is the next one, and today only with a time
 * still ahead; `next week` and `next month` are that far away; a week's work ends on Friday.
 */
const RELATIVE_DAYS: readonly DatePattern[] = [
  createDatePattern('(?:right )?now', (_, { clock }) => ({ at: clock.now })),
  createDatePattern('(?:at )?(?:today )?(?:night )?(?:at )?midnight', (_, { today }) => ({
    date: addDays(today.date, 1),
    time: '00:00',
  })),
  createDatePattern('(?:later )?today', (_, { today }) => toWholeDay(today.date)),
  createDatePattern('tomorrow|tmrw|tmr', (_, { today }) => toWholeDay(addDays(today.date, 1))),
  createDatePattern('(?:the )?day after tomorrow', (_, { today }) => toWholeDay(addDays(today.date, 2))),
  createDatePattern('yesterday', (_, { today }) => toWholeDay(addDays(today.date, -1))),
  createDatePattern('(?:the )?day before yesterday', (_, { today }) => toWholeDay(addDays(today.date, -2))),
  createDatePattern(
    `(?:(?:with)?in |after |\\+ ?)?(${DURATION_PATTERN})(?: from now| later| hence)?`,
    ([, span], context) => moved(fromNow(context), span, 1, context),
  ),
  createDatePattern(`(${DURATION_PATTERN}) (?:ago|earlier)`, ([, span], context) =>
    moved(fromNow(context), span, -1, context),
  ),
  createDatePattern(
    `(?:in )?(${DURATION_PATTERN}) (from|after|before) (.+)`,
    ([, span, side, rest = ''], context) => {
      const from = context.read(rest);
      return from && moved(from, span, side === 'before' ? -1 : 1, context);
    },
  ),
  createDatePattern('(next|last) (week|month|quarter|year)', ([, side, unit], context) =>
    moved(toWholeDay(context.today.date), `1 ${unit}`, side === 'next' ? 1 : -1, context),
  ),
  createDatePattern('(?:later |early )?this (?:week|month|quarter|year)', () => ({
    impossible: RANGE_NOT_SUPPORTED,
  })),
  createDatePattern('(?:the )?week after next', (_, { today }) => toWholeDay(addDays(today.date, 14))),
  createDatePattern('next (?:business |working |work ?|week)day', (_, { today }) =>
    toWholeDay(addWorkdays(today.date, 1)),
  ),
  createDatePattern(
    `next (${WEEKDAY_PATTERN})|(${WEEKDAY_PATTERN}) (?:of )?next week|next week (?:on )?(${WEEKDAY_PATTERN})`,
    (found, { today }) =>
      toWholeDay(findWeekdayInWeek(today.date, parseWeekday(found.slice(1).find(Boolean) ?? ''), 1)),
  ),
  createDatePattern(`last (${WEEKDAY_PATTERN})`, ([, name = ''], { today }) =>
    toWholeDay(addDays(findWeekdayFrom(today.date, parseWeekday(name)), -7)),
  ),
  createDatePattern(`this (${WEEKDAY_PATTERN})`, ([, name = ''], { today }) =>
    toWholeDay(findWeekdayFrom(today.date, parseWeekday(name))),
  ),
  createDatePattern(`(${WEEKDAY_PATTERN})( week)?`, ([, name = '', later], context) =>
    toWholeDay(addDays(findWeekdayFromNow(parseWeekday(name), context), later ? 7 : 0)),
  ),
  createDatePattern(`(${WEEKDAY_PATTERN}) (?:the )?(.+)`, ([, name = '', rest = ''], { read }) =>
    onWeekday(read(rest), parseWeekday(name)),
  ),
  createDatePattern('(?:on )?(?:this |the |(next ))?weekend', ([, next], { today }) =>
    toWholeDay(findWeekdayInWeek(today.date, 6, next || toWeekday(today.date) === 7 ? 1 : 0)),
  ),
  createDatePattern(
    '(?:the )?end of (?:(?:the |this )?|(next ))(week|month|quarter|year)',
    ([, next, unit = ''], { today }) => toWholeDay(ENDS[unit]?.(today.date, next ? 1 : 0) ?? ''),
  ),
  createDatePattern('eo([wmqy])', ([, short = ''], { today }) =>
    toWholeDay(ENDS[SHORT[short] ?? '']?.(today.date, 0) ?? ''),
  ),
  createDatePattern(
    '(?:the )?(?:start|beginning|first day) of (?:the )?next (week|month|year)',
    ([, unit = ''], { today }) => toWholeDay(STARTS[unit]?.(today.date) ?? ''),
  ),
];

type Of = Readonly<Record<string, (date: string, ahead: number) => string>>;

const FRIDAY = 5;
const SHORT: Readonly<Record<string, string>> = { w: 'week', m: 'month', q: 'quarter', y: 'year' };

const ENDS: Of = {
  week: (date, ahead) => (ahead ? findWeekdayInWeek(date, FRIDAY, ahead) : findWeekdayFrom(date, FRIDAY)),
  month: (date, ahead) => findLastOfMonth(addMonths(date, ahead, 1)),
  quarter: (date, ahead) =>
    findLastOfMonth(addMonths(date, 2 - ((splitDate(date)[1] - 1) % 3) + ahead * 3, 1)),
  year: (date, ahead) => `${splitDate(date)[0] + ahead}-12-31`,
};

const STARTS: Readonly<Record<string, (date: string) => string>> = {
  week: (date) => findWeekdayInWeek(date, 1, 1),
  month: (date) => addMonths(date, 1, 1),
  year: (date) => `${splitDate(date)[0] + 1}-01-01`,
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
  if (!moment || !('date' in moment) || toWeekday(moment.date) === weekday) return moment;
  return { impossible: `is ${moment.date}, a ${weekdayName(toWeekday(moment.date))}` };
}

/** Reads a whole English phrase, or digits, as a moment; null if any word is not understood. */
export function parseEnglishDate(text: string, clock: TimeContext): ParsedMoment | null {
  const iso = readIso(text, clock);
  if (iso) return iso;
  const phrase = normal(text);
  return readDay(phrase, null, clock) ?? readTimed(phrase, clock);
}

const ROWS: readonly DatePattern[] = [...RELATIVE_DAYS, ...NAMED_DAYS];

function readTimed(phrase: string, clock: TimeContext): ParsedMoment | null {
  const { rest, time, unclear } = splitTime(phrase);
  const date = rest ? readDay(normal(rest), time, clock) : null;
  if (unclear) return rest && !date ? null : { impossible: unclear };
  if (time === null) return null;
  if (!rest) return nextTime(time, clock);
  if (date && 'date' in date) return { date: date.date, time };
  return date && 'impossible' in date ? date : null;
}

const readDay = (phrase: string, time: string | null, clock: TimeContext): ParsedMoment | null =>
  matchPatterns(ROWS, phrase, time, clock, normal);

function readIso(text: string, clock: TimeContext): ParsedMoment | null {
  const [, date = '', time = '', offset] = ISO.exec(text) ?? [];
  if (!date) return null;
  const at = clock.instant(`${date}T${time}${offset?.toUpperCase() ?? ''}`);
  if (!formatDay(...splitDate(date))) return { impossible: INVALID_DAY };
  if (at === null) return { impossible: INVALID_TIME };
  return offset ? { at } : { date, time };
}

const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)? ?(Z|[+-]\d\d:\d\d)?$/i;

const normal = (phrase: string): string =>
  ENGLISH_REWRITES.reduce(
    (text, [pattern, instead]) => text.replace(pattern, instead),
    phrase.toLowerCase(),
  ).trim();
