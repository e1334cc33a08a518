import { scanBlocks } from '../../markdown/block-scanner.js';
import type { Outline } from '../../markdown/outline.js';
import { getParsingKind } from '../kinds/index.js';
import type { NoteKind } from '../kinds/kind.js';
import { matchUnits } from './match-units.js';
import type { TextVersions } from './merge-lines.js';
import { mergeOrder } from './merge-order.js';
import { createUnitMerger, type UnitVersions } from './merge-unit.js';
import {
  type NoteSection,
  type NoteStructure,
  type NoteUnit,
  parseNoteStructure,
  ROOT_SECTION,
  writeNote,
} from './note-units.js';
import { isPlainLine, type PlainLine, settleRepeats } from './repeated-lines.js';

/**
 * Merges three versions of a note by its sections and entries. The result is the same whichever side is ours, and has
 * every entry that either side wrote or left. Returns null where the result does not provably read back the same.
 * `path` is below the content folder.
 */
export function mergeNotes(
  versions: TextVersions,
  path: string,
  outline: (text: string) => Outline = scanBlocks,
) {
  const [base, first, second] = [versions.base, versions.ours, versions.theirs].map(normalize) as [
    Text,
    Text,
    Text,
  ];
  const [one, other] = first.text <= second.text ? [first, second] : [second, first];
  const eol = pickSame(base.eol, one.eol, other.eol, '\n');
  const bom = pickSame(base.bom, one.bom, other.bom, '');
  const write = (text: string) => bom + (eol === '\n' ? text : text.replaceAll('\n', eol));
  if (one.text === other.text || base.text === one.text) return { text: write(other.text), doubled: [] };
  if (base.text === other.text) return { text: write(one.text), doubled: [] };
  const kind = getParsingKind(path);
  const parse = (text: string) => parseNoteStructure(text, outline(text), kind);
  const [before, left, right] = [parse(base.text), parse(one.text), parse(other.text)];
  const { sections, doubled } = mergeStructures(before, left, right, kind);
  const text = writeNote(sections, pickSame(before.tail, left.tail, right.tail, '\n'), parse);
  return text === null ? null : { text: write(text), doubled };
}

interface Text {
  readonly text: string;
  readonly eol: string;
  readonly bom: string;
}

/** Returns a text with `\n` as its line ending and without its byte order mark, and what it had. */
function normalize(source: string): Text {
  const bom = source.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = source.slice(bom.length);
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  return { text: text.replace(/\r\n?/g, '\n'), eol, bom };
}

/** Returns what both have, else what one of them changed. */
const pickSame = (base: string, one: string, other: string, otherwise: string): string =>
  one === other || base === other ? one : base === one ? other : otherwise;

/** A unit by its key, in the versions that have it. */
type Row = { -readonly [K in keyof UnitVersions]: UnitVersions[K] } & {
  readonly sections: { base?: string; one?: string; other?: string };
  /** Other versions in the common ancestors, which git may have merged by lines. */
  readonly moreBases: NoteUnit[];
};

/** Returns the versions of a unit. Two sides that keep different ones of several earlier versions both reworded it. */
function chooseBase({ base, moreBases, one, other }: Row): UnitVersions {
  const findAmong = (unit: NoteUnit | null) =>
    [base, ...moreBases].find((earlier) => earlier !== null && earlier.source === unit?.source);
  const [mine, theirs] = [findAmong(one), findAmong(other)];
  return { base: mine && theirs && mine !== theirs ? null : (mine ?? theirs ?? base), one, other };
}

