import { dateParts, formatDay } from './calendar.js';
import type { TimeContext } from './due-date.js';
import { nextTime, type ParsedMoment } from './moment.js';
import { NAMED_DAYS } from './month-day.js';
import { type DatePattern, INVALID_DAY, matchPatterns } from './pattern.js';
import { RELATIVE_DAYS } from './relative-dates.js';
import { INVALID_TIME, splitTime } from './time-of-day.js';

/** Reads a whole English phrase, or digits, as a moment; null where any word of it is not understood. */
export function parseEnglishDate(said: string, clock: TimeContext): ParsedMoment | null {
  const iso = readIso(said, clock);
  if (iso) return iso;
  const phrase = normal(said);
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

function readIso(said: string, clock: TimeContext): ParsedMoment | null {
  const [, date = '', time = '', offset] = ISO.exec(said) ?? [];
  if (!date) return null;
  const at = clock.instant(`${date}T${time}${offset?.toUpperCase() ?? ''}`);
  if (!formatDay(...dateParts(date))) return { impossible: INVALID_DAY };
  if (at === null) return { impossible: INVALID_TIME };
  return offset ? { at } : { date, time };
}

const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)? ?(Z|[+-]\d\d:\d\d)?$/i;

/** The words that people say in several ways, in one; in the order in which they apply. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/[’`]/g, "'"],
  [/,/g, ' '],
  [/\s+/g, ' '],
  [/\bsome ?time /g, ''],
  [/ (?:sharp|or so)$/, ''],
  [/\b(?:about|around|approximately|roughly|exactly) /g, ''],
  [/\ba\.m\.?(?= |$)/g, 'am'],
  [/\bp\.m\.?(?= |$)/g, 'pm'],
  [/\btonight\b/g, 'today night'],
  [/\blast night\b/g, 'yesterday night'],
  [/\bthis (morning|afternoon|evening|night)\b/g, 'today $1'],
  [/\bfirst thing in the morning\b/g, 'first thing'],
  [/\b(\d{1,2}(?::\d\d)?) (?:in the|at) (morning|afternoon|evening|night)\b/g, 'at $1 $2'],
  [/\b(?:at )?(\d{1,2}) ?o'?clock\b/g, 'at $1'],
  [/\bhalf (?:an? )?hour\b/g, '30 minutes'],
  [/\ba?quarter of an hour\b/g, '15 minutes'],
  [/\bhalf a day\b/g, '12 hours'],
  [/\b(?:an|one|1) hour and (?:a half|30 minutes)\b/g, '90 minutes'],
  [/\b(\d+) and a half\b/g, '$1.5'],
  [/^the day (after|before) (?!tomorrow|yesterday)/, '1 day $1 '],
  [/^(?:due )?(?:(?:on|by|until|till|from|for|starting|this coming|coming) )+(?=.)/, ''],
  [/ (?:on|at|the)$/, ''],
];

const normal = (said: string): string =>
  SAME.reduce((text, [pattern, instead]) => text.replace(pattern, instead), said.toLowerCase()).trim();
