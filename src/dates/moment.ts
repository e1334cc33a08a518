import { type DueDate, isWholeDay, type TimeContext } from './due-date.js';
import { addDays } from './local-time.js';

/** The meaning of a phrase in civil time: a day, a wall time, an instant, or an impossible date. */
export type ParsedMoment =
  | { readonly date: string; readonly time: string | null }
  | { readonly at: number }
  | { readonly impossible: string };

/** The reason why a phrase is no due date, and what to write instead. */
export interface DateRejection {
  readonly refused: string;
  readonly hint: string;
}

/** In milliseconds. */
export const MINUTE = 60_000;

/** What to write instead of a phrase that was not understood. */
export const EXAMPLES =
  'write `tomorrow`, `in 3 days`, `friday at 17:00`, `Dec 20`, `2026-12-20T09:00`, `next session`, ' +
  '`when I mention auth` or `every monday`';

/** The due date of a moment in the workspace's zone, or the rejection of a past or impossible one. */
export function toDueDate(text: string, moment: ParsedMoment, clock: TimeContext): DueDate | DateRejection {
  if ('impossible' in moment) return { refused: `\`${text}\` ${moment.impossible}`, hint: EXAMPLES };
  const due = 'at' in moment ? writeInstant(moment.at, clock) : dueOf(moment, clock);
  if (due === null) return { refused: `\`${text}\` is after the year 9999`, hint: EXAMPLES };
  if (isPast(due, clock)) return { refused: `\`${text}\` is ${due}, which is in the past`, hint: EXAMPLES };
  return { type: 'absolute', due };
}

/** Today if that time of day is still ahead, otherwise tomorrow. */
export function nextTime(time: string, clock: TimeContext): ParsedMoment {
  const today = clock.local(clock.now);
  return { date: time >= today.time.slice(0, 5) ? today.date : addDays(today.date, 1), time };
}

function dueOf({ date, time }: { date: string; time: string | null }, clock: TimeContext): string | null {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(date)) return null;
  if (time === null) return date;
  const at = clock.instant(`${date}T${time}`);
  return at === null ? null : writeInstant(secondPass(at, clock), clock);
}

/** The same wall time in the second pass of a repeated hour, if the first is over. */
function secondPass(at: number, clock: TimeContext): number {
  const wall = wallOf(at, clock);
  const passes = [at, at + 30 * MINUTE, at + 60 * MINUTE].filter((pass) => wallOf(pass, clock) === wall);
  return passes.find((pass) => pass >= minuteOf(clock.now)) ?? at;
}

/** Local time to the minute, with its offset if the text alone would mean another instant. */
function writeInstant(at: number, clock: TimeContext): string | null {
  if (!(Math.abs(at) < LATEST)) return null;
  const wall = wallOf(at, clock);
  if (!/^[1-9]\d{3}-/.test(wall)) return null;
  const { iso } = clock.local(minuteOf(at));
  return clock.instant(wall) === minuteOf(at) ? wall : wall + iso.slice(19);
}

function isPast(due: string, clock: TimeContext): boolean {
  if (isWholeDay(due)) return due < clock.local(clock.now).date;
  return (clock.instant(due) ?? 0) < minuteOf(clock.now);
}

/** The end of the year 9999, in ms. */
const LATEST = Date.parse('9999-12-31T00:00:00Z');

const minuteOf = (ms: number): number => Math.floor(ms / MINUTE) * MINUTE;

const wallOf = (ms: number, clock: TimeContext): string => clock.local(minuteOf(ms)).iso.slice(0, 16);
