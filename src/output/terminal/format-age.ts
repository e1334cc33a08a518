const MINUTE = 60_000;
const DAY = 86_400_000;

/** Formats how long ago a local day or an ISO time is, in English: `5 minutes ago`, `yesterday`, `in 2 weeks`. */
export function formatAge(at: string, now: number): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(at);
  const time = isDay ? Date.parse(`${at}T12:00:00`) : Date.parse(at);
  if (!Number.isFinite(time)) return at;
  const past = now - time;
  if (!isDay && Math.abs(past) < MINUTE) return 'just now';
  if (!isDay && Math.abs(past) < 60 * MINUTE) return say(Math.round(past / MINUTE), 'minute');
  if (!isDay && Math.abs(past) < DAY) return say(Math.round(past / (60 * MINUTE)), 'hour');
  const days = Math.round((startOfDay(now) - startOfDay(time)) / DAY);
  if (days === 0) return 'today';
  if (Math.abs(days) === 1) return days > 0 ? 'yesterday' : 'tomorrow';
  if (Math.abs(days) < 14) return say(days, 'day');
  if (Math.abs(days) < 60) return say(Math.round(days / 7), 'week');
  if (Math.abs(days) < 730) return say(Math.round(days / 30.4), 'month');
  return say(Math.round(days / 365), 'year');
}

function say(count: number, unit: string): string {
  const many = Math.abs(count);
  const words = `${many} ${unit}${many === 1 ? '' : 's'}`;
  return count >= 0 ? `${words} ago` : `in ${words}`;
}

const startOfDay = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);
