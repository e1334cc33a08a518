import type { EntryType } from '../entry-types.js';
import { CHINESE } from './chinese.data.js';
import { ENGLISH_LABELS } from './english.data.js';
import { FRENCH } from './french.data.js';
import { GERMAN } from './german.data.js';
import { JAPANESE } from './japanese.data.js';
import type { LabelTable, RecordPart } from './label-table.js';
import { PORTUGUESE } from './portuguese.data.js';
import { RUSSIAN } from './russian.data.js';
import { SPANISH } from './spanish.data.js';

/** What a label names: the type of entries, or a part of a record. `fix` is both. */
export interface Label {
  readonly type: EntryType | null;
  readonly part: RecordPart | null;
}

const TABLES: readonly LabelTable[] = [
  ENGLISH_LABELS,
  GERMAN,
  FRENCH,
  SPANISH,
  PORTUGUESE,
  RUSSIAN,
  CHINESE,
  JAPANESE,
];

let labels: ReadonlyMap<string, Label> | undefined;

/** Returns all labels by their words, in lower case. */
export function listLabels(): ReadonlyMap<string, Label> {
  labels ??= createLabels();
  return labels;
}

function createLabels(): ReadonlyMap<string, Label> {
  const found = new Map<string, Label>();
  const add = (names: string, label: Partial<Label>): void => {
    for (const name of normalizeWords(names).split(', '))
      found.set(name, { ...(found.get(name) ?? { type: null, part: null }), ...label });
  };
  for (const { types, parts } of TABLES.toReversed()) {
    for (const [type, names] of Object.entries(types)) add(names, { type: type as EntryType });
    for (const [part, names] of Object.entries(parts)) add(names, { part: part as RecordPart });
  }
  return found;
}

/** Finds what a label names, written as one: `Lessons learned`. */
export const findWordLabel = (name: string): Label | null => listLabels().get(normalizeWords(name)) ?? null;

/**
 * Finds what a heading names by its nouns: `## 3. Architecture decisions (May)`, `## Gotchas & pitfalls`. Numbers, dates,
 * brackets and emoji do not count. Several nouns must name the same type.
 */
export function findHeadingLabel(heading: string): Label | null {
  const words = normalizeHeading(heading);
  const whole = listLabels().get(words);
  if (whole) return whole;
  const parts = words.split(SEPARATOR).filter(Boolean);
  const found = parts.map(findNoun);
  const types = new Set(found.flatMap((label) => label?.type ?? []));
  const isWhole = found.every((label) => label !== null);
  if (types.size > 1) return null;
  const typed = found.find(
    (label, at) => label?.type && (isWhole || (parts.length === 2 && PLURAL.test(parts[at] ?? ''))),
  );
  return typed ?? (isWhole ? (found[0] ?? null) : null);
}

/** Finds what the name of a note names: `lessons-learned.md`. */
export const findNameLabel = (stem: string): Label | null =>
  findWordLabel(
    normalizeHeading(
      stem.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replaceAll(/(?<=\p{L})[-_.](?=\p{L})/gu, ' '),
    ),
  );

const SEPARATOR = /\s{0,20}(?:[/&,、，：]|\s[–—-]\s|(?<=\s)(?:and|und|et|y|e|и)(?=\s)|[与和及])\s{0,20}/u;

const normalizeWords = (words: string): string =>
  words.normalize('NFC').toLowerCase().replaceAll('’', "'").trim();

const normalizeHeading = (heading: string): string =>
  normalizeWords(heading)
    .replace(/\([^()]*\)|\[[^[\]]*\]|（[^（）]*）|【[^【】]*】/gu, ' ')
    .replace(/\d{4}-\d{2}(?:-\d{2})?|[*_`~#]|\p{Extended_Pictographic}|[\u200D\uFE0F]/gu, ' ')
    .replace(/^\s*(?:\d{1,3}(?:\.\d{1,3})*[.):]?|[ivx]{1,4}[.)]|[a-z][.)])\s+/u, '')
    .replace(/(?<![\s\d.:!?：。！？-])[\s\d.:!?：。！？-]+$/u, '')
    .replace(/^[\s.:!?-]+/u, '')
    .replace(/\s+/g, ' ');

/** Words after the noun that only say where its entries stand. */
const CONTAINER = /(?<=\S) (?:log|list|notes|record|records|history|register|section)$/;
/** What may follow an English noun without changing its meaning: `decisions made`, `lessons from the outage`. */
const FOLLOWING =
  /^(?:made|taken|learned|learnt|found|encountered|hit|so|from|about|for|on|of|with|in|to|we|i|that|during|this|since) ?/;
const IS_DONE = /^(?:\p{L}+ed|done) /u;

/** Finds the noun of one part of a heading. */
function findNoun(part: string): Label | null {
  const found = listLabels();
  const label = found.get(part) ?? found.get(part.replace(CONTAINER, ''));
  if (label) return label;
  const words = part.replace(CONTAINER, '').split(' ');
  const [first = ''] = words;
  if (IS_DONE.test(part) && found.get(first)?.type === 'progress') return found.get(first) ?? null;
  if (words.length > 6) return null;
  nouns ??= TABLES.map(({ noun, types }) => [noun, new Map(Object.entries(types).flatMap(listNames))]);
  for (const [place, names] of nouns) {
    const type = findNounType(place, words, names);
    if (type) return { type, part: null };
  }
  return null;
}

type Nouns = ReadonlyMap<string, EntryType>;
/** The nouns of each language, and where they stand in a heading. */
let nouns: readonly (readonly [place: LabelTable['noun'], names: Nouns])[] | undefined;

const listNames = ([type, names]: readonly [string, string]): readonly [string, EntryType][] =>
  normalizeWords(names)
    .split(', ')
    .map((name) => [name, type as EntryType]);

function findNounType(
  place: LabelTable['noun'],
  words: readonly string[],
  names: Nouns,
): EntryType | undefined {
  const [first = '', ...rest] = words;
  const last = words.at(-1) ?? '';
  if (place === 'suffix') {
    for (const [name, type] of names) if (isCompound(last, name)) return type;
    return undefined;
  }
  if (words.length === 1) return undefined;
  if (place === 'first') return names.get(first);
  return (
    names.get(last) ?? (first.endsWith('s') && FOLLOWING.test(rest.join(' ')) ? names.get(first) : undefined)
  );
}

/** True for a word that ends with a noun of four letters or more, or of two characters of Chinese or Japanese. */
const isCompound = (word: string, name: string): boolean =>
  word.endsWith(name) && (name.length >= 6 || (name.length >= 2 && /\p{Script=Han}/u.test(name)));

/** Begins or ends with a word that may be a plural; only in English can it be seen. */
const PLURAL = /^[a-z]+s\b|s$|[^a-z ]/;
