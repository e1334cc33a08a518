import { CLOSE_BRACKET, GREATER, LESS } from './char-codes.js';

/** The end of an HTML block (a text, a raw tag, or '' for a blank line), and where to look for it on the first line. */
export interface HtmlStart {
  readonly end: string;
  readonly from: number;
}

/** Marks the end of any raw tag. */
const RAW = 'raw';
const RAW_END = /<\/(?:pre|script|style|textarea)>/i;

/** CommonMark §4.6, condition 6. */
const BLOCK_TAGS =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h1|h2|h3|h4|h5|h6|head|header|hr|html|iframe|legend|li|' +
  'link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|' +
  'th|thead|title|tr|track|ul';

/** What a block begins with by the first six conditions, up to where its end may be, and that end. */
const OPENINGS: readonly (readonly [opening: RegExp, end: string])[] = [
  [/^<(?=\?)/, '?>'],
  [/^<!(?=--)/, '-->'],
  [/^<!\[CDATA\[/, ']]>'],
  [/^<![a-z]/i, '>'],
  [/^<(?:pre|script|style|textarea)(?=[> \t]|$)/i, RAW],
  [new RegExp(`^</?(?:${BLOCK_TAGS})(?=/?>|[ \\t]|$)`, 'i'), ''],
];

/** The seventh condition: one whole tag on the line, as micromark reads it. Each part ends in one way alone. */
const NAME = '[a-z:_][\\w:.-]*(?![\\w:.-])';
const VALUE = `(?:"[^"]*"(?=[/> \\t])|'[^']*'(?=[/> \\t])|[^ \\t<=>"'/\`]+(?=[ \\t<=>"'/\`]|$))`;
const WHOLE_TAG = new RegExp(
  `^<(?:/[a-z][a-z\\d-]*[ \\t]*|[a-z][a-z\\d-]*(?=[/> \\t])[ \\t]*(?:${NAME}[ \\t]*(?:=[ \\t]*${VALUE}[ \\t]*)*)*/?)>[ \\t]*$`,
  'i',
);

/**
 * Finds the HTML block that a line begins at `<`, by the seven conditions of CommonMark §4.6; null where it begins
 * none. The seventh condition does not interrupt a text.
 */
export function findHtmlStart(text: string, at: number, stop: number, interrupts: boolean): HtmlStart | null {
  if (at >= stop || text.charCodeAt(at) !== LESS) return null;
  const line = text.slice(at, stop);
  for (const [opening, end] of OPENINGS) {
    const found = opening.exec(line);
    if (found) return { end, from: at + found[0].length };
  }
  return !interrupts && WHOLE_TAG.test(line) ? { end: '', from: at } : null;
}

/** Returns true if a line contains the end of an HTML block, from an offset on. */
export const isHtmlEnd = (line: string, end: string): boolean =>
  end === RAW ? RAW_END.test(line) : htmlEnds(line, end);

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
