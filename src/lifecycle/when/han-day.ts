import { addDays } from '../../wiki/time.js';
import { addMonths, lastOfMonth, partsOf, weekdayInWeek, weekdayOf } from './calendar.js';
import { comingDay, dated } from './day.js';
import { move, type Span } from './duration.js';
import { MINUTE, type Moment } from './moment.js';
import { type Context, comingOrToday, day, type Row, row } from './row.js';
import { HAN_NUMBER, HAN_WEEKDAYS, hanNumber } from './words.js';

const DAYS: Readonly<Record<string, number>> = {
  前天: -2,
  昨天: -1,
  昨日: -1,
  昨: -1,
  今天: 0,
  今日: 0,
  今: 0,
  明天: 1,
  明日: 1,
  明: 1,
  后天: 2,
  明后日: 2,
  大后天: 3,
};

const SPAN =
  `(${HAN_NUMBER}|半)[个ヶか]?(半)?` +
  '(分钟?|小时|钟头?|时间|天|日间?|周间?|星期|礼拜|(?<=[个ヶか])月|年)(半)?';
/** Monday to Sunday. */
const JAPANESE_WEEKDAYS = '月火水木金土日';
const WEEK = '(?:周|星期|礼拜)';

/** Days in Chinese, and in Japanese that is written alike; weeks and months as in `when-relative`. */
export const HAN_DAYS: readonly Row[] = [
  row(Object.keys(DAYS).join('|'), ([name = ''], { today }) => day(addDays(today.date, DAYS[name] ?? 0))),
  row(`(?:再?过)?${SPAN}[之以]?后`, (found, context) => moved(found, 1, context)),
  row(`再?过${SPAN}`, (found, context) => moved(found, 1, context)),
  row(`${SPAN}[之以]?前`, (found, context) => moved(found, -1, context)),
  row(`(下+|这|本|上|来)个?${WEEK}(?:の)?([一二三四五六日天])`, ([, side = '', name = ''], { today }) =>
    day(weekdayInWeek(today.date, weekdayNamed(name), weeksAhead(side))),
  ),
  row(`(下+|来|上)个?${WEEK}`, ([, side = ''], { today }) => day(addDays(today.date, 7 * weeksAhead(side)))),
  row('来周の?([月火水木金土日])曜日?', ([, name = ''], { today }) =>
    day(weekdayInWeek(today.date, JAPANESE_WEEKDAYS.indexOf(name) + 1, 1)),
  ),
  row(`${WEEK}([一二三四五六日天])`, ([, name = ''], context) =>
    day(comingOrToday(weekdayNamed(name), context)),
  ),
  row('([月火水木金土日])曜日?', ([, name = ''], context) =>
    day(comingOrToday(JAPANESE_WEEKDAYS.indexOf(name) + 1, context)),
  ),
  row('(下|这|本)?个?周末', ([, side], { today }) =>
    day(weekdayInWeek(today.date, 6, side === '下' || weekdayOf(today.date) === 7 ? 1 : 0)),
  ),
  row('(?:下个?|来)月', (_, { today }) => day(addMonths(today.date, 1))),
  row('(?:明|来|下一?)年', (_, { today }) => day(addMonths(today.date, 12))),
  row(`下个?月(${HAN_NUMBER})[号日]?`, ([, date = ''], { today }) =>
    dated(today.date, { ...nextMonth(today.date), day: hanNumber(date) }),
  ),
  row('(下个?|本|这个?)?月底', ([, side = ''], { today }) =>
    day(lastOfMonth(addMonths(today.date, side[0] === '下' ? 1 : 0, 1))),
  ),
  row('(?:今)?年底', (_, { today }) => day(`${partsOf(today.date)[0]}-12-31`)),
  row(
    `(?:(\\d{4})年)?(${HAN_NUMBER})月(${HAN_NUMBER})[号日]?`,
    ([, year, month = '', date = ''], { today }) =>
      dated(today.date, { year, month: hanNumber(month), day: hanNumber(date) }),
  ),
  row(`(${HAN_NUMBER})[号日]`, ([, date = ''], { today }) => comingDay(today.date, hanNumber(date))),
];

function moved(
  found: readonly (string | undefined)[],
  sign: 1 | -1,
  { clock, time }: Context,
): Moment | null {
  const [, count = '', half, unit = '', tail] = found;
  const extra = half || tail ? 0.5 : 0;
  const span = spanOf((count === '半' ? 0.5 : hanNumber(count)) + extra, unit);
  return span && !(time && span.elapsed) ? move({ at: clock.now }, span, sign, clock) : null;
}

function spanOf(count: number, unit: string): Span | null {
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

const whole = (count: number, unit: 'day' | 'month'): Span | null =>
  Number.isInteger(count) ? { steps: [{ count, unit }], elapsed: 0 } : null;

const weeksAhead = (side: string): number =>
  side.startsWith('下') ? side.length : side === '上' ? -1 : side === '来' ? 1 : 0;

const weekdayNamed = (name: string): number => HAN_WEEKDAYS.indexOf(name.replace('天', '日')) + 1;

function nextMonth(today: string): { year: string; month: number } {
  const [year, month] = partsOf(addMonths(today, 1, 1));
  return { year: String(year), month };
}