function mergeStructures(base: NoteStructure, one: NoteStructure, other: NoteStructure, kind: NoteKind) {
  const rows = new Map<string, Row>();
  const keys = keyUnits(base, one, other, rows);
  const merger = createUnitMerger(kind, [base, one, other]);
  const units = new Map<string, readonly NoteUnit[]>();
  const places = new Map<string, Set<string>>();
  const put = (key: string, merged: readonly NoteUnit[], section: string) => {
    units.set(key, merged);
    places.set(section, (places.get(section) ?? new Set()).add(key));
  };
  const seconds = new Map<NoteUnit, string>();
  const lines: PlainLine[] = [];
  for (const [key, row] of rows) {
    const merged = merger.merge(chooseBase(row));
    if (merged.units.length > 0) put(key, merged.units, pickSection(row));
    const stays = merged.units.length > 0;
    for (const unit of stays ? merged.units : [row.base ?? []].flat())
      if (isPlainLine(unit))
        lines.push({ unit, key, section: pickSection(row), isKnown: row.base !== null, stays });
    if (!merged.second) continue;
    const own = `^${merged.second.unit.id}`;
    put(own, [merged.second.unit], pickSection(row));
    seconds.set(merged.second.from, own);
  }
  for (const { unit, key, section, stays } of settleRepeats([base, one, other], lines))
    if (!stays) put(key, [unit], section);
    else if (units.get(key)?.length === 1) places.get(section)?.delete(key);
    else units.set(key, units.get(key)?.filter((one) => one !== unit) ?? []);
  const named = (structure: NoteStructure) =>
    new Map(structure.sections.map((section) => [section.key, section]));
  const [before, left, right] = [named(base), named(one), named(other)];
  const sectionOf = (section: string): NoteSection => {
    const versions = [before, left, right].map((all) => all.get(section));
    const known = (versions[1] ?? versions[2] ?? versions[0]) as NoteSection;
    const order = (of: NoteSection | undefined) => [
      ...new Set(
        (of?.units ?? []).flatMap((unit) => [keys.get(unit) as string, ...[seconds.get(unit) ?? []].flat()]),
      ),
    ];
    const stays = places.get(section) ?? new Set();
    const list = mergeOrder(
      { base: order(versions[0]), one: order(versions[1]), other: order(versions[2]) },
      stays,
      (mine, others) => sortUnits(mine, others, units),
    );
    const missing = [...stays].filter((key) => !list.includes(key));
    const heading = merger.mergeHeading(versions.map((of) => of?.heading ?? null));
    return { ...known, heading, units: [...list, ...missing.sort()].flatMap((key) => units.get(key) ?? []) };
  };
  const order = orderSections(base, one, other, (key) => (places.get(key)?.size ?? 0) > 0);
  return { sections: merger.relabel(order.map(sectionOf)), doubled: merger.doubled };
}

/** Gives each unit the key of the one that it was in the version that both sides began with, or a key of its own. */
function keyUnits(
  base: NoteStructure,
  one: NoteStructure,
  other: NoteStructure,
  rows: Map<string, Row>,
): ReadonlyMap<NoteUnit, string> {
  const keys = new Map<NoteUnit, string>();
  const add = (side: 'base' | 'one' | 'other', unit: NoteUnit, section: string, key: string) => {
    keys.set(unit, key);
    const row: Row = rows.get(key) ?? { base: null, one: null, other: null, sections: {}, moreBases: [] };
    row[side] = unit;
    row.sections[side] = section;
    rows.set(key, row);
  };
  let count = 0;
  const keyById = new Map<string, string>();
  for (const { key: section, units } of base.sections)
    for (const unit of units) {
      const known = unit.id === null ? undefined : keyById.get(unit.id);
      if (known === undefined) {
        if (unit.id !== null) keyById.set(unit.id, `${count}`);
        add('base', unit, section, `${count++}`);
        continue;
      }
      keys.set(unit, known);
      rows.get(known)?.moreBases.push(unit);
    }
  for (const [side, structure] of [
    ['one', one],
    ['other', other],
  ] as const) {
    const matches = matchUnits(base, structure);
    const times = new Map<string, number>();
    const keyByBytes = new Map<string, string>();
    for (const { key: section, units } of structure.sections)
      for (const unit of units) {
        // A merge by lines may leave an entry twice in the same bytes: it is one.
        const bytes = unit.id === null ? null : `${unit.id}\n${unit.source}`;
        const twin = bytes === null ? undefined : keyByBytes.get(bytes);
        if (twin !== undefined) {
          keys.set(unit, twin);
          continue;
        }
        const earlier = keys.get(matches.get(unit) ?? unit);
        const known = earlier !== undefined && !rows.get(earlier)?.[side] ? earlier : undefined;
        const name = unit.id === null ? `+${section}\n${unit.source}` : `^${unit.id}`;
        const turn = times.get(name) ?? 0;
        if (known === undefined) times.set(name, turn + 1);
        const key = known ?? (turn === 0 ? name : `${name}\n#${turn}`);
        if (bytes !== null) keyByBytes.set(bytes, key);
        add(side, unit, section, key);
      }
  }
  return keys;
}

