import { addDays } from '../wiki/time.js';
import { addMonths, comingWeekday, daysIn, partsOf, weekdayInWeek, weekdayOf } from './when-calendar.js';
import { comingDay, dated } from './when-day.js';
import type { Clock } from './when-due.js';
import { move, type Span } from './when-duration.js';
import { MINUTE, type Moment, nextTime } from './when-moment.js';
import { type Context, day, type Row, row } from './when-row.js';
import { readClock, type Split } from './when-time.js';
import { foldHan, HAN_NUMBER, HAN_WEEKDAYS, hanNumber } from './when-words.js';

/** Reads a whole phrase in Chinese, or in Japanese that is written alike; null where it is not understood. */
export function readHan(said: string, clock: Clock): Moment | null {
  const phrase = foldHan(said).replace(/[\s,，。]+/g, '');
  const whole = readRows(phrase, null, clock);
  const { rest, time, unclear } = splitHan(phrase);
  if (whole || rest === phrase) return whole;
  const moment = rest ? readRows(rest, time, clock) : null;
  if (rest && !moment) return null;
  if (time === null) return { impossible: unclear ?? '' };
  if (!moment) return nextTime(time, clock);
  return 'date' in moment ? { date: moment.date, time } : moment;
}

/** Takes a time of day off the end of a phrase: `明天下午三点`, `每天早上`. */
export function splitHan(said: string): Split {
  const phrase = foldHan(said).replace(/\s+/g, '');
  const { date = '', part, ...hour } = TIMED.exec(phrase)?.groups ?? {};
  return { rest: date, ...readTime(part, hour) };
}

/** When the parts of a day begin, and the English part that tells early hours from late ones. */
const PARTS: Readonly<Record<string, readonly [time: string, part: string]>> = {
  早上: ['09:00', 'morning'],
  早晨: ['09:00', 'morning'],
  上午: ['09:00', 'morning'],
  午前: ['09:00', 'morning'],
  早: ['09:00', 'morning'],
  朝: ['09:00', 'morning'],
  中午: ['12:00', 'noon'],
  正午: ['12:00', 'noon'],
  下午: ['15:00', 'afternoon'],
  午后: ['15:00', 'afternoon'],
  傍晚: ['18:00', 'evening'],
  晚上: ['20:00', 'night'],
  夜里: ['20:00', 'night'],
  晚: ['20:00', 'night'],
  夜: ['20:00', 'night'],
};

const TIMED = new RegExp(
  `^(?<date>.*?)(?:的|の)?(?:在)?(?<part>${Object.keys(PARTS).join('|')})?` +
    `(?:(?<hour>${HAN_NUMBER})(?:点钟?|时)(?:(?:(?<minute>${HAN_NUMBER})分?)|(?<half>半))?` +
    '|(?<clock>\\d{1,2}[:：]\\d\\d))?に?$',
);

type Hour = Readonly<Record<string, string | undefined>>;

function readTime(part: string | undefined, { hour, minute, half, clock }: Hour): Omit<Split, 'rest'> {
  const [begins = null, name = ''] = PARTS[part ?? ''] ?? [];
  if (clock) return readClock(clock.replace('：', ':'), name);
  if (!hour) return { time: begins };
  const minutes = half ? 30 : minute ? hanNumber(minute) : null;
  const text = minutes === null ? '' : `:${String(minutes).padStart(2, '0')}`;
  return readClock(`${hanNumber(hour)}${minutes === 0 ? '' : text}`, name);
}

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
const WEEK = '(?:周|星期|礼拜)';

const ROWS: readonly Row[] = [
  row(Object.keys(DAYS).join('|'), ([name = ''], { today }) => day(addDays(today.date, DAYS[name] ?? 0))),
  row(`(?:再?过)?${SPAN}[之以]?后`, (found, context) => moved(found, 1, context)),
  row(`再?过${SPAN}`, (found, context) => moved(found, 1, context)),
  row(`${SPAN}[之以]?前`, (found, context) => moved(found, -1, context)),
  row(`(下+|这|本|上|来)个?${WEEK}(?:の)?([一二三四五六日天])`, ([, side = '', name = ''], { today }) =>
    day(weekdayInWeek(today.date, weekdayNamed(name), weeksAhead(side))),
  ),
  row(`(下+|来|上)个?${WEEK}`, ([, side = ''], { today }) => day(addDays(today.date, 7 * weeksAhead(side)))),
  row('来周の?([月火水木金土日])曜日?', ([, name = ''], { today }) =>
    day(weekdayInWeek(today.date, SUN_TO_MON.indexOf(name) + 1, 1)),
  ),
  row(`${WEEK}([一二三四五六日天])`, ([, name = ''], context) => day(coming(weekdayNamed(name), context))),
  row('([月火水木金土日])曜日?', ([, name = ''], context) =>
    day(coming(SUN_TO_MON.indexOf(name) + 1, context)),
  ),
  row('(下|这|本)?个?周末', ([, side], { today }) =>
    day(weekdayInWeek(today.date, 6, side === '下' || weekdayOf(today.date) === 7 ? 1 : 0)),
  ),
  row('(?:下个?|来)月', ([], { today }) => day(addMonths(today.date, 1))),
  row('(?:明|来|下一?)年', ([], { today }) => day(addMonths(today.date, 12))),
  row(`下个?月(${HAN_NUMBER})[号日]?`, ([, date = ''], { today }) =>
    dated(today.date, { ...nextMonth(today.date), day: hanNumber(date) }),
  ),
  row('(下个?|本|这个?)?月底', ([, side = ''], { today }) =>
    day(lastOf(addMonths(today.date, side[0] === '下' ? 1 : 0, 1))),
  ),
  row('(?:今)?年底', ([], { today }) => day(`${partsOf(today.date)[0]}-12-31`)),
  row(
    `(?:(\\d{4})年)?(${HAN_NUMBER})月(${HAN_NUMBER})[号日]?`,
    ([, year, month = '', date = ''], { today }) =>
      dated(today.date, { year, month: hanNumber(month), day: hanNumber(date) }),
  ),
  row(`(${HAN_NUMBER})[号日]`, ([, date = ''], { today }) => comingDay(today.date, hanNumber(date))),
];

const SUN_TO_MON = '月火水木金土日';

function readRows(phrase: string, time: string | null, clock: Clock): Moment | null {
  const context = { today: clock.local(clock.now), time, clock, read: () => null };
  for (const [pattern, meaning] of ROWS) {
    const found = pattern.exec(phrase);
    const moment = found && meaning(found, context);
    if (moment) return moment;
  }
  return null;
}

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

function coming(weekday: number, { today, time }: Context): string {
  const ahead = time !== null && time >= today.time.slice(0, 5) && weekdayOf(today.date) === weekday;
  return ahead ? today.date : comingWeekday(today.date, weekday);
}

function nextMonth(today: string): { year: string; month: number } {
  const [year, month] = partsOf(addMonths(today, 1, 1));
  return { year: String(year), month };
}

function lastOf(date: string): string {
  const [year, month] = partsOf(date);
  return addMonths(date, 0, daysIn(year, month));
}
