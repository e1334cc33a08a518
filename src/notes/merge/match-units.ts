import type { NoteSection, NoteStructure, NoteUnit } from './note-units.js';

/**
 * Finds for each unit of a later version the one of the earlier version that it was: by id and bytes, by id, then in the
 * same section by its bytes, by its words, and by its place between others that are known. A unit without a counterpart is new.
 */
export function matchUnits(earlier: NoteStructure, later: NoteStructure): ReadonlyMap<NoteUnit, NoteUnit> {
  const matches = new Matches();
  const [before, after] = [earlier.sections.flatMap(unitsOf), later.sections.flatMap(unitsOf)];
  // A merge by lines may leave an id twice: the unit with the same bytes is the right one.
  matches.pair(before, after, ({ id, source }) => (id === null ? null : source));
  matches.pair(before, after, ({ id }) => id);
  const sections = new Map(earlier.sections.map((section) => [section.key, section]));
  for (const section of later.sections) {
    const own = sections.get(section.key);
    if (!own) continue;
    if (own.heading && section.heading) matches.add(own.heading, section.heading);
    matches.pair(own.units, section.units, ({ source }) => source);
    // Two ids are two entries, even where they say the same.
    matches.pair(own.units.filter(hasNoId), section.units, getWords);
    matches.pair(own.units, section.units.filter(hasNoId), getWords);
    matches.pairByPlace(own.units, section.units);
  }
  return matches.found;
}

const unitsOf = ({ units }: NoteSection): readonly NoteUnit[] => units;

const hasNoId = ({ id }: NoteUnit): boolean => id === null;

const getWords = ({ kind, words }: NoteUnit): string | null => (words === '' ? null : `${kind}\n${words}`);

class Matches {
  /** Earlier units by later ones. */
  readonly found = new Map<NoteUnit, NoteUnit>();
  private readonly taken = new Set<NoteUnit>();

  add(before: NoteUnit, after: NoteUnit): void {
    this.found.set(after, before);
    this.taken.add(before);
  }

  /** Pairs units that have the same key, in their order; those with null have none. */
  pair(
    before: readonly NoteUnit[],
    after: readonly NoteUnit[],
    keyOf: (unit: NoteUnit) => string | null,
  ): void {
    const waiting = new Map<string, NoteUnit[]>();
    for (const unit of before) {
      const key = this.taken.has(unit) ? null : keyOf(unit);
      if (key === null) continue;
      const known = waiting.get(key);
      if (known) known.push(unit);
      else waiting.set(key, [unit]);
    }
    if (waiting.size === 0) return;
    for (const queue of waiting.values()) queue.reverse();
    for (const unit of after) {
      const key = this.found.has(unit) ? null : keyOf(unit);
      const earlier = key === null ? undefined : waiting.get(key)?.pop();
      if (earlier) this.add(earlier, unit);
    }
  }

  /** Pairs the units between two known neighbours where both versions have as many of the same kinds there. */
  pairByPlace(before: readonly NoteUnit[], after: readonly NoteUnit[]): void {
    const places = new Map(before.map((unit, at) => [unit, at]));
    let from = 0;
    let gap: NoteUnit[] = [];
    const close = (until: number): void => {
      const free = before.slice(from, until).filter((unit) => !this.taken.has(unit));
      if (free.length === gap.length && free.every(({ kind }, at) => kind === gap[at]?.kind))
        for (const [at, unit] of free.entries())
          if (maySucceed(unit, gap[at] as NoteUnit)) this.add(unit, gap[at] as NoteUnit);
      gap = [];
    };
    for (const unit of after) {
      const earlier = this.found.get(unit);
      const place = earlier && places.get(earlier);
      if (earlier === undefined) gap.push(unit);
      else if (place !== undefined && place >= from) {
        close(place);
        from = place + 1;
      }
    }
    close(before.length);
  }
}

/** A unit with an id is no other's successor: only one without may have been reworded. */
const maySucceed = (before: NoteUnit, after: NoteUnit): boolean => before.id === null || after.id === null;
