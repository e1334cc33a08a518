import { formatEntryId } from '../../command/find-entry.js';
import { findLikelyOvertaken } from '../../matching/relations/find-likely-overtaken.js';
import { type Entry, formatEntryText, isStanding } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { isRedacted } from '../promotion/passing.js';

/** An entry with its score. */
export interface ShownEntry {
  readonly entry: LocatedEntry;
  readonly rank: number;
  /** The entry whose place in a brief it takes. */
  readonly insteadOf?: LocatedEntry;
}

/** So many of the newest lines are compared with the others. */
const MOST_LATER = 60;

/**
 * Shows a later line in the place of the entry that it likely replaces or closes, as long as no answer says whether it
 * does: of two lines that contradict each other, a reader follows whichever comes first. An entry that is pinned, or that
 * was verified since, stays.
 */
export function replaceOvertakenLines(
  shown: readonly ShownEntry[],
  all: readonly LocatedEntry[],
): readonly ShownEntry[] {
  const candidates = shown.map((one) => ({ ...one.entry, text: formatEntryText(one.entry), one }));
  const later = all
    .filter((entry) => entry.at !== null && isStanding(entry) && !isRedacted(entry.text))
    .toSorted((a, b) => ((a.at ?? '') < (b.at ?? '') ? 1 : -1))
    .slice(0, MOST_LATER);
  const hidden = new Set<ShownEntry>();
  const places = new Map<LocatedEntry, ShownEntry>();
  for (const entry of later) {
    const line = { text: formatEntryText(entry), type: entry.type };
    const found = findLikelyOvertaken(line, () =>
      candidates.filter(({ one }) => !hidden.has(one) && mayTakePlace(one.entry, entry)),
    );
    if (!found) continue;
    hidden.add(found.one);
    places.set(entry, found.one);
  }
  const isHidden = (entry: LocatedEntry) => [...hidden].some((one) => one.entry === entry);
  const moved = [...places]
    .filter(([entry]) => !isHidden(entry))
    .map(([entry, old]): ShownEntry => {
      const own = shown.find((one) => one.entry === entry)?.rank ?? 0;
      return { entry, rank: Math.max(own, old.rank), insteadOf: old.entry };
    });
  return [...shown.filter((one) => !hidden.has(one) && !places.has(one.entry)), ...moved];
}

const mayTakePlace = (old: LocatedEntry, { at, id }: Entry): boolean =>
  !old.key &&
  old.id !== id &&
  (old.at ?? '') < (at ?? '') &&
  (old.verified ?? '') < (at ?? '').slice(0, 'YYYY-MM-DD'.length);

/** Says which entry a line stands in for. */
export const formatReplacedMark = ({ entry, insteadOf }: ShownEntry): string | null =>
  insteadOf
    ? `perhaps ${entry.type === 'progress' ? 'closes' : 'replaces'} ${formatEntryId(insteadOf.id)}`
    : null;
