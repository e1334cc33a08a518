/* Zones with every kind of clock change, and civil time in them, quickly. */
import { afterAll } from 'vitest';
import { parseSchedule, type Schedule } from '../../src/config/cron-expression.js';
import type { LocalTime } from '../../src/dates/local-time.js';
import { openClock } from '../../src/platform/clock.js';

/** Clock changes at night, at midnight, at odd hours; by an hour, half an hour, two; on Fridays; for Ramadan; never. */
export const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Istanbul',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Amman',
  'Asia/Tehran',
  'Asia/Kolkata',
  'Asia/Pyongyang',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Havana',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Asuncion',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Antarctica/Troll',
] as const;

/** Returns local time in a zone as the store does; the last answer is cached. */
export function inZone(zone: string): (ms: number) => LocalTime {
  const { local } = openClock({}, zone);
  let last: readonly [number, LocalTime] = [Number.NaN, local(0)];
  return (ms) => {
    if (ms !== last[0]) last = [ms, local(ms)];
    return last[1];
  };
}

/** The instants from one year to another, to the minute, at which the clocks of a zone change. */
export function changesOf(zone: string, from: number, to: number): readonly number[] {
  const local = inZone(zone);
  const offset = (ms: number) => local(ms).iso.slice(19);
  const found: number[] = [];
  for (let at = Date.UTC(from, 0, 1); at < Date.UTC(to + 1, 0, 1); at += HOUR) {
    if (offset(at) === offset(at + HOUR)) continue;
    let minute = at;
    while (offset(minute) === offset(at)) minute += MINUTE;
    found.push(minute);
  }
  return found;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Civil time is asked of the process’s zone: it is set back when a test file is through. */
export function keepZone(): void {
  const zone = process.env.TZ;
  afterAll(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
}

export function scheduleOf(line: string): Schedule {
  const schedule = parseSchedule(line);
  if (schedule === null || 'fault' in schedule) throw new Error(`no schedule: ${line}`);
  return schedule;
}
