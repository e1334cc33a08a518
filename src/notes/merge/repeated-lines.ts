import { countEach, groupByKeys } from '../../text/group-by.js';
import type { NoteStructure, NoteUnit } from './note-units.js';

/** A line without an id that stays or goes, and the key and section of its place. */
export interface PlainLine {
  readonly unit: NoteUnit;
  readonly key: string;
  readonly section: string;
  /** True if both sides began with it. */
  readonly isKnown: boolean;
  readonly stays: boolean;
}

export const isPlainLine = ({ kind, id }: NoteUnit): boolean => kind === 'line' && id === null;

/**
 * Returns the lines that must stay or go so that a line without an id stands as often as on one side, or as both sides
 * together made it, and at least as often as both have it. Such lines are matched by their place: one that both sides
 * moved would stand twice, and one of which each side deleted another copy would be gone.
 */
export function settleRepeats(
  [base, one, other]: readonly [NoteStructure, NoteStructure, NoteStructure],
  lines: readonly PlainLine[],
): readonly PlainLine[] {
  const [before, mine, theirs] = [countLines(base), countLines(one), countLines(other)];
  const bySource = groupByKeys(lines.map((line) => [line.unit.source, line] as const));
  return [...bySource].flatMap(([source, copies]) => {
    const count = (counts: ReadonlyMap<string, number>) => counts.get(source) ?? 0;
    const [least, most] = [Math.min(count(mine), count(theirs)), Math.max(count(mine), count(theirs))];
    if (most === 0) return []; // a line that the merge made of both
    const sorted = copies.toSorted(compareLines);
    const [stay, gone] = [sorted.filter(({ stays }) => stays), sorted.filter(({ stays }) => !stays)];
    return [
      ...gone.slice(0, Math.max(0, least - stay.length)),
      ...stay.slice(Math.max(most, least + most - count(before))),
    ];
  });
}

const countLines = ({ sections }: NoteStructure): ReadonlyMap<string, number> =>
  countEach(sections.flatMap(({ units }) => units.filter(isPlainLine).map(({ source }) => source)));

const compareLines = (a: PlainLine, b: PlainLine): number =>
  Number(b.isKnown) - Number(a.isKnown) || compare(a.section, b.section) || compare(a.key, b.key);

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
