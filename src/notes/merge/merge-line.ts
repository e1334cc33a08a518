import { scanBlocks } from '../../markdown/block-scanner.js';
import {
  type Checkbox,
  formatBox,
  formatLine,
  joinLines,
  type LineParts,
  parseBox,
  parseLine,
} from '../entries/entry-line.js';
import {
  FIELD_KEYS,
  type FieldKey,
  formatLineMetadata,
  parseLineMetadata,
} from '../entries/line-metadata.js';
import { formatReminder, parseReminder } from '../entries/reminder-line.js';
import type { NoteLayout } from '../kinds/kind.js';
import { mergeAdded, splitNestedItems } from './merge-added.js';
import {
  BOTH_CHANGED,
  chooseLarger,
  chooseSettled,
  chooseSmaller,
  mergeSets,
  pickChanged,
  pickOrChoose,
  rankStatus,
} from './merge-values.js';

/** A list item: its marker, its entry, and the lines below its first paragraph. */
interface Item {
  readonly source: string;
  readonly marker: string;
  /** The first paragraph as written. */
  readonly words: string;
  readonly parts: LineParts;
  /** Of a reminder. */
  readonly due: string | null;
  readonly when: string | null;
  readonly rest: readonly string[];
}

/**
 * Merges three versions of a list item, part by part: box, text, reason, tags, fields, source, id, and the lines below
 * it. Returns null where both sides changed its text, or where it cannot be written as one line.
 */
export function mergeLine(base: string | null, one: string, other: string, shape: NoteLayout): string | null {
  const [first, left, right] = [
    base === null ? null : parseItem(base, shape),
    parseItem(one, shape),
    parseItem(other, shape),
  ];
  if (!left || !right) return null;
  const line = mergeWords(first, left, right);
  const parts = line && mergeParts([first?.parts ?? null, left.parts, right.parts], line);
  const rest = mergeAdded(first?.rest ?? [], left.rest, right.rest, splitNestedItems);
  if (!parts || !rest) return null;
  const items = [first, left, right] as const;
  const wanted: Item = {
    source: '',
    words: '',
    marker: choosePart(items, ({ marker }) => marker, chooseSmaller) ?? '- ',
    due: choosePart(items, ({ due }) => due, chooseLarger),
    when: choosePart(items, ({ when }) => when, chooseSmaller),
    parts,
    rest,
  };
  const same = [left, right].find((item) => describe(item) === describe(wanted));
  return same ? same.source : writeItem(wanted, [left, right], shape);
}

/** A base, which may be missing, and both sides. */
type Sides<I> = readonly [base: I | null, one: I, other: I];

/** Returns one part of each side; undefined where it is missing. */
const pickParts = <I, T>([base, one, other]: Sides<I>, pick: (item: I) => T | null | undefined) => ({
  base: (base && pick(base)) ?? undefined,
  one: pick(one) ?? undefined,
  other: pick(other) ?? undefined,
});

const choosePart = <I, T>(
  sides: Sides<I>,
  pick: (item: I) => T | null | undefined,
  choose: (one: T, other: T) => T,
): T | null => pickOrChoose(pickParts(sides, pick), choose) ?? null;

function parseItem(source: string, shape: NoteLayout): Item | null {
  const [block, more] = scanBlocks(source).blocks;
  if (block?.kind !== 'item' || more) return null;
  const lines = source.split('\n');
  const count = block.text.split('\n').length;
  const words = lines.slice(0, count).join('\n').slice(block.marker.length);
  const own = { source, marker: block.marker, words, rest: lines.slice(count) };
  if (shape !== 'pipes') return { ...own, parts: parseLine(words), due: null, when: null };
  const { box, due, when, message, tail } = parseReminder(words);
  const { why = null, ...fields } = tail.fields;
  return { ...own, parts: { ...tail, box, text: message, why, fields }, due, when };
}

