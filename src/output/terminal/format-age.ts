const MINUTE = 60_000;
const DAY = 86_400_000;

/** Formats how long ago a local day or an ISO time is, in English: `5 minutes ago`, `yesterday`, `in 2 weeks`. */
export function formatAge(at: string, now: number): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(at);
  const time = isDay ? Date.parse(`${at}T12:00:00`) : Date.parse(at);
  if (!Number.isFinite(time)) return at;
  const ahead = time - now;
  const english = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  const say = (count: number, unit: Intl.RelativeTimeFormatUnit) => english.format(Math.round(count), unit);
  if (!isDay && Math.abs(ahead) < MINUTE) return 'just now';
  if (!isDay && Math.abs(ahead) < 60 * MINUTE) return say(ahead / MINUTE, 'minute');
  if (!isDay && Math.abs(ahead) < DAY) return say(ahead / (60 * MINUTE), 'hour');
  const days = Math.round((startOfDay(time) - startOfDay(now)) / DAY);
  if (Math.abs(days) < 14) return say(days, 'day');
  if (Math.abs(days) < 60) return say(days / 7, 'week');
  if (Math.abs(days) < 730) return say(days / 30.4, 'month');
  return say(days / 365, 'year');
}

const startOfDay = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);
