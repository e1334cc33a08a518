import { addMonths, findLastOfMonth, findWeekdayInWeek, splitDate, toWeekday } from './calendar.js';
import { CHINESE_DAY_PARTS, CHINESE_DAYS } from './date-words.data.js';
import { foldChineseVariants, HAN_NUMBER, HAN_WEEKDAYS, parseHanNumber } from './date-words.js';
import type { TimeContext } from './due-date.js';
import { addDuration, type Duration } from './duration.js';
import { addDays } from './local-time.js';
import { MINUTE, nextTime, type ParsedMoment } from './moment.js';
import {
  createDatePattern,
  type DatePattern,
  findNextDayOfMonth,
  findWeekdayFromNow,
  matchPatterns,
  type PatternContext,
  resolveMonthDay,
  toWholeDay,
} from './pattern.js';
import { parseClockTime, type SplitTime } from './time-of-day.js';

const SPAN =
  `(${HAN_NUMBER}|半)[个ヶか]?(半)?` +
  '(分钟?|小时|钟头?|时间|天|日间?|周间?|星期|礼拜|(?<=[个ヶか])月|年)(半)?';
/** Monday to Sunday. */
const JAPANESE_WEEKDAYS = '月火水木金土日';
const WEEK = '(?:周|星期|礼拜)';

/** Days in Chinese, and in Japanese that is written alike; weeks and months as in `when-relative`. */
const HAN_DAYS: readonly DatePattern[] = [
  createDatePattern(Object.keys(CHINESE_DAYS).join('|'), ([name = ''], { today }) =>
    toWholeDay(addDays(today.date, CHINESE_DAYS[name] ?? 0)),
  ),
  createDatePattern(`(?:再?过)?${SPAN}[之以]?后`, (found, context) => moved(found, 1, context)),
  createDatePattern(`再?过${SPAN}`, (found, context) => moved(found, 1, context)),
  createDatePattern(`${SPAN}[之以]?前`, (found, context) => moved(found, -1, context)),
  createDatePattern(
    `(下+|这|本|上|来)个?${WEEK}(?:の)?([一二三四五六日天])`,
    ([, side = '', name = ''], { today }) =>
      toWholeDay(findWeekdayInWeek(today.date, weekdayNamed(name), weeksAhead(side))),
  ),
  createDatePattern(`(下+|来|上)个?${WEEK}`, ([, side = ''], { today }) =>
    toWholeDay(addDays(today.date, 7 * weeksAhead(side))),
  ),
  createDatePattern('来周の?([月火水木金土日])曜日?', ([, name = ''], { today }) =>
    toWholeDay(findWeekdayInWeek(today.date, JAPANESE_WEEKDAYS.indexOf(name) + 1, 1)),
  ),
  createDatePattern(`${WEEK}([一二三四五六日天])`, ([, name = ''], context) =>
    toWholeDay(findWeekdayFromNow(weekdayNamed(name), context)),
  ),
  createDatePattern('([月火水木金土日])曜日?', ([, name = ''], context) =>
    toWholeDay(findWeekdayFromNow(JAPANESE_WEEKDAYS.indexOf(name) + 1, context)),
  ),
  createDatePattern('(下|这|本)?个?周末', ([, side], { today }) =>
    toWholeDay(findWeekdayInWeek(today.date, 6, side === '下' || toWeekday(today.date) === 7 ? 1 : 0)),
  ),
  createDatePattern('(?:下个?|来)月', (_, { today }) => toWholeDay(addMonths(today.date, 1))),
  createDatePattern('(?:明|来|下一?)年', (_, { today }) => toWholeDay(addMonths(today.date, 12))),
  createDatePattern(`下个?月(${HAN_NUMBER})[号日]?`, ([, date = ''], { today }) =>
    resolveMonthDay(today.date, { ...nextMonth(today.date), day: parseHanNumber(date) }),
  ),
  createDatePattern('(下个?|本|这个?)?月底', ([, side = ''], { today }) =>
    toWholeDay(findLastOfMonth(addMonths(today.date, side[0] === '下' ? 1 : 0, 1))),
  ),
  createDatePattern('(?:今)?年底', (_, { today }) => toWholeDay(`${splitDate(today.date)[0]}-12-31`)),
  createDatePattern(
    `(?:(\\d{4})年)?(${HAN_NUMBER})月(${HAN_NUMBER})[号日]?`,
    ([, year, month = '', date = ''], { today }) =>
      resolveMonthDay(today.date, { year, month: parseHanNumber(month), day: parseHanNumber(date) }),
  ),
  createDatePattern(`(${HAN_NUMBER})[号日]`, ([, date = ''], { today }) =>
    findNextDayOfMonth(today.date, parseHanNumber(date)),
  ),
];

