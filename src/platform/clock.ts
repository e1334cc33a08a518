import type { LocalTime } from '../dates/local-time.js';
import { UserError } from '../errors.js';

/** The time of one run, and local time in the workspace's zone. */
export interface Clock {
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  /** IANA name. */
  readonly zone: string;
  readonly local: (ms: number) => LocalTime;
}

/**
 * Creates the clock of a run: `DAYBOOK_NOW` or the machine's time; the zone of the settings, else of `TZ`, else of the
 * machine. Uses `Date`, since `Intl` would cost half of a bare start; so it sets the time zone of the process.
 */
export function openClock(env: Readonly<Record<string, string | undefined>>, zone: string): Clock {
  const wanted = zone || env.TZ || '';
  return {
    now: nowOf(env.DAYBOOK_NOW),
    get zone() {
      return wanted || Intl.DateTimeFormat().resolvedOptions().timeZone;
    },
    local(ms) {
      if (wanted !== '' && process.env.TZ !== wanted) process.env.TZ = wanted;
      return civil(new Date(ms));
    },
  };
}

function nowOf(text: string | undefined): number {
  if (!text) return Date.now();
  const now = Date.parse(text);
  if (Number.isFinite(now) && /(Z|[+-]\d{2}:\d{2})$/.test(text)) return now;
  throw new UserError(
    'bad-clock',
    `DAYBOOK_NOW is \`${text}\``,
    'write ISO 8601 with offset: 2026-06-07T14:32:05+02:00',
    {},
    2,
  );
}

function civil(at: Date): LocalTime {
  const date = `${pad(at.getFullYear(), 4)}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  const time = `${pad(at.getHours())}:${pad(at.getMinutes())}`;
  const ahead = -at.getTimezoneOffset();
  const offset = `${ahead < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(ahead) / 60))}:${pad(Math.abs(ahead) % 60)}`;
  return { date, time, iso: `${date}T${time}:${pad(at.getSeconds())}${offset}` };
}

const pad = (value: number, width = 2): string => String(value).padStart(width, '0');
