import { addMonths, splitDate, toWeekday } from './calendar.js';
import {
  foldChineseVariants,
  HAN_NUMBER,
  HAN_WEEKDAYS,
  NUMBER_PATTERN,
  parseHanNumber,
  parseNumber,
  parseWeekday,
  WEEKDAY_PATTERN,
  weekdayName,
} from './date-words.js';
import { addDays } from './local-time.js';

/**
 * How often a reminder repeats: every so many days, weeks, months or years, or on some weekdays (1–7). `day` is the
 * preferred day of the month; in a shorter month the last day is used.
 */
export type RecurrenceRule =
  | { readonly unit: Unit; readonly every: number; readonly day?: number }
  | { readonly on: readonly number[] };

type Unit = 'day' | 'week' | 'month' | 'year';

/** Reads `day`, `weekday`, `2 weeks`, `monday,thursday`, `month on the 31st` and similar; null for anything else. */
export function parseRecurrence(text: string): RecurrenceRule | null {
  const phrase = text
    .trim()
    .toLowerCase()
    .replace(/^(?:every|each|on) /, '');
  return NAMED.get(phrase) ?? readUnits(phrase) ?? readWeekdays(phrase) ?? readHan(phrase);
}

/** The text of a rule in `next DATE every RULE`; what `readRule` reads back as the same rule. */
export function formatRecurrence(rule: RecurrenceRule): string {
  if ('on' in rule) return same(rule.on, WORKDAYS) ? 'weekday' : rule.on.map(weekdayName).join(',');
  const unit = rule.every === 1 ? rule.unit : `${rule.every} ${rule.unit}s`;
  return rule.day ? `${unit} on the ${ordinal(rule.day)}` : unit;
}

/** The rule that begins on `first`: monthly and yearly rules remember the 29th, 30th or 31st. */
export function anchorRecurrence(rule: RecurrenceRule, first: string): RecurrenceRule {
  const day = splitDate(first.slice(0, 10))[2];
  const byMonth = 'unit' in rule && (rule.unit === 'month' || rule.unit === 'year');
  return byMonth && !rule.day && day > SHORTEST_MONTH ? { ...rule, day } : rule;
}

/** The occurrence after `after`, which is one itself (a local day or time); the time of day stays, without an offset. */
export function nextOccurrenceAfter(rule: RecurrenceRule, after: string): string {
  const [date, time] = [after.slice(0, 10), after.slice(10, 16)];
  if ('on' in rule) return nextOn(rule.on, date) + time;
  if (rule.unit === 'day') return addDays(date, rule.every) + time;
  if (rule.unit === 'week') return addDays(date, rule.every * 7) + time;
  const months = rule.unit === 'month' ? rule.every : rule.every * 12;
  return addMonths(date, months, rule.day) + time;
}

/** Days; a day of the month up to here is in every month. */
const SHORTEST_MONTH = 28;
const WORKDAYS = [1, 2, 3, 4, 5];
const WEEKEND = [6, 7];
const NAMED = new Map<string, RecurrenceRule>([
  ['weekday', { on: WORKDAYS }],
  ['weekdays', { on: WORKDAYS }],
  ['workday', { on: WORKDAYS }],
  ['working day', { on: WORKDAYS }],
  ['weekend', { on: WEEKEND }],
  ['weekends', { on: WEEKEND }],
  ['daily', { unit: 'day', every: 1 }],
  ['weekly', { unit: 'week', every: 1 }],
  ['biweekly', { unit: 'week', every: 2 }],
  ['fortnightly', { unit: 'week', every: 2 }],
  ['monthly', { unit: 'month', every: 1 }],
  ['quarterly', { unit: 'month', every: 3 }],
  ['yearly', { unit: 'year', every: 1 }],
  ['annually', { unit: 'year', every: 1 }],
]);

