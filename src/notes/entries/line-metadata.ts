/**
 * The metadata at the right end of an entry's line: `{#tag} {[key:: value]} [[[note#^id]]] [^id]` (guide/entries.md ›
 * The whole line). It is parsed from the right, so the text before it may be anything.
 */
export interface LineMetadata {
  readonly tags: readonly string[];
  readonly fields: Readonly<Partial<Record<FieldKey, string>>>;
  /** A link to a block, as written: `[[note#^id]]`. */
  readonly from: string | null;
  readonly id: string | null;
}

export const FIELD_KEYS = ['why', 'at', 'by', 'branch', 'status', 'verified', 'superseded'] as const;
export type FieldKey = (typeof FIELD_KEYS)[number];

/** Splits a line into its text and its metadata. */
export function parseLineMetadata(line: string): { readonly head: string; readonly tail: LineMetadata } {
  let end = trimEnd(line, line.length);
  const tags: string[] = [];
  const fields: Partial<Record<FieldKey, string>> = {};
  let from: string | null = null;
  const idStart = tokenStart(line, end);
  const id =
    line.charCodeAt(idStart) === CARET && isId(line.slice(idStart + 1, end))
      ? line.slice(idStart + 1, end)
      : null;
  if (id !== null) end = trimEnd(line, idStart);
  for (;;) {
    const token = tokenBefore(line, end);
    if (!token) break;
    if (token.kind === 'tag') tags.push(token.value);
    else if (token.kind === 'source' && from === null) from = token.value;
    else if (token.kind === 'field' && fields[token.key] === undefined) fields[token.key] = token.value;
    else break;
    end = trimEnd(line, token.start);
  }
  return { head: unguardTail(line.slice(0, end)), tail: { tags: inOrder(tags), fields, from, id } };
}

/** Returns the tags in line order, copied to exact size: a hundred thousand lists are in memory at once. */
const inOrder = (tags: readonly string[]): readonly string[] =>
  tags.length === 0 ? NO_TAGS : tags.toReversed();
const NO_TAGS: readonly string[] = [];

/**
 * Formats metadata with a space before each part and the keys in fixed order. Throws Error for an invalid tag, link or
 * id.
 */
export function formatLineMetadata({ tags, fields, from, id }: LineMetadata): string {
  let out = '';
  for (const tag of tags) out += ` #${must(tag, isTag, 'tag')}`;
  for (const key of FIELD_KEYS)
    if (fields[key] !== undefined) out += ` [${key}:: ${escapeValue(fields[key])}]`;
  if (from !== null) out += ` ${must(from, isSource, 'source')}`;
  return id === null ? out : `${out} ^${must(id, isId, 'id')}`;
}

/** Returns true for a valid tag name: letters, digits, `_`, `-`, `/`, but not digits alone. */
export function isTag(tag: string): boolean {
  let letters = 0;
  for (let at = 0; at < tag.length; at++) {
    const code = tag.charCodeAt(at);
    if (!isTagCode(code)) return false;
    if (!isDigit(code)) letters++;
  }
  return letters > 0;
}

/** Returns true for a valid block id: ASCII letters, digits and `-`. */
export const isId = (id: string): boolean => /^[A-Za-z0-9-]+$/.test(id);

