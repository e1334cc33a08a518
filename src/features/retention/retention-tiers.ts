import type { Settings } from '../../config/settings.js';
import { countDaysBetween } from '../../dates/local-time.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { parsePathDate } from '../../notes/kinds/index.js';
import { getNoteKind } from '../../notes/kinds/note-kind.js';
import type { Notebook } from '../../notes/notebook.js';

/** The tier of a day by its age (Mutable §Retention; FEATURES C3): whole, summarised or archived. */
export type Tier = 'hot' | 'warm' | 'cold';

/** The last age in days at which a day is hot, and at which it is warm. */
interface Ages {
  readonly hot: number;
  readonly warm: number;
}

/** Returns the tier of a day. A future day is hot. */
export function classifyAge(date: string, today: string, { hot, warm }: Ages): Tier {
  const age = countDaysBetween(date, today);
  if (age <= hot) return 'hot';
  return age <= warm ? 'warm' : 'cold';
}

/** Reads the ages from the settings. */
export const getTierAges = (settings: Settings): Ages => ({
  hot: settings['retention.hot'],
  warm: settings['retention.warm'],
});

/** Days archived in one night at most; the rest follow in later nights. */
const MOST_LEAVING = 31;

/** Returns the paths of cold days that are not archived, oldest first. */
export const listColdDays = (notebook: Notebook, today: string, ages: Ages): readonly string[] =>
  notebook.list().filter((path) => {
    const date = parsePathDate(path);
    return (
      date !== null &&
      getNoteKind(path, notebook.content).name === 'day' &&
      classifyAge(date, today, ages) === 'cold'
    );
  });

/** Returns the cold days to archive now, oldest first, and the number left for later. */
export function selectArchivableDays(cold: readonly string[], stays: (path: string) => boolean) {
  const going: string[] = [];
  for (const [at, path] of cold.entries()) {
    if (going.length === MOST_LEAVING) return { going, later: cold.length - at };
    if (!stays(path)) going.push(path);
  }
  return { going, later: 0 };
}

/** Returns true for a day with a #key entry: it is never archived. */
export const isDayPinned = (entries: readonly LocatedEntry[]): boolean => entries.some(({ key }) => key);
