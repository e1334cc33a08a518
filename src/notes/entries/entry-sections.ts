import type { Block } from '../../markdown/outline.js';
import type { EntryType } from '../entry-types.js';
import { findFreeformDate } from '../freeform/freeform-date.js';
import type { BlockDefinition, NoteKind, SectionDefinition } from '../kinds/kind.js';
import { findHeadingLabel, findNameLabel, findWordLabel, type Label } from '../labels/labels.js';

/** The position while reading a note from top to bottom: the headings above, and the type of items there. */
export interface SectionPosition {
  /** The nearest heading of the kind, else the nearest heading. */
  readonly section: string | null;
  readonly type: EntryType;
  /** Date and time of the heading, if any: `2026-06-07 14:32`. In a freeform note a date is enough. */
  readonly time: string | null;
  readonly known: boolean;
  /** True if the type comes from a label that people write, not from a heading of the kind. */
  readonly isLabelled: boolean;
  readonly depth: number;
}

/** Returns the position above the first heading. The name of a page may be a label: `DECISIONS.md`. */
export function createRootPosition(kind: NoteKind, path: string): SectionPosition {
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');
  const type = kind.name === 'page' ? (findNameLabel(stem)?.type ?? null) : null;
  return {
    section: null,
    type: type ?? kind.defaultType,
    time: null,
    known: type !== null,
    isLabelled: type !== null,
    depth: 0,
  };
}

/** Returns the positions after entering a heading, outermost first; never empty. A part of a record has no type. */
export function enterSection(
  places: readonly SectionPosition[],
  heading: Block,
  kind: NoteKind,
  isPart = false,
): readonly SectionPosition[] {
  const outer = places.filter(({ depth }) => depth < heading.depth);
  const above = outer.at(-1) ?? (places[0] as SectionPosition);
  const own = matchSection(kind.sections, heading.text);
  const label = own === null && !isPart && hasFreeHeadings(kind) ? matchLabel(heading, kind) : null;
  const type = own?.type ?? label?.type ?? null;
  const time =
    timeIn(heading.text) ??
    (kind.isFreeform && findFreeformDate(heading.text)?.date) ??
    (kind.name === 'page' || kind.name === 'source' ? findLeadingDate(heading.text) : null) ??
    above.time;
  const { depth } = heading;
  const section = heading.text;
  if (type !== null) return [...outer, { section, type, time, known: true, isLabelled: own === null, depth }];
  if (above.known && label === null && !isPart) return [...outer, { ...above, time, depth }];
  return [...outer, { section, type: kind.defaultType, time, known: false, isLabelled: false, depth }];
}

/** A paragraph above a list acts as a heading below all others. */
const LEAD_IN_DEPTH = 7;
const LEAD_IN = /[:：][*_\s]*$|^(?:\*\*|__)[^*_\n]{1,80}(?:\*\*|__)\s*$/u;

/** Returns true for words that lead into what is below them: `**Decisions:**`, `We chose these:`. */
export const isLeadIn = (words: string): boolean => LEAD_IN.test(words);

/** Returns the positions below a paragraph that is a label above a list; null for other paragraphs. */
export function enterLeadIn(
  places: readonly SectionPosition[],
  words: string,
): readonly SectionPosition[] | null {
  const type = isLeadIn(words) ? findHeadingLabel(words)?.type : null;
  const { time } = places.at(-1) as SectionPosition;
  const place = { section: words, time, known: true, isLabelled: true, depth: LEAD_IN_DEPTH };
  return type ? [...places, { ...place, type }] : null;
}

/** Returns the positions without the paragraph that led into the list above. */
export const removeLeadIn = (places: readonly SectionPosition[]): readonly SectionPosition[] =>
  places.filter(({ depth }) => depth < LEAD_IN_DEPTH);

/** True for notes in which people write headings of their own. */
export const hasFreeHeadings = ({ name, isFreeform }: NoteKind): boolean =>
  isFreeform === true || name === 'page' || name === 'day';

/** The title of a page is a label only as a whole: `# Rate limits` is about something else. */
const matchLabel = ({ text, depth }: Block, kind: NoteKind): Label | null =>
  kind.name === 'page' && depth === 1 ? findWordLabel(text) : findHeadingLabel(text);

/** Returns the date that a heading of a page begins with, if any. */
const findLeadingDate = (text: string): string | null => /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(text)?.[0] ?? null;

/** Finds the section for a heading, ignoring case and a trailing colon. */
function matchSection(sections: readonly SectionDefinition[], text: string): SectionDefinition | null {
  const whole = text.trimEnd();
  const plain = (whole.endsWith(':') ? whole.slice(0, -1).trimEnd() : whole).toLowerCase();
  for (const section of sections) {
    const name = section.heading.toLowerCase();
    if (plain === name) return section;
    if (section.open && plain.startsWith(name) && /^[\s:]/.test(plain.slice(name.length))) return section;
  }
  return null;
}

/** A heading that is an entry: its type, text and label. */
export interface BlockHeadingMatch {
  readonly section: BlockDefinition;
  readonly text: string;
  readonly label: string | null;
}

/** Returns the text after the colon of a section heading, `## Summary: shipped 0.6`, or null. */
export function parseHeadingText(
  sections: readonly SectionDefinition[],
  text: string,
): BlockHeadingMatch | null {
  const own = sections.filter(({ open }) => open);
  return own.length === 0 ? null : parseBlockHeading(own, text);
}

/** Parses a heading `Word: text` or `FB-20260607-001 — text` that is an entry, or returns null. */
export function parseBlockHeading(
  blocks: readonly BlockDefinition[],
  text: string,
): BlockHeadingMatch | null {
  for (const section of blocks) {
    const headed = section.numbered ? numbered(section, text) : worded(section, text);
    if (headed) return headed;
  }
  return null;
}

function worded(section: BlockDefinition, text: string): BlockHeadingMatch | null {
  const colon = text.indexOf(':');
  if (colon < 0 || text.slice(0, colon).trim().toLowerCase() !== section.heading.toLowerCase()) return null;
  const phrase = text.slice(colon + 1).trim();
  if (phrase === '') return null;
  return section.says === undefined
    ? { section, text: phrase, label: null }
    : { section, text: '', label: phrase };
}

function numbered(section: BlockDefinition, text: string): BlockHeadingMatch | null {
  const start = `${section.heading}-`;
  if (text.slice(0, start.length).toLowerCase() !== start.toLowerCase()) return null;
  const [, number, phrase = ''] =
    /^(\d{8}-\d{3,9})(?:\s*(?:[—–:]|-(?=\s))\s*(.*))?$/.exec(text.slice(start.length)) ?? [];
  return number === undefined ? null : { section, text: phrase.trim(), label: start + number };
}

const timeIn = (text: string): string | null =>
  /\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}/.exec(text)?.[0].replace('T', ' ') ?? null;