const COUNTED = new RegExp(
  `^(?:(other|second|third|${NUMBER_PATTERN}) )?(day|week|fortnight|month|quarter|year)s?` +
    String.raw`(?: on (?:the )?(last(?: day)?|first(?: day)?|\d{1,2})(?:st|nd|rd|th)?)?$`,
);
const MONTHLY = /^(?:the )?(\d{1,2})(?:st|nd|rd|th)(?: of (?:the|each|every) month)?$/;
const FIRST_OR_LAST = /^(?:the )?(first|last)(?: day)? of (?:the|each|every) month$/;
const LISTED = new RegExp(
  String.raw`^${WEEKDAY_PATTERN}s?(?:(?:\s*,\s*(?:and\s+)?|\s*[&/]\s*|\s+and\s+|\s+)${WEEKDAY_PATTERN}s?)*$`,
);
const TIMES: Readonly<Record<string, number>> = { fortnight: 2, quarter: 3 };
const BASE: Readonly<Record<string, Unit>> = { fortnight: 'week', quarter: 'month' };

function readUnits(text: string): RecurrenceRule | null {
  const [, ofMonth] = MONTHLY.exec(text) ?? [];
  if (ofMonth) return readUnits(`month on the ${ofMonth}`);
  const [, edge] = FIRST_OR_LAST.exec(text) ?? [];
  if (edge) return readUnits(`month on the ${edge === 'first' ? '1st' : 'last day'}`);
  const [, count = '1', word = '', aim] = COUNTED.exec(text) ?? [];
  if (!word) return null;
  const every = ({ other: 2, second: 2, third: 3 }[count] ?? parseNumber(count)) * (TIMES[word] ?? 1);
  const unit = BASE[word] ?? (word as Unit);
  const day = aim?.startsWith('last') ? 31 : aim?.startsWith('first') ? 1 : Number(aim ?? 0);
  if (!isCount(every) || day > 31) return null;
  if (!aim) return { unit, every };
  return unit === 'month' || unit === 'year' ? { unit, every, ...(day ? { day } : {}) } : null;
}

function readWeekdays(text: string): RecurrenceRule | null {
  if (!LISTED.test(text)) return null;
  const days = text.split(/[^a-z]+/).map(parseWeekday);
  return { on: sorted(days.filter((day) => day > 0)) };
}

function nextOn(days: readonly number[], date: string): string {
  let at = addDays(date, 1);
  while (!days.includes(toWeekday(at))) at = addDays(at, 1);
  return at;
}

const HAN = new RegExp(`^每(?:隔)?(?:(${HAN_NUMBER})个?)?个?(天|日|周|星期|礼拜|月|年|工作日|周末)(.*)$`);
const HAN_UNITS: Readonly<Record<string, Unit>> = {
  天: 'day',
  日: 'day',
  周: 'week',
  星期: 'week',
  礼拜: 'week',
  月: 'month',
  年: 'year',
};

/** Chinese: `每天`, `每两周`, `每周一三五`, `每个工作日`. */
function readHan(text: string): RecurrenceRule | null {
  const [, count = '一', word = '', rest = ''] = HAN.exec(foldChineseVariants(text)) ?? [];
  if (word === '工作日') return rest ? null : { on: WORKDAYS };
  if (word === '周' && rest === '末') return { on: WEEKEND };
  const unit = HAN_UNITS[word];
  const every = parseHanNumber(count);
  if (!unit || !isCount(every)) return null;
  if (!rest) return { unit, every };
  const [, date] = /^(\d{1,2})[号日]$/.exec(rest) ?? [];
  if (date && unit === 'month' && Number(date) <= 31) return { unit, every, day: Number(date) };
  const names = rest.replace(/[和、,，]|周|星期|礼拜/g, '');
  const days = [...names].map((name) => HAN_WEEKDAYS.indexOf(name.replace('天', '日')) + 1);
  return unit === 'week' && every === 1 && days.length && !days.includes(0) ? { on: sorted(days) } : null;
}

/** Longer steps are typing errors, and would leave the calendar. */
const MAX_COUNT = 999;

const isCount = (every: number): boolean => Number.isInteger(every) && every >= 1 && every <= MAX_COUNT;

const sorted = (days: readonly number[]): number[] => [...new Set(days)].toSorted((a, b) => a - b);

const same = (a: readonly number[], b: readonly number[]): boolean => a.join() === b.join();

function ordinal(day: number): string {
  const last = day > 10 && day < 20 ? 0 : day % 10;
  return `${day}${['th', 'st', 'nd', 'rd'][last] ?? 'th'}`;
}
