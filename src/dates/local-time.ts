import { parseWeekday, WEEKDAY_PATTERN } from './date-words.js';

/** Civil time of an instant in one zone, e.g. `2026-06-07`, `14:32`, `2026-06-07T14:32:05+02:00`. */
export interface LocalTime {
  readonly date: string;
  readonly time: string;
  /** ISO 8601 with offset, to the second. */
  readonly iso: string;
}

/** `date` moved by whole days on the calendar. */
export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** Whole days from one date to another; negative when `to` is earlier. */
export const countDaysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY);

/** True for a day that the calendar has, written `2026-06-07`. */
export function isDate(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text);
}

const LAST_WEEKDAY = new RegExp(`^(?:last |on )?(${WEEKDAY_PATTERN})$`);

/**
 * Parses `2026-06-07`, `today`, `yesterday`, `3 days ago` and the last `tuesday`, from the local day `today`. Returns null
 * for anything else.
 */
export function parseDay(text: string, today: string): string | null {
  const plain = text.trim().toLowerCase();
  const ago = plain === 'yesterday' ? '1' : /^(\d{1,4}) days? ago$/.exec(plain)?.[1];
  if (plain === 'today' || ago !== undefined) return addDays(today, -Number(ago ?? 0));
  const weekday = parseWeekday(LAST_WEEKDAY.exec(plain)?.[1] ?? '');
  if (weekday > 0)
    return addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6 - weekday) % 7) - 1);
  return isDate(plain) ? plain : null;
}

/**
 * The instant (ms) of a local day or time such as `2026-06-07`, `2026-06-07T14:32` or a full ISO 8601 date-time;
 * null for other text. A time that a clock change skips is read with the offset before it, and one that it
 * repeats is the first of the two.
 */
export function parseInstant(text: string, local: (ms: number) => LocalTime): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?)?(Z|[+-]\d{2}:\d{2})?$/.exec(
    text.trim(),
  );
  if (!match || !isDate(match[1] ?? '')) return null;
  const plain = text.trim().replace(' ', 'T');
  if (match[3]) return finite(Date.parse(plain));
  const asUtc = finite(Date.parse(match[2] ? `${plain}Z` : `${plain}T00:00:00Z`));
  if (asUtc === null) return null;
  const [before, after] = [offsetOf(local(asUtc - DAY)), offsetOf(local(asUtc + DAY))];
  const stands = [before, after].find((offset) => offsetOf(local(asUtc - offset)) === offset);
  return asUtc - (stands ?? before);
}

const DAY = 86_400_000;

const finite = (ms: number): number | null => (Number.isFinite(ms) ? ms : null);

/** Milliseconds by which the zone is ahead of UTC at that moment. */
const offsetOf = ({ iso }: LocalTime): number => Date.parse(`${iso.slice(0, 19)}Z`) - Date.parse(iso);

/** A local day as a number that two bytes hold: days since 1970, 0 for no day. Years 1970–2149. */
export function toDayNumber(day: string | null): number {
  if (!day) return 0;
  const number = Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / DAY;
  return number > 0 && number <= 0xffff ? number : 0;
}

/** The day of a number, or null for 0. */
export const fromDayNumber = (number: number): string | null =>
  number ? new Date(number * DAY).toISOString().slice(0, 10) : null;
