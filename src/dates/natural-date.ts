import {
  ar,
  type Component,
  de,
  en,
  es,
  fi,
  fr,
  id,
  it,
  ja,
  nl,
  type ParsedComponents,
  type ParsedResult,
  pt,
  ru,
  sv,
  uk,
  vi,
} from 'chrono-node';
import { addMonths, formatDay, splitDate } from './calendar.js';
import type { TimeContext } from './due-date.js';
import { addDays } from './local-time.js';
import { MINUTE, nextTime, type ParsedMoment } from './moment.js';
import { INVALID_DAY, RANGE_NOT_SUPPORTED, resolveMonthDay } from './pattern.js';

/** Natural dates parsed by chrono-node: English phrases beyond our grammar, and other languages. */
export interface NaturalDates {
  /** The date in a phrase, and the remaining words; null if there is none. */
  read(text: string, clock: TimeContext): FoundDate | null;
}

/**
 * Creates a parser for natural dates: English always; another language if the script of the phrase identifies it. For
 * Latin script all languages that parse the whole phrase must agree on the date. Chinese is excluded: our own grammar
 * parses it, and chrono reads 下周三 a week too late.
 */
export const createNaturalDates = (): NaturalDates => ({
  read(text, clock) {
    const find = (parser: DateParser) => findDates(parser, text, clock);
    const own = [en.casual, ...byScript(text)].map(find);
    return own.find(isWhole) ?? agreed(byAlphabet(text).map(find)) ?? own.find(isFound) ?? null;
  },
});

const SCRIPTS: readonly (readonly [RegExp, readonly DateParser[]])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u, [ja.casual]],
  [/\p{Script=Cyrillic}/u, [ru.casual, uk.casual]],
  [/\p{Script=Arabic}/u, [ar.casual]],
];

const LATIN = [de, es, fi, fr, id, it, nl, pt, sv, vi].map(({ casual }) => casual);

/** Shorter phrases are often words of another language: `so` is Sunday in German. */
const LEAST_LETTERS = 5;

const byScript = (text: string): readonly DateParser[] =>
  SCRIPTS.flatMap(([script, parsers]) => (script.test(text) ? parsers : []));

const byAlphabet = (text: string): readonly DateParser[] =>
  (text.match(/\p{Script=Latin}/gu) ?? []).length >= LEAST_LETTERS ? LATIN : [];

const isFound = (found: FoundDate | null): found is FoundDate => found !== null;

const isWhole = (found: FoundDate | null): found is FoundDate => found?.rest === '';

function agreed(all: readonly (FoundDate | null)[]): FoundDate | null {
  const [first, ...others] = all.filter(isWhole);
  const meaning = JSON.stringify(first?.moment);
  return first && others.every(({ moment }) => JSON.stringify(moment) === meaning) ? first : null;
}

/** The date in a phrase: its words, their meaning, and the remaining words. */
export interface FoundDate {
  readonly said: string;
  readonly moment: ParsedMoment;
  readonly rest: string;
}

/** A natural date parser, as `Chrono` of chrono-node. */
interface DateParser {
  parse(text: string, reference: Date): readonly ParsedResult[];
}

/** Parses the same words relative to another day. */
type Again = (date: string) => ParsedComponents;

/**
 * Returns the first date that a parser finds. The parser computes in the zone of the process, so it only gets noons
 * there, and only its calendar fields are used: the zone does not matter.
 */
function findDates(parser: DateParser, text: string, clock: TimeContext): FoundDate | null {
  const { date: today } = clock.local(clock.now);
  const [result] = parser.parse(text, noon(today));
  if (!result) return null;
  const rest = `${text.slice(0, result.index)} ${text.slice(result.index + result.text.length)}`
    .replace(FILLERS, ' ')
    .trim();
  const again = (date: string) => parser.parse(result.text, noon(date))[0]?.start ?? result.start;
  const moment = result.end ? { impossible: RANGE_NOT_SUPPORTED } : momentOf(result.start, again, clock);
  return { said: result.text, moment, rest };
}

/** Words between a date and what it is about, in the languages of `natural-date`. */
const FILLERS =
  /(?<!\p{L})(?:at|on|by|in|the|until|am|um|den|dem|der|bis|le|la|el|los|à|les|il|alle|op|om|o|em|på|kl|на|в|до|に|の)(?!\p{L})|[\s,.;:!，。]+/giu;

