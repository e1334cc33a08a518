import type { TextRange } from '../../markdown/outline.js';
/**
 * A link to a note: a wikilink (`[[note#heading|alias]]`, `[[note#^block]]`, `![[embed]]`), or one of Markdown
 * (`[alias](note.md#heading)`, `![alias](note.md)`, and the definition `[alias]: note.md`).
 */
export interface Link extends TextRange {
  readonly form: 'wiki' | 'markdown';
  /** The range of the note's name. */
  readonly name: TextRange;
  /** The name of the note, unescaped; '' for a link within its own note. */
  readonly note: string;
  readonly heading: string | null;
  /** The block id without its caret. */
  readonly block: string | null;
  readonly alias: string | null;
  readonly embed: boolean;
}

/** Returns true if the character at an offset is escaped by a backslash. */
export function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - slashes - 1] === '\\') slashes++;
  return slashes % 2 === 1;
}

/** Parses the heading or block after the `#` of a link. */
export function parseLinkTarget(part: string): Pick<Link, 'heading' | 'block'> {
  if (part.startsWith('^')) return { heading: null, block: part.slice(1) };
  return { heading: part === '' ? null : part, block: null };
}

/** Longer than any path with a heading. */
const MAX_LENGTH = 2000;
/** More open parentheses end a destination (CommonMark). */
const DEEPEST = 32;

/**
 * Parses the destination at an offset (CommonMark §Link destination): in angle brackets, or without spaces and with
 * balanced parentheses.
 */
export function parseDestination(text: string, at: number) {
  return text[at] === '<' ? inBrackets(text, at) : bareAt(text, at);
}

function inBrackets(text: string, at: number) {
  const most = Math.min(text.length, at + MAX_LENGTH);
  for (let i = at + 1; i < most; i++) {
    const letter = text[i] as string;
    if (letter === '>') return { start: at + 1, end: i, behind: i + 1 };
    if (letter === '<' || letter === '\n' || letter === '\r') return null;
    if (letter === '\\') i++;
  }
  return null;
}

function bareAt(text: string, at: number) {
  const most = Math.min(text.length, at + MAX_LENGTH);
  let depth = 0;
  let i = at;
  for (; i < most; i++) {
    const code = text.charCodeAt(i);
    if (code <= 32 || code === 127) break;
    const letter = text[i];
    if (letter === '\\' && isPunctuation(text.charCodeAt(i + 1))) i++;
    else if (letter === '(' && ++depth > DEEPEST) return null;
    else if (letter === ')' && --depth < 0) break;
  }
  const isClosed = depth <= 0 && i > at && i < at + MAX_LENGTH;
  return isClosed ? { start: at, end: i, behind: i } : null;
}

/** Returns the end of a title in quotes or parentheses (CommonMark §Link title), or null. */
export function findTitleEnd(text: string, at: number): number | null {
  const close = CLOSES[text[at] ?? ''];
  if (close === undefined) return null;
  const most = Math.min(text.length, at + MAX_LENGTH);
  for (let i = at + 1; i < most; i++) {
    if (text[i] === close) return i + 1;
    if (text[i] === '\\') i++;
    else if (text[i] === '(' && close === ')') return null;
    else if (text[i] === '\n' && /^[ \t]*(?:\r?\n|$)/.test(text.slice(i + 1, i + 100))) return null;
  }
  return null;
}

const CLOSES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '(': ')' };

/** Skips spaces and at most one line ending, with the `>` of a quote after it. */
export function skipBlanks(text: string, at: number): number {
  let i = at;
  for (let lines = 0; i < text.length; i++) {
    const letter = text[i];
    if (letter === '\n' && lines++ > 0) return at;
    if (letter === '\n') i = behindQuote(text, i + 1) - 1;
    else if (letter !== ' ' && letter !== '\t' && letter !== '\r') return i;
  }
  return i;
}

function behindQuote(text: string, at: number): number {
  let i = at;
  while (i < at + 20 && (text[i] === ' ' || text[i] === '\t' || text[i] === '>')) i++;
  return text.slice(at, i).includes('>') ? i : at;
}

/** Returns the note link for a destination, or null if it leads to the web, a folder or another file. */
export function toNoteLink(
  text: string,
  { start, end }: TextRange,
): Pick<Link, 'name' | 'note' | 'heading' | 'block'> | null {
  const raw = text.slice(start, end);
  const cut = raw.search(/\\?(?<!&)[#?]/);
  const named = cut < 0 ? raw : raw.slice(0, cut);
  const hash = raw.indexOf('#', Math.max(cut, 0));
  const note = plainOf(named);
  const part = cut < 0 || hash < 0 ? '' : plainOf(raw.slice(hash + 1));
  if (note === '' ? part === '' : !isPathOfNote(note)) return null;
  return { name: { start, end: start + named.length }, note, ...parseLinkTarget(part) };
}

const ELSEWHERE = /^[a-z][a-z0-9+.-]*:|^\/\/|[/\\]$|[\r\n]/i;
const OTHER_FILE = /\.(?!md$)[a-z][a-z0-9]{0,7}$/i;
const isPathOfNote = (path: string): boolean => !ELSEWHERE.test(path) && !OTHER_FILE.test(path);

/** Decodes a destination: removes backslashes, character references and percent encoding. */
function plainOf(raw: string): string {
  const bare = raw
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(
      /&(amp|lt|gt|quot|#\d{1,7}|#x[0-9a-f]{1,6});/gi,
      (whole, name: string) => referred(name.toLowerCase()) ?? whole,
    );
  if (!bare.includes('%')) return bare;
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function referred(name: string): string | null {
  if (!name.startsWith('#')) return NAMED[name] ?? null;
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null;
}

/**
 * Encodes a name as a destination that decodes to the same name, in the style of the old one: spaces stay in angle
 * brackets, letters of other scripts are encoded if they were before.
 */
export function asDestination(
  name: string,
  like: { readonly raw: string; readonly angled: boolean },
): string {
  const plain = name.replace(like.angled ? /[%#?\\<>]/g : /[%#?\\<>() \t]|&(?=#?\w+;)/g, encoded);
  return /%[89A-F][0-9A-F]/i.test(like.raw) ? plain.replace(/[^\0-~]+/g, encodedLetters) : plain;
}

const encoded = (sign: string): string =>
  `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

function encodedLetters(letters: string): string {
  try {
    return encodeURIComponent(letters);
  } catch {
    return letters;
  }
}

const isPunctuation = (code: number): boolean =>
  (code >= 33 && code <= 47) ||
  (code >= 58 && code <= 64) ||
  (code >= 91 && code <= 96) ||
  (code >= 123 && code <= 126);
