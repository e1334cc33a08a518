import {
  BACKTICK,
  BANG,
  CLOSE_BRACKET,
  COLON,
  DOT,
  DOUBLE_QUOTE,
  EQUALS,
  GREATER,
  isBlank,
  isLetter,
  isNamePart,
  LESS,
  QUESTION,
  SINGLE_QUOTE,
  SLASH,
  SPACE,
  UNDERSCORE,
} from './char-codes.js';

/** The end of an HTML block (a text, a raw tag, or '' for a blank line), and where to look for it on the first line. */
export interface HtmlStart {
  readonly end: string;
  readonly from: number;
}

/**
 * Finds the HTML block that a line begins at `<`, by the seven conditions of CommonMark §4.6; null where it begins
 * none. The seventh condition does not interrupt a text.
 */
export function findHtmlStart(text: string, at: number, stop: number, interrupts: boolean): HtmlStart | null {
  if (at >= stop || text.charCodeAt(at) !== LESS) return null;
  const code = at + 1 < stop ? text.charCodeAt(at + 1) : 0;
  if (code === QUESTION) return { end: '?>', from: at + 1 };
  if (code === BANG) return findDeclaration(text, at + 2, stop);
  const isClosing = code === SLASH;
  const from = isClosing ? at + 2 : at + 1;
  let end = from;
  while (end < stop && isNamePart(text.charCodeAt(end))) end++;
  if (end === from || !isLetter(text.charCodeAt(from))) return null;
  const name = text.slice(from, end).toLowerCase();
  return findTag(text, { name, end, stop, isClosing, interrupts });
}

/** Returns true if a line contains the end of an HTML block, from an offset on. */
export const isHtmlEnd = (line: string, end: string): boolean =>
  end === RAW ? RAW_END.test(line) : htmlEnds(line, end);

function findDeclaration(text: string, at: number, stop: number): HtmlStart | null {
  if (at >= stop) return null;
  if (text.startsWith('--', at) && at + 2 <= stop) return { end: '-->', from: at };
  if (text.startsWith('[CDATA[', at)) return { end: ']]>', from: at + 7 };
  return isLetter(text.charCodeAt(at)) ? { end: '>', from: at + 1 } : null;
}

interface Tag {
  readonly name: string;
  /** The offset behind the name. */
  readonly end: number;
  readonly stop: number;
  readonly isClosing: boolean;
  readonly interrupts: boolean;
}

function findTag(text: string, { name, end, stop, isClosing, interrupts }: Tag): HtmlStart | null {
  const code = end < stop ? text.charCodeAt(end) : SPACE;
  if (code !== SLASH && code !== GREATER && !isBlank(code)) return null;
  if (code !== SLASH && !isClosing && RAW_TAGS.has(name)) return { end: RAW, from: end };
  if (BLOCK_TAGS.has(name)) {
    if (code === SLASH && text.charCodeAt(end + 1) !== GREATER) return null;
    return { end: '', from: end };
  }
  if (interrupts || !isWholeTag(text, end, stop, isClosing)) return null;
  return { end: '', from: end };
}

/** Marks the end of any raw tag. */
const RAW = 'raw';
const RAW_END = /<\/(?:pre|script|style|textarea)>/i;
const RAW_TAGS = new Set(['pre', 'script', 'style', 'textarea']);

/** CommonMark §4.6, condition 6. */
const BLOCK_TAGS = new Set(
  (
    'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li ' +
    'link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot ' +
    'th thead title tr track ul'
  ).split(' '),
);

/** Matches the rest of `<name` up to the line's end, as micromark does: attributes, `>`, and blanks. */
function isWholeTag(text: string, from: number, stop: number, closing: boolean): boolean {
  let at = closing ? blanksEnd(text, from, stop) : attributesEnd(text, from, stop);
  if (at < 0 || text.charCodeAt(at) !== GREATER || at >= stop) return false;
  at = blanksEnd(text, at + 1, stop);
  return at >= stop;
}

function attributesEnd(text: string, from: number, stop: number): number {
  let at = blanksEnd(text, from, stop);
  while (at < stop && isAttributeStart(text.charCodeAt(at))) {
    while (at < stop && isAttributePart(text.charCodeAt(at))) at++;
    let behind = blanksEnd(text, at, stop);
    while (behind < stop && text.charCodeAt(behind) === EQUALS) {
      at = valueEnd(text, blanksEnd(text, behind + 1, stop), stop);
      if (at < 0) return -1;
      behind = blanksEnd(text, at, stop);
    }
    at = behind;
  }
  return text.charCodeAt(at) === SLASH ? at + 1 : at;
}

function valueEnd(text: string, from: number, stop: number): number {
  const quote = text.charCodeAt(from);
  if (from >= stop) return -1;
  if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
    const end = text.indexOf(String.fromCharCode(quote), from + 1);
    if (end < 0 || end >= stop) return -1;
    const code = end + 1 < stop ? text.charCodeAt(end + 1) : 0;
    return code === SLASH || code === GREATER || isBlank(code) ? end + 1 : -1;
  }
  let at = from;
  while (at < stop && !endsValue(text.charCodeAt(at))) at++;
  return at === from ? -1 : at;
}

const isAttributeStart = (code: number): boolean => isLetter(code) || code === COLON || code === UNDERSCORE;
const isAttributePart = (code: number): boolean => isAttributeStart(code) || isNamePart(code) || code === DOT;
const endsValue = (code: number): boolean =>
  isBlank(code) ||
  (code >= LESS && code <= GREATER) ||
  code === DOUBLE_QUOTE ||
  code === SINGLE_QUOTE ||
  code === SLASH ||
  code === BACKTICK;

function blanksEnd(text: string, from: number, stop: number): number {
  let at = from;
  while (at < stop && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** `]]]>` does not end CDATA for micromark: it pairs the brackets from the left. */
function htmlEnds(line: string, end: string): boolean {
  if (end !== ']]>') return line.includes(end);
  for (let at = line.indexOf(']'); at >= 0; at = line.indexOf(']', at)) {
    let run = at;
    while (line.charCodeAt(run) === CLOSE_BRACKET) run++;
    if (line.charCodeAt(run) === GREATER && (run - at) % 2 === 0) return true;
    at = run;
  }
  return false;
}
