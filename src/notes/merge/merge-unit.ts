import { createIdOfVersion } from '../entries/ids.js';
import type { NoteKind } from '../kinds/kind.js';
import { isTable, mergeAdded, splitRows } from './merge-added.js';
import { mergeFrontMatter } from './merge-front-matter.js';
import { isFirstVersion, mergeLine } from './merge-line.js';
import { mergeLinesCleanly } from './merge-lines.js';
import { mergeRecord } from './merge-record.js';
import type { NoteSection, NoteStructure, NoteUnit } from './note-units.js';
import { findRecordLabel, nextRecordLabel, setRecordLabel } from './record-labels.js';

/** One unit of a note in the version that both sides began with, and in theirs; null where it is missing. */
export interface UnitVersions {
  readonly base: NoteUnit | null;
  readonly one: NoteUnit | null;
  readonly other: NoteUnit | null;
}

/** What stays of a unit: nothing, one, or two versions side by side. */
interface MergedUnit {
  readonly units: readonly NoteUnit[];
  /** The second version of an entry with an id of its own, and the unit that it comes from. */
  readonly second?: { readonly unit: NoteUnit; readonly from: NoteUnit };
}

/** Creates what merges the units of one note. */
export function createUnitMerger(kind: NoteKind, structures: readonly NoteStructure[]) {
  const all = structures.flatMap(({ sections }) => sections.flatMap(({ units }) => units));
  const wordsById = new Map(
    all.flatMap((unit) => (unit.id === null ? [] : [[unit.id, unit.words] as const])),
  );
  const labels = new Set((structures[0]?.sections ?? []).flatMap(({ units }) => units.flatMap(listLabels)));
  const doubled: string[] = [];

  /** Two versions by people both stay; the second gets an id of its own. */
  const besides = (one: NoteUnit, other: NoteUnit): MergedUnit => {
    const [first, second] = isFirstVersion(one.source, other.source, kind.shape)
      ? [one, other]
      : [other, one];
    if (second.id === null || second.id !== first.id) return { units: [first, second] };
    const words = second.words || second.source;
    const id = createIdOfVersion(second.id, words, (own) => (wordsById.get(own) ?? words) !== words);
    const isKnown = wordsById.has(id);
    wordsById.set(id, words);
    doubled.push(second.id);
    return isKnown
      ? { units: [first] }
      : { units: [first], second: { unit: withId(second, id), from: second } };
  };

  return {
    /** Ids of the entries with two versions. */
    doubled,
    merge({ base, one, other }: UnitVersions): MergedUnit {
      if (!one || !other) {
        const left = one ?? other;
        return { units: left === null || left.source === base?.source ? [] : [left] }; // taken out by one side; changed, it stays
      }
      if (base?.source === other.source) return { units: [one] };
      if (base?.source === one.source) return { units: [other] };
      if (one.source === other.source && one.kind !== 'record')
        return { units: [base?.lead === one.lead ? other : one] };
      const source = mergeSources(base?.source ?? null, one, other, kind);
      if (source === null) return besides(one, other);
      const like = source === other.source ? other : one;
      return { units: [{ ...like, source, id: like.id ?? one.id ?? other.id }] };
    },
    /** Returns the heading of a section, from the three versions. */
    mergeHeading([base = null, one = null, other = null]: readonly (NoteUnit | null)[]): NoteUnit | null {
      if (!one || !other) return one ?? other ?? base;
      if (one.source === other.source) return base?.lead === one.lead ? other : one;
      if (base?.source === other.source) return one;
      return base?.source === one.source || other.source < one.source ? other : one;
    },
    /** Gives the records that one side added a number of their own where the other side used the same. */
    relabel: (sections: readonly NoteSection[]) => relabelRecords(sections, labels),
  };
}

function mergeSources(base: string | null, one: NoteUnit, other: NoteUnit, kind: NoteKind): string | null {
  if (one.kind === 'line' && other.kind === 'line')
    return mergeLine(base, one.source, other.source, kind.shape);
  if (one.kind === 'record' && other.kind === 'record') return mergeRecord(base, one.source, other.source);
  if (one.kind === 'frontmatter' && other.kind === 'frontmatter')
    return mergeFrontMatter(base, one.source, other.source);
  if (base === null) return null;
  const lines = [base, one.source, other.source].map((text) => text.split('\n')) as [
    string[],
    string[],
    string[],
  ];
  return mergeTextLines(...lines)?.join('\n') ?? null;
}

/** Merges lines; the rows that both sides added to a table stay in it. */
function mergeTextLines(
  base: readonly string[],
  one: readonly string[],
  other: readonly string[],
): readonly string[] | null {
  const isRows = [base, one, other].every(isTable) && one[0] === other[0] && one[1] === other[1];
  if (!isRows) return mergeLinesCleanly(base, one, other);
  const rows = mergeAdded(base.slice(2), one.slice(2), other.slice(2), splitRows);
  return rows && [...one.slice(0, 2), ...rows];
}

/** Replaces the id of a unit: at the end of a line's first paragraph, alone on a record's line, or at the end of a text. */
function withId(unit: NoteUnit, id: string): NoteUnit {
  const lines = unit.source.split('\n');
  const mark = new RegExp(`(^|\\s)\\^${unit.id}(\\s*)$`);
  const at = lines.findIndex((line) => mark.test(line));
  const line = (lines[at] ?? '').replace(
    mark,
    (_, before: string, after: string) => `${before}^${id}${after}`,
  );
  return { ...unit, id, source: lines.with(at, line).join('\n') };
}

/** Renumbers the new records of a day, in the order of their ids, where two of them have one number. */
function relabelRecords(
  sections: readonly NoteSection[],
  known: ReadonlySet<string>,
): readonly NoteSection[] {
  const units = sections.flatMap((section) => section.units);
  const labelOf = new Map(units.flatMap((unit) => listLabels(unit).map((label) => [unit, label] as const)));
  const seen = new Set<string>();
  const days = new Set<string>();
  for (const label of labelOf.values()) {
    if (seen.has(label)) days.add(label.slice(0, 8));
    seen.add(label);
  }
  const labels = new Map<NoteUnit, string>();
  for (const day of days) {
    const used = new Set(known);
    const fresh = [...labelOf].filter(([, label]) => label.startsWith(day) && !known.has(label));
    const order = fresh.toSorted(([a], [b]) => ((a.id ?? a.source) < (b.id ?? b.source) ? -1 : 1));
    for (const [unit] of order) {
      const label = nextRecordLabel(day, used);
      used.add(label);
      labels.set(unit, label);
    }
  }
  if (labels.size === 0) return sections;
  return sections.map((section) => ({
    ...section,
    units: section.units.map((unit) => withLabel(unit, labels.get(unit) ?? null)),
  }));
}

const listLabels = ({ kind, source }: NoteUnit): readonly string[] =>
  kind === 'record' ? [findRecordLabel(source) ?? []].flat() : [];

const withLabel = (unit: NoteUnit, label: string | null): NoteUnit =>
  label === null ? unit : { ...unit, source: setRecordLabel(unit.source, label) };
