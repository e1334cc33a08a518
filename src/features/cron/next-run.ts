import type { Schedule } from '../../config/cron-expression.js';
import { splitDate, toWeekday } from '../../dates/calendar.js';
import { addDays, type LocalTime, parseInstant } from '../../dates/local-time.js';

/** Returns the local time of an instant in the zone of the workspace. */
export type ToLocalTime = (ms: number) => LocalTime;

/**
 * A period of a schedule, by which it is known whether it was run: the local day if it runs once a day, local day and
 * time if more often, the minute in UTC if every hour. Periods of one schedule sort by time. A local day occurs once in
 * spite of clock changes, so it is run once (guide/cron.md).
 */
export type Period = string;

/** Returns the latest period of a schedule that is due at `now`, if it is later than `after`. */
export function findLatestOccurrence(
  schedule: Schedule,
  now: number,
  local: ToLocalTime,
  after: Period | null,
): Period | null {
  return schedule.hourly ? newestMinute(schedule, now, local, after) : newestDay(schedule, local(now), after);
}

/** Returns the period before another one, if it is later than `after`. */
export function findPreviousOccurrence(
  schedule: Schedule,
  period: Period,
  local: ToLocalTime,
  after: Period | null,
): Period | null {
  if (schedule.hourly)
    return newestMinute(schedule, toPeriodStart(schedule, period, local) - MINUTE, local, after);
  const [date, time] = [period.slice(0, 10), period.slice(11)];
  const found = (time && lastTime(schedule, time, 'before')) || null;
  if (found !== null) return newer(`${date}T${found}`, after);
  return newestDay(schedule, { date: addDays(date, -1), time: LAST_MINUTE }, after);
}

/** Returns the instant from which a period is due; for a skipped local time, the first minute after the gap. */
export function toPeriodStart(schedule: Schedule, period: Period, local: ToLocalTime): number {
  if (schedule.hourly) return Date.parse(`${period.slice(0, 16)}:00Z`);
  const wall = period.length > 10 ? period : `${period}T${timesOf(schedule)[0]}`;
  let at = parseInstant(wall, local) ?? Number.NaN;
  while (wallOf(local(at - MINUTE)) >= wall) at -= MINUTE;
  return at;
}

/** Returns the first period of a schedule after `now`; null if the calendar ends before. */
export function nextOccurrence(schedule: Schedule, now: number, local: ToLocalTime): Period | null {
  if (schedule.hourly) return comingMinute(schedule, now, local);
  const today = local(now);
  for (
    let [date, days] = [today.date, 0];
    days <= LONGEST_WAIT;
    [date, days] = [addDays(date, 1), days + 1]
  ) {
    if (!comesOn(schedule, date)) continue;
    const time = timesOf(schedule).find((one) => date > today.date || one > today.time);
    if (time !== undefined) return nameOf(schedule, date, time);
  }
  return null;
}

/** The most days between two 29 February, over a year such as 2100. */
const LONGEST_WAIT = 8 * 366;
/** Milliseconds. */
const MINUTE = 60_000;
const LAST_MINUTE = '23:59';

function newestDay(
  schedule: Schedule,
  { date: today, time: now }: Pick<LocalTime, 'date' | 'time'>,
  after: Period | null,
): Period | null {
  for (let [date, days] = [today, 0]; days <= LONGEST_WAIT; [date, days] = [addDays(date, -1), days + 1]) {
    if (after !== null && date < after.slice(0, 10)) return null;
    if (!comesOn(schedule, date)) continue;
    const time = lastTime(schedule, date === today ? now : LAST_MINUTE, 'until');
    if (time !== null) return newer(nameOf(schedule, date, time), after);
  }
  return null;
}

function newestMinute(
  schedule: Schedule,
  now: number,
  local: ToLocalTime,
  after: Period | null,
): Period | null {
  const floor = Math.max(
    after === null ? 0 : Date.parse(`${after.slice(0, 10)}T00:00Z`) - DAY,
    now - LONGEST_LOOK,
  );
  for (let at = minuteAt(now); at >= floor; ) {
    const here = local(at);
    if (matches(schedule, here)) return newer(minuteOf(at), after);
    at -= comesOn(schedule, here.date) ? MINUTE : stepBack(here.time);
  }
  return null;
}

function comingMinute(schedule: Schedule, now: number, local: ToLocalTime): Period | null {
  for (let at = minuteAt(now) + MINUTE; at <= now + LONGEST_LOOK; ) {
    const here = local(at);
    if (matches(schedule, here)) return minuteOf(at);
    at += comesOn(schedule, here.date) ? MINUTE : stepOn(here.time);
  }
  return null;
}

/** Milliseconds. */
const DAY = 86_400_000;
const LONGEST_LOOK = LONGEST_WAIT * DAY;
/** No clock change is larger than this many minutes; skipping the rest of a day leaves them out. */
const LARGEST_CHANGE = 180;

const stepBack = (time: string): number => Math.max(1, minutesOf(time) - LARGEST_CHANGE) * MINUTE;
const stepOn = (time: string): number => Math.max(1, 1440 - minutesOf(time) - LARGEST_CHANGE) * MINUTE;

const minuteAt = (ms: number): number => Math.floor(ms / MINUTE) * MINUTE;
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const minuteOf = (ms: number): Period => `${new Date(ms).toISOString().slice(0, 16)}Z`;
const wallOf = ({ date, time }: LocalTime): string => `${date}T${time.slice(0, 5)}`;
const newer = (period: Period, after: Period | null): Period | null =>
  after === null || period > after ? period : null;

const matches = (schedule: Schedule, { date, time }: LocalTime): boolean =>
  schedule.minutes.includes(Number(time.slice(3, 5))) &&
  schedule.hours.includes(Number(time.slice(0, 2))) &&
  comesOn(schedule, date);

/** Returns true if the schedule runs on a day. */
function comesOn({ days, months, weekdays, either }: Schedule, date: string): boolean {
  const [, month, day] = splitDate(date);
  if (!months.has(month)) return false;
  const [onDay, onWeekday] = [days.has(day), weekdays.has(toWeekday(date) % 7)];
  return either ? onDay || onWeekday : onDay && onWeekday;
}

const nameOf = (schedule: Schedule, date: string, time: string): Period =>
  timesOf(schedule).length === 1 ? date : `${date}T${time}`;

/** Returns the last scheduled time of a day until, or before, a time. */
function lastTime(schedule: Schedule, time: string, how: 'until' | 'before'): string | null {
  return timesOf(schedule).findLast((one) => one < time || (how === 'until' && one === time)) ?? null;
}

const times = new WeakMap<Schedule, readonly string[]>();

/** Returns the scheduled times of a day, ascending. */
function timesOf(schedule: Schedule): readonly string[] {
  const known = times.get(schedule);
  if (known) return known;
  const all = schedule.hours.flatMap((hour) =>
    schedule.minutes.map((minute) => `${two(hour)}:${two(minute)}`),
  );
  times.set(schedule, all);
  return all;
}

const two = (number: number): string => String(number).padStart(2, '0');
