import { formatDay, splitDate } from './calendar.js';
import { ENGLISH_REWRITES } from './date-words.data.js';
import type { TimeContext } from './due-date.js';
import { nextTime, type ParsedMoment } from './moment.js';
import { NAMED_DAYS } from './month-day.js';
import { type DatePattern, INVALID_DAY, matchPatterns } from './pattern.js';
import { RELATIVE_DAYS } from './relative-dates.js';
import { INVALID_TIME, splitTime } from './time-of-day.js';

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