/** A winter Monday, days away from any clock change. Spans of hours are measured from its noon. */
const CALM = '2001-01-15';

function momentOf(parts: ParsedComponents, again: Again, clock: TimeContext): ParsedMoment {
  const tags = parts.tags();
  if (tags.has('casualReference/now')) return { at: clock.now };
  if (tags.has('result/relativeDateAndTime')) return { at: clock.now + elapsed(again(CALM)) };
  const { date: today, time: now } = clock.local(clock.now);
  const time = timeOf(parts, tags);
  const zone = time && parts.isCertain('timezoneOffset') ? (parts.get('timezoneOffset') ?? 0) : null;
  if (time && !ANY_DAY.some((part) => parts.isCertain(part)))
    return zone === null ? nextTime(time, clock) : nextZoned(time, zone, clock);
  const day = dayMoment(parts, again, { today, ahead: time !== null && time >= now.slice(0, 5) });
  if (!('date' in day)) return day;
  return zone === null || !time ? { date: day.date, time } : { at: zoned(day.date, time, zone) };
}

const ANY_DAY: readonly Component[] = ['year', 'month', 'day', 'weekday'];

function dayMoment(
  parts: ParsedComponents,
  again: Again,
  { today, ahead }: { today: string; ahead: boolean },
): ParsedMoment {
  const date = dateOf(parts);
  if (!date) return { impossible: INVALID_DAY };
  if (parts.tags().has('result/relativeDate') && !parts.isCertain('day'))
    return inMonths(again(firstOf(today)), today);
  if (parts.isCertain('weekday') && !parts.isCertain('day'))
    return { date: weekdayOn(date, again, today, ahead), time: null };
  if (parts.isCertain('month') && !parts.isCertain('year'))
    return resolveMonthDay(today, { month: parts.get('month') ?? 0, day: parts.get('day') ?? 1 });
  return { date, time: null };
}

/** A bare weekday is the next one, unless it is past even when read on the day before it. */
function weekdayOn(date: string, again: Again, today: string, ahead: boolean): string {
  if (date > today || (date === today && ahead)) return date;
  const eve = addDays(date, -1);
  return (dateOf(again(eve)) ?? date) > eve ? addDays(date, 7) : date;
}

/** Adds months, counted from the first of this month. A day that the target month lacks becomes its last. */
function inMonths(parts: ParsedComponents, today: string): ParsedMoment {
  const first = dateOf(parts);
  return first ? { date: addMonths(first, 0, splitDate(today)[2]), time: null } : { impossible: INVALID_DAY };
}

function nextZoned(time: string, offset: number, clock: TimeContext): ParsedMoment {
  const { date: today } = clock.local(clock.now);
  const days = [-1, 0, 1, 2].map((ahead) => zoned(addDays(today, ahead), time, offset));
  return { at: days.find((at) => at >= clock.now) ?? clock.now };
}

/** The instant of a wall time that is so many minutes ahead of UTC. */
const zoned = (date: string, time: string, offset: number): number =>
  Date.parse(`${date}T${time}Z`) - offset * MINUTE;

/** The time of day in the phrase, or that of a part of the day; null for a whole day. */
function timeOf(parts: ParsedComponents, tags: Set<string>): string | null {
  const [hour, minute] = [parts.get('hour') ?? NOON, parts.get('minute') ?? 0];
  const said = parts.isCertain('hour') || (hour !== NOON && !tags.has('result/relativeDate'));
  return said ? `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}` : null;
}

const NOON = 12;

const noon = (date: string): Date => {
  const [year, month, day] = splitDate(date);
  return new Date(year, month - 1, day, NOON);
};

const firstOf = (date: string): string => `${date.slice(0, 8)}01`;

const dateOf = (parts: ParsedComponents): string | null =>
  formatDay(parts.get('year') ?? 0, parts.get('month') ?? 0, parts.get('day') ?? 0);

function elapsed(parts: ParsedComponents): number {
  const to = Date.parse(`${dateOf(parts)}T${timeOf(parts, new Set())}Z`);
  return to - Date.parse(`${CALM}T${NOON}:00Z`);
}
