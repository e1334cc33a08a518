import type { Settings } from '../../config/settings.js';
import { countDaysBetween } from '../../dates/local-time.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { getNoteKind } from '../../notes/entries/read-entries.js';
import { parsePathDate } from '../../notes/kinds/index.js';
import type { Notebook } from '../../notes/notebook.js';

/** How a day is kept by its age (Mutable §Retention; FEATURES C3): whole, shown in short, or in the archive. */
export type Tier = 'hot' | 'warm' | 'cold';

/** The last day, counted from a day itself, on which it is hot, and on which it is warm. */
interface Ages {
  readonly hot: number;
  readonly warm: number;
}

/** The tier of a day. What lies ahead is hot. */
export function classifyAge(date: string, today: string, { hot, warm }: Ages): Tier {
  const age = countDaysBetween(date, today);
  if (age <= hot) return 'hot';
  return age <= warm ? 'warm' : 'cold';
}

/** The ages that the settings give. */
export const getTierAges = (settings: Settings): Ages => ({
  hot: settings['retention.hot'],
  warm: settings['retention.warm'],
});

/** A night archives so many days at most; the rest go in the nights that follow. */
const MOST_LEAVING = 31;

/** Paths of the days that are cold and still in their place, oldest first. */
export const listColdDays = (notebook: Notebook, today: string, ages: Ages): readonly string[] =>
  notebook.list().filter((path) => {
    const date = parsePathDate(path);
    return (
      date !== null &&
      getNoteKind(path, notebook.content).name === 'day' &&
      classifyAge(date, today, ages) === 'cold'
    );
  });

/** Of the cold days, oldest first, those that leave now, and how many are not looked at until the next time. */
export function selectArchivableDays(
  cold: readonly string[],
  stays: (path: string) => boolean,
): { readonly going: readonly string[]; readonly later: number } {
  const going: string[] = [];
  for (const [at, path] of cold.entries()) {
    if (going.length === MOST_LEAVING) return { going, later: cold.length - at };
    if (!stays(path)) going.push(path);
  }
  return { going, later: 0 };
}

/** True for a day that stays where it is, however old: what is marked #key never fades. */
export const isDayPinned = (entries: readonly LocatedEntry[]): boolean => entries.some(({ key }) => key);