/** Returns true for a link to a block: `[[note#^id]]`, without an alias. */
export const isSource = (link: string): boolean => /^\[\[[^[\]|\n\r]*#\^[A-Za-z0-9-]+\]\]$/.test(link);

/** Adds a backslash before the last token of a text if it looks like metadata. */
export function escapeMetadata(head: string): string {
  const at = lookalike(head);
  return at < 0 ? head : `${head.slice(0, at)}\\${head.slice(at)}`;
}

function unguardTail(head: string): string {
  const at = lookalike(head);
  return at < 0 || head[at] !== '\\' ? head : head.slice(0, at) + head.slice(at + 1);
}

type Token =
  | { readonly kind: 'tag' | 'source'; readonly start: number; readonly value: string }
  | { readonly kind: 'field'; readonly start: number; readonly key: FieldKey; readonly value: string };

/** Returns the tag, field or source that ends at `end` and is preceded by a space or nothing. */
function tokenBefore(line: string, end: number): Token | null {
  if (end === 0) return null;
  if (line.charCodeAt(end - 1) !== CLOSE) {
    const start = tokenStart(line, end);
    if (line.charCodeAt(start) !== HASH) return null;
    const value = line.slice(start + 1, end);
    return isTag(value) ? { kind: 'tag', start, value } : null;
  }
  const start = openingOf(line, end);
  if (start < 0 || (start > 0 && !isBlank(line.charCodeAt(start - 1)))) return null;
  return bracketToken(line, start, end);
}

function bracketToken(line: string, start: number, end: number): Token | null {
  if (line.charCodeAt(start + 1) === OPEN) {
    const value = line.slice(start, end);
    return isSource(value) ? { kind: 'source', start, value } : null;
  }
  const colons = line.indexOf('::', start);
  if (colons < 0 || colons >= end) return null;
  const key = FIELD_KEYS.find((one) => one.length === colons - start - 1 && line.startsWith(one, start + 1));
  return key ? { kind: 'field', start, key, value: unescapeValue(line.slice(colons + 2, end - 1)) } : null;
}

/** Finds the opening bracket of the one that closes at `end`; escaped brackets do not count. */
function openingOf(line: string, end: number): number {
  let depth = 0;
  for (let at = end - 1; at >= 0; at--) {
    const code = line.charCodeAt(at);
    if ((code !== OPEN && code !== CLOSE) || backslashesBefore(line, at) % 2 === 1) continue;
    depth += code === CLOSE ? 1 : -1;
    if (depth === 0) return at;
  }
  return -1;
}

/** Returns where the last token would begin if it were not escaped, including its backslashes; otherwise -1. */
function lookalike(head: string): number {
  const end = trimEnd(head, head.length);
  if (end === 0) return -1;
  if (head.charCodeAt(end - 1) !== CLOSE) {
    const start = tokenStart(head, end);
    let at = start;
    while (head.charCodeAt(at) === BACKSLASH) at++;
    const mark = head.charCodeAt(at);
    const value = head.slice(at + 1, end);
    return (mark === HASH && isTag(value)) || (mark === CARET && isId(value)) ? start : -1;
  }
  return guardedBracket(head, end);
}

function guardedBracket(head: string, end: number): number {
  let depth = 0;
  for (let at = end - 1; at >= 0; at--) {
    const code = head.charCodeAt(at);
    if (code !== OPEN && code !== CLOSE) continue;
    const slashes = backslashesBefore(head, at);
    const start = at - slashes;
    const opens = code === OPEN && depth === 1 && (start === 0 || isBlank(head.charCodeAt(start - 1)));
    if (opens && bracketToken(head, at, end)) return start;
    if (slashes % 2 === 1) continue;
    depth += code === CLOSE ? 1 : -1;
    if (depth === 0) return -1;
  }
  return -1;
}

/** Escapes unpaired brackets of a value, and backslashes. */
function escapeValue(value: string): string {
  return pairs(value) ? value : value.replace(/[\\[\]]/g, '\\$&');
}

const unescapeValue = (value: string): string => {
  const trimmed = trimSpaces(value);
  return trimmed.includes('\\') ? trimmed.replace(/\\([\\[\]])/g, '$1') : trimmed;
};

function pairs(value: string): boolean {
  let depth = 0;
  for (const letter of value) {
    if (letter === '\\') return false;
    if (letter === '[') depth++;
    else if (letter === ']' && --depth < 0) return false;
  }
  return depth === 0;
}

/** Trims spaces and tabs; other white space is content. */
export function trimSpaces(text: string): string {
  const end = trimEnd(text, text.length);
  let start = 0;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

function trimEnd(text: string, from: number): number {
  let end = from;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end--;
  return end;
}

/** Returns where the word that ends at `end` begins. */
function tokenStart(line: string, end: number): number {
  return end === 0 ? 0 : Math.max(line.lastIndexOf(' ', end - 1), line.lastIndexOf('\t', end - 1)) + 1;
}

function backslashesBefore(text: string, at: number): number {
  let count = 0;
  while (text.charCodeAt(at - count - 1) === BACKSLASH) count++;
  return count;
}

function must(value: string, fits: (value: string) => boolean, what: string): string {
  if (!fits(value)) throw new RangeError(`${JSON.stringify(value)} cannot be written as a ${what}`);
  return value;
}

const HASH = 35;
const DASH = 45;
const SLASH = 47;
const OPEN = 91;
const BACKSLASH = 92;
const CLOSE = 93;
const CARET = 94;
const UNDERSCORE = 95;

const isBlank = (code: number): boolean => code === 32 || code === 9;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
/**
 * Returns true for a character allowed in a tag: beyond ASCII, letters of all scripts, but no space or punctuation of
 * General Punctuation and CJK Symbols.
 */
const isTagCode = (code: number): boolean =>
  isLetter(code) ||
  isDigit(code) ||
  code === DASH ||
  code === UNDERSCORE ||
  code === SLASH ||
  (code >= 0xaa && code < 0x2000 && code !== 0xab && code !== 0xbb && code !== 0x1680) ||
  (code >= 0x206a && code < 0x3000) ||
  (code > 0x301f && code < 0xfe00) ||
  (code > 0xff0f && code < 0xfff0);