/** The section of a unit: where one side moved it; where both did, the first by name. */
function pickSection({ sections: { base, one, other } }: Row): string {
  if (one === undefined || other === undefined) return one ?? other ?? base ?? ROOT_SECTION;
  if (one === other || base === other) return one;
  return base === one || other < one ? other : one;
}

/**
 * Orders what both sides put in one place: entries by their ids, and anything else side by side, by its bytes. Records
 * come last: what follows one belongs to it.
 */
function sortUnits(
  mine: readonly string[],
  others: readonly string[],
  units: ReadonlyMap<string, readonly NoteUnit[]>,
): readonly string[] {
  const isRecord = (key: string) => units.get(key)?.[0]?.kind === 'record';
  const isOther = (key: string) => !isRecord(key);
  return [
    ...sortAlike(mine.filter(isOther), others.filter(isOther), units),
    ...sortAlike(mine.filter(isRecord), others.filter(isRecord), units),
  ];
}

function sortAlike(
  mine: readonly string[],
  others: readonly string[],
  units: ReadonlyMap<string, readonly NoteUnit[]>,
): readonly string[] {
  const all = [...mine, ...others];
  const first = (key: string) => units.get(key)?.[0] as NoteUnit;
  const isEntry = (key: string) => first(key).kind === 'line' || first(key).kind === 'record';
  if (all.every(isEntry)) {
    const keyOf = (key: string) =>
      `${first(key).id === null ? '0' : '1'}${first(key).id ?? ''}${first(key).source}`;
    return all
      .map((key) => [keyOf(key), key] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, key]) => key);
  }
  const bytes = (keys: readonly string[]) => keys.map((key) => first(key).source).join('\n');
  return bytes(mine) < bytes(others) ? all : [...others, ...mine];
}

/** Orders the sections that stay, each below its parent. */
function orderSections(
  base: NoteStructure,
  one: NoteStructure,
  other: NoteStructure,
  holdsUnits: (key: string) => boolean,
): readonly string[] {
  const parents = new Map(
    [base, one, other].flatMap(({ sections }) => sections.map(({ key, parent }) => [key, parent] as const)),
  );
  const [before, left, right] = [base, one, other].map(
    ({ sections }) => new Set(sections.map(({ key }) => key)),
  );
  const stays = new Set<string>();
  const keep = (key: string | null | undefined): void => {
    for (let at = key; at !== null && at !== undefined && !stays.has(at); at = parents.get(at)) stays.add(at);
  };
  for (const key of parents.keys()) {
    const isInBoth = left?.has(key) === true && right?.has(key) === true;
    if (isInBoth || before?.has(key) !== true || holdsUnits(key)) keep(key);
  }
  const below = (structure: NoteStructure, parent: string) =>
    structure.sections.flatMap((section) => (section.parent === parent ? [section.key] : []));
  const walk = (parent: string): readonly string[] => {
    const orders = { base: below(base, parent), one: below(one, parent), other: below(other, parent) };
    const list = mergeOrder(orders, stays, (mine, others) => [...mine, ...others].sort());
    const only = below(base, parent).filter((key) => stays.has(key) && !list.includes(key));
    return [...list, ...only].flatMap((key) => [key, ...walk(key)]);
  };
  return [ROOT_SECTION, ...walk(ROOT_SECTION)];
}