function moved(
  found: readonly (string | undefined)[],
  sign: 1 | -1,
  { clock, time }: PatternContext,
): ParsedMoment | null {
  const [, count = '', half, unit = '', tail] = found;
  const extra = half || tail ? 0.5 : 0;
  const span = spanOf((count === '半' ? 0.5 : parseHanNumber(count)) + extra, unit);
  return span && !(time && span.elapsed) ? addDuration({ at: clock.now }, span, sign, clock) : null;
}

function spanOf(count: number, unit: string): Duration | null {
  const minutes = /^[分小钟时]/.test(unit)
    ? unit.startsWith('分')
      ? 1
      : 60
    : unit === '天' && count === 0.5
      ? 1440
      : 0;
  if (minutes) return { steps: [], elapsed: count * minutes * MINUTE };
  if (/^[月年]/.test(unit)) return whole(count * (unit === '年' ? 12 : 1), 'month');
  return whole(count * (/^[天日]/.test(unit) ? 1 : 7), 'day');
}

const whole = (count: number, unit: 'day' | 'month'): Duration | null =>
  Number.isInteger(count) ? { steps: [{ count, unit }], elapsed: 0 } : null;

const weeksAhead = (side: string): number =>
  side.startsWith('下') ? side.length : side === '上' ? -1 : side === '来' ? 1 : 0;

const weekdayNamed = (name: string): number => HAN_WEEKDAYS.indexOf(name.replace('天', '日')) + 1;

function nextMonth(today: string): { year: string; month: number } {
  const [year, month] = splitDate(addMonths(today, 1, 1));
  return { year: String(year), month };
}

/** Reads a whole phrase in Chinese, or in Japanese that is written alike; null where it is not understood. */
export function parseChineseDate(text: string, clock: TimeContext): ParsedMoment | null {
  const phrase = foldChineseVariants(text).replace(/[\s,，。]+/g, '');
  const whole = matchPatterns(HAN_DAYS, phrase, null, clock);
  const { rest, time, unclear } = splitChineseTime(phrase);
  if (whole || rest === phrase) return whole;
  const moment = rest ? matchPatterns(HAN_DAYS, rest, time, clock) : null;
  if (rest && !moment) return null;
  if (time === null) return { impossible: unclear ?? '' };
  if (!moment) return nextTime(time, clock);
  return 'date' in moment ? { date: moment.date, time } : moment;
}

/** Takes a time of day off the end of a phrase: `明天下午三点`, `每天早上`. */
export function splitChineseTime(text: string): SplitTime {
  const phrase = foldChineseVariants(text).replace(/\s+/g, '');
  const { date = '', part, ...hour } = TIMED.exec(phrase)?.groups ?? {};
  return { rest: date, ...readTime(part, hour) };
}

const TIMED = new RegExp(
  `^(?<date>.*?)(?:的|の)?(?:在)?(?<part>${Object.keys(CHINESE_DAY_PARTS).join('|')})?` +
    `(?:(?<hour>${HAN_NUMBER})(?:点钟?|时)(?:(?:(?<minute>${HAN_NUMBER})分?)|(?<half>半))?` +
    '|(?<clock>\\d{1,2}[:：]\\d\\d))?に?$',
);

type Hour = Readonly<Record<string, string | undefined>>;

function readTime(part: string | undefined, { hour, minute, half, clock }: Hour): Omit<SplitTime, 'rest'> {
  const [begins = null, name = ''] = CHINESE_DAY_PARTS[part ?? ''] ?? [];
  if (clock) return parseClockTime(clock.replace('：', ':'), name);
  if (!hour) return { time: begins };
  const minutes = half ? 30 : minute ? parseHanNumber(minute) : null;
  const text = minutes === null ? '' : `:${String(minutes).padStart(2, '0')}`;
  return parseClockTime(`${parseHanNumber(hour)}${minutes === 0 ? '' : text}`, name);
}
