import { scanBlocks } from '../../markdown/block-scanner.js';
import {
  escapeMetadata,
  type FieldKey,
  formatLineMetadata,
  parseLineMetadata,
  trimSpaces,
} from './line-metadata.js';

export type Checkbox = 'open' | 'done' | 'dropped';

/**
 * The parts of a line entry (guide/entries.md › The whole line). Missing parts are null; `why` is not among the fields.
 */
export interface LineParts {
  readonly box: Checkbox | null;
  readonly text: string;
  readonly why: string | null;
  readonly tags: readonly string[];
  readonly fields: Readonly<Partial<Record<Exclude<FieldKey, 'why'>, string>>>;
  /** The source link as written, `[[note#^id]]`. */
  readonly from: string | null;
  readonly id: string | null;
}

/** A line with nothing but its text, to be spread over. */
export const EMPTY_LINE: Omit<LineParts, 'text'> = {
  box: null,
  why: null,
  tags: [],
  fields: {},
  from: null,
  id: null,
};

/** Returns the parts of a line that has only this text. */
export const toParts = (text: string): LineParts => ({ ...EMPTY_LINE, text });

/** Parses the text after a bullet. Never throws; line breaks count as spaces. */
export function parseLine(source: string): LineParts {
  const { box, rest } = parseBox(joinLines(source));
  const { head, tail } = parseLineMetadata(rest);
  const { why, ...fields } = tail.fields;
  const { tags, from, id } = tail;
  if (why !== undefined)
    return { box, text: unguardStart(trimSpaces(head)), why: why || null, tags, fields, from, id };
  const parted = partWhy(head);
  return { box, text: unguardStart(parted.text), why: parted.why, tags, fields, from, id };
}

/** Parses the text, reason and tags of a line; one that looks as if it had fields, a box or an id is taken literally. */
export function parseWords(source: string): Pick<LineParts, 'text' | 'why' | 'tags'> {
  const { text, why, tags, from, id, box, fields } = parseLine(source);
  const isLiteral = from !== null || id !== null || box !== null || Object.keys(fields).length > 0;
  return isLiteral ? { text: source, why: null, tags: [] } : { text, why, tags };
}

/**
 * Formats a line entry with its bullet, without line ending. The result always parses back to the same parts: the
 * reason is written as `what — why` if that is unambiguous, else as a field, and ambiguous text gets a backslash. Line
 * breaks become spaces. Throws Error for an invalid tag, source or id.
 */
export function formatLine(parts: LineParts, bullet = '-'): string {
  const want = normalizeLine(parts);
  const marker = /\s$/.test(bullet) || bullet === '' ? bullet : `${bullet} `;
  const line = candidates(want).find((one) => readsBack(one, want));
  if (line === undefined)
    throw new RangeError(`this text cannot be written as a line: ${JSON.stringify(want.text)}`);
  return marker + line;
}

/** Removes line breaks and empty parts, so that the parts fit on one line. */
export function normalizeLine(parts: LineParts): LineParts {
  const text = trimSpaces(joinLines(parts.text));
  const why = parts.why === null ? null : trimSpaces(joinLines(parts.why)) || null;
  const fields = Object.fromEntries(
    Object.entries(parts.fields)
      .map(([key, value]) => [key, trimSpaces(joinLines(value))])
      .filter(([, value]) => value !== ''),
  );
  return { ...parts, text, why, fields };
}

const BOXES: Readonly<Record<string, Checkbox>> = { ' ': 'open', x: 'done', X: 'done', '-': 'dropped' };
const MARKS: Readonly<Record<Checkbox, string>> = { open: '[ ]', done: '[x]', dropped: '[-]' };

/** Parses a checkbox at the start of a text. */
export function parseBox(source: string): { readonly box: Checkbox | null; readonly rest: string } {
  const rest = trimSpaces(source);
  const closed = rest.charCodeAt(0) === 91 && rest.charCodeAt(2) === 93;
  const box = closed ? (BOXES[rest.charAt(1)] ?? null) : null;
  if (box === null || !(rest.length === 3 || rest[3] === ' ' || rest[3] === '\t')) return { box: null, rest };
  return { box, rest: trimSpaces(rest.slice(3)) };
}

/** Formats a checkbox with the space after it; '' for none. */
export const formatBox = (box: Checkbox | null): string => (box === null ? '' : `${MARKS[box]} `);

/** Replaces line breaks by spaces. */
export const joinLines = (text: string): string =>
  /[\r\n]/.test(text) ? text.replace(/(?<![ \t\r\n])[ \t]*[\r\n][ \t\r\n]*/g, ' ') : text;

/** Lists the ways to write a line, simplest first. */
function candidates({ box, text, why, tags, fields, from, id }: LineParts): string[] {
  const mark = formatBox(box);
  const plain = formatLineMetadata({ tags, fields, from, id });
  const field = formatLineMetadata({ tags, fields: { ...fields, why: why ?? '' }, from, id });
  const heads = [text, guardStart(text)];
  const parted = why === null ? heads : heads.map((head) => `${head} — ${why}`);
  return [
    ...parted.map((head) => mark + head + plain),
    ...(why === null ? heads.map((head) => mark + escapeMetadata(head) + plain) : []),
    ...heads.map((head) => mark + head + field),
    ...heads.map((head) => mark + escapeMetadata(head) + field),
  ].map(trimSpaces);
}