/** Merges text and reason; null where both sides changed one of them. */
function mergeWords(first: Item | null, left: Item, right: Item): Pick<LineParts, 'text' | 'why'> | null {
  const versions = (pick: (item: Item) => string | null) => ({
    base: first ? pick(first) : undefined,
    one: pick(left),
    other: pick(right),
  });
  const text = pickChanged(versions(({ parts }) => parts.text));
  const why = pickChanged(versions(({ parts }) => parts.why));
  return text === BOTH_CHANGED || why === BOTH_CHANGED ? null : { text: text ?? '', why: why ?? null };
}

function mergeParts(sides: Sides<LineParts>, line: Pick<LineParts, 'text' | 'why'>): LineParts | null {
  const id = pickChanged(pickParts(sides, (parts) => parts.id));
  if (id === BOTH_CHANGED) return null;
  const fields: Partial<Record<FieldKey, string>> = {};
  for (const key of FIELD_KEYS) {
    if (key === 'why') continue;
    const value = choosePart(sides, (parts) => parts.fields[key], CHOICES[key] ?? chooseSmaller);
    if (value !== null) fields[key] = value;
  }
  const [base, one, other] = sides;
  return {
    ...line,
    id: id ?? null,
    box: choosePart(sides, (parts) => parts.box, chooseSettled<Checkbox>),
    tags: mergeSets(base?.tags ?? [], one.tags, other.tags),
    fields,
    from: choosePart(sides, (parts) => parts.from, chooseSmaller),
  };
}

/** Which value wins where both sides set a field; of all others the smaller. */
const CHOICES: Partial<Record<FieldKey, (one: string, other: string) => string>> = {
  status: chooseSettled,
  verified: chooseLarger,
};

/** The content of an item for comparison, without its notation. */
const describe = ({ marker, parts, due, when, rest }: Item): string => {
  const { box, text, why, tags, fields, from, id } = parts;
  return JSON.stringify([
    marker,
    box,
    text,
    why,
    tags,
    Object.entries(fields).toSorted(),
    from,
    id,
    due,
    when,
    rest,
  ]);
};

/** Writes an item as one of its versions does, as far as that goes; null if no line reads back as the same. */
function writeItem(wanted: Item, versions: readonly Item[], shape: NoteLayout): string | null {
  const { marker, parts, due, when, rest } = wanted;
  const lines =
    shape === 'pipes'
      ? [formatReminderItem(wanted)]
      : [...versions.flatMap((version) => writeLike(version, parts)), ...formatOrNothing(parts)];
  const isSame = (line: string) => {
    const read = parseItem([marker + line, ...rest].join('\n'), shape);
    return read !== null && describe(read) === describe({ ...wanted, due, when });
  };
  const found = lines.find(isSame);
  return found === undefined ? null : [marker + found, ...rest].join('\n');
}

/** Writes parts with the words of a version of equal content; null if there is none. */
function writeLike({ words, parts }: Item, wanted: LineParts): string[] {
  if (parts.text !== wanted.text || parts.why !== wanted.why) return [];
  const { head, tail } = parseLineMetadata(parseBox(joinLines(words)).rest);
  const { why } = tail.fields;
  const fields = why === undefined ? wanted.fields : { ...wanted.fields, why };
  return [formatBox(wanted.box) + head + formatLineMetadata({ ...wanted, fields })];
}

function formatOrNothing(parts: LineParts): string[] {
  try {
    return [formatLine(parts, '')];
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function formatReminderItem({ parts, due, when }: Item): string {
  const { box, text, why, tags, fields, from, id } = parts;
  const all = why === null ? fields : { ...fields, why };
  return formatReminder({ box, due, when, message: text, tail: { tags, fields: all, from, id } }, '');
}

/** Orders two versions of an entry: the one verified later first, then the more settled one, then by their bytes. */
export function isFirstVersion(one: string, other: string, shape: NoteLayout): boolean {
  const [left, right] = [parseItem(one, shape), parseItem(other, shape)];
  const verified = (item: Item | null) => item?.parts.fields.verified ?? '';
  if (verified(left) !== verified(right)) return verified(left) > verified(right);
  const [a, b] = [rankItem(left), rankItem(right)];
  return a === b ? one < other : a > b;
}

const rankItem = (item: Item | null): number => rankStatus(item?.parts.fields.status ?? item?.parts.box);
