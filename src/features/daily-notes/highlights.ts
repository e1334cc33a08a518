import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { EntryType } from '../../notes/entry-types.js';

/** A day in short shows so many entries. */
const MAX_HIGHLIGHTS = 7;

/** Types by importance for a day; the others come last. */
const TELLING: readonly EntryType[] = [
  'summary',
  'decision',
  'error',
  'rejected',
  'obs',
  'blocker',
  'assumption',
  'moment',
  'experience',
];

/**
 * The most important entries of a day, word for word and in their order (FEATURES C3): by type, and of equals the
 * first. The same day always gives the same.
 */
export function selectDayHighlights(entries: readonly LocatedEntry[]): readonly LocatedEntry[] {
  const rank = ({ type, key }: LocatedEntry): number => {
    const place = TELLING.indexOf(type);
    return key ? -1 : place < 0 ? TELLING.length : place;
  };
  const chosen = new Set(entries.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_HIGHLIGHTS));
  return entries.filter((entry) => chosen.has(entry));
}