/** Returns true if Markdown reads the line as one item with one paragraph, and the grammar gives the same parts. */
function readsBack(line: string, want: LineParts): boolean {
  const { blocks, isCertain: certain } = scanBlocks(`- ${line}`);
  if (!certain || blocks.length !== 1 || blocks[0]?.kind !== 'item' || blocks[0].text !== line) return false;
  return same(parseLine(line), want);
}

function same(one: LineParts, other: LineParts): boolean {
  return (
    one.box === other.box &&
    one.text === other.text &&
    one.why === other.why &&
    one.from === other.from &&
    one.id === other.id &&
    one.tags.join(' ') === other.tags.join(' ') &&
    fieldsOf(one) === fieldsOf(other)
  );
}

const fieldsOf = ({ fields }: LineParts): string => JSON.stringify(Object.entries(fields).toSorted());

/**
 * Matches text that Markdown would read as the start of a block, or as a checkbox. It is escaped with a backslash when
 * written.
 */
const BEGINS =
  /^(\\*)(?:#{1,6}(?:[ \t]|$)|>|[-+*](?:[ \t]|$)|(?:[-*_][ \t]*){3,}$|~~~|```|<[A-Za-z/!?]|\[[ xX-]\](?:[ \t]|$)|\[[^[\]]*\]:|$)/;
const NUMBERED = /^(\d{1,9})(\\*)(?=[.)](?:[ \t]|$))/;

const guardStart = (text: string): string =>
  BEGINS.test(text)
    ? `\\${text}`
    : text.replace(NUMBERED, (_, digits: string, slashes: string) => `${digits}${slashes}\\`);

function unguardStart(text: string): string {
  const first = text.charCodeAt(0);
  if (first === 92) return text.length > 1 && BEGINS.test(text) ? text.slice(1) : text;
  if (first < 48 || first > 57 || !text.includes('\\')) return text;
  return text.replace(NUMBERED, (_, digits: string, slashes: string) => digits + slashes.slice(1));
}

/** The rest of `because of`. */
const BECAUSE_OF = /^of (?=\S)/;
const SEPARATORS = [' — ', ' - ', ' because ', ', because '] as const;

/** Splits a text at the first separator outside code and links. */
function partWhy(head: string): { readonly text: string; readonly why: string | null } {
  const text = trimSpaces(head);
  let from = 0;
  for (;;) {
    const found = firstSeparator(text, from);
    if (!found) return { text, why: null };
    const behind = spanAround(text, found.at);
    if (behind < 0) {
      const rest = text.slice(found.at + found.length);
      const why = trimSpaces(found.length > ' — '.length ? rest.replace(BECAUSE_OF, '') : rest);
      return why === '' ? { text, why: null } : { text: trimSpaces(text.slice(0, found.at)), why };
    }
    from = behind;
  }
}

function firstSeparator(text: string, from: number): { readonly at: number; readonly length: number } | null {
  let at = -1;
  let length = 0;
  for (const separator of SEPARATORS) {
    const found = text.indexOf(separator, from);
    if (found < 0 || (at >= 0 && found >= at)) continue;
    at = found;
    length = separator.length;
  }
  return at < 0 ? null : { at, length };
}

/** Returns the end of the code span or link that contains `place`, or -1. */
function spanAround(text: string, place: number): number {
  let at = firstMark(text);
  while (at < place) {
    const letter = text[at];
    const end = letter === '`' ? codeEnd(text, at) : letter === '[' ? linkEnd(text, at) : -1;
    if (end > place) return end;
    if (letter === '\\') at += 2;
    else at = end > 0 ? end : letter === '`' ? runEnd(text, at) : at + 1;
  }
  return -1;
}

/** Returns the first character that may start code, a link or an escape; the length of the text if there is none. */
function firstMark(text: string): number {
  const found = text.search(/[`[\\]/);
  return found < 0 ? text.length : found;
}

const runEnd = (text: string, from: number): number => {
  let at = from;
  while (text[at] === '`') at++;
  return at;
};

/** Returns the end of a run of backticks that matches the one at `from`, or -1. */
function codeEnd(text: string, from: number): number {
  const opened = runEnd(text, from);
  for (let at = text.indexOf('`', opened); at >= 0; at = text.indexOf('`', at)) {
    const end = runEnd(text, at);
    if (end - at === opened - from) return end;
    at = end;
  }
  return -1;
}

/** Longer links are not recognised, which limits the search for their end. */
const LONGEST_LINK = 1000;

/** Returns the end of `[…]`, `[[…]]` or `[…](…)` that opens at `from`, or -1. */
function linkEnd(text: string, from: number): number {
  const end = closing(text, from, '[', ']');
  if (end < 0 || text[end] !== '(') return end;
  const target = closing(text, end, '(', ')');
  return target < 0 ? end : target;
}

function closing(text: string, from: number, open: string, close: string): number {
  let depth = 0;
  const stop = Math.min(text.length, from + LONGEST_LINK);
  for (let at = from; at < stop; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === open) depth++;
    else if (text[at] === close && --depth === 0) return at + 1;
  }
  return -1;
}
