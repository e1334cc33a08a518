import { createTimeContext, type TimeContext } from '../../../src/dates/due-date.js';
import { type LocalTime, parseInstant } from '../../../src/dates/local-time.js';

/** A clock stopped at `now` (ISO 8601 with offset) in an IANA zone. */
export function clockIn(zone: string, now: string): TimeContext {
  return createTimeContext({ now: Date.parse(now), local: localIn(zone) });
}

/** The clock at a local time of the zone. */
export function clockAt(zone: string, wall: string): TimeContext {
  const local = localIn(zone);
  return createTimeContext({ now: parseInstant(wall, local) ?? Number.NaN, local });
}

function localIn(zone: string): (ms: number) => LocalTime {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (ms) => {
    const [date = '', time = ''] = format.format(ms).split(' ');
    const minutes = Math.round((Date.parse(`${date}T${time}Z`) - Math.floor(ms / 1000) * 1000) / 60_000);
    return { date, time: time.slice(0, 5), iso: `${date}T${time}${offset(minutes)}` };
  };
}

function offset(minutes: number): string {
  const size = Math.abs(minutes);
  const [hours, rest] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
  return `${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
}
