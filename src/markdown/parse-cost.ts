/**
 * How costly a text is for remark, estimated in one pass: `light`, `heavy` (may take seconds and runs in a worker
 * thread), or `too heavy` (may take minutes or overflow the stack; guide/store.md › What is read).
 */
export type ParseCost = 'light' | 'heavy' | 'too heavy';

/** Length from which remark is noticeably slow. */
const LONG = 64 * 1024;

/** Nested container markers on one line. */
const DEEP = 20;
const DEEPEST = 100;

/** Runs of `*` and `_` in one paragraph, of which each may pair with any other. */
const MANY_RUNS = 200;
const MOST_RUNS = 2000;

/** Brackets, backticks and the like in one paragraph; an opening bracket may pair with any closing one behind it. */
const MANY_MARKS = 500;
const MOST_MARKS = 30_000;

/** Returns how costly a text is. */
export function estimateParseCost(text: string): ParseCost {
  let [runs, marks] = [0, 0];
  let heavy = text.length > LONG;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const depth = depthOf(line);
    if (depth > DEEPEST || indentOf(line) > DEEPEST * 4) return 'too heavy';
    if (BEGINS_PARAGRAPH.test(line)) runs = marks = 0;
    runs += countOf(line, RUN);
    marks += countOf(line, MARK);
    if (runs > MOST_RUNS || marks > MOST_MARKS) return 'too heavy';
    heavy ||= depth > DEEP || runs > MANY_RUNS || marks > MANY_MARKS;
  }
  return heavy ? 'heavy' : 'light';
}

/** A shorter text is read at once, whatever is in it. */
const LARGE = 200 * 1024;
/** What a large note may hold, so that it is read within a second and 300 MB. */
const MOST_LINES = 40_000;
const MOST_BRACKETS = 60_000;
const MOST_LEVELS = 200;

/** Returns what a large text has too much of, as the end of a sentence; null if it can be read as a note. */
export function findExcess(text: string): string | null {
  if (text.length < LARGE) return null;
  const brackets = countSign(text, '[');
  if (brackets > MOST_BRACKETS) return `${brackets} opening brackets; a note has ${MOST_BRACKETS} at most`;
  const lines = text.match(/[^\r\n]+/g) ?? [];
  if (lines.length > MOST_LINES) return `${lines.length} lines; a note has ${MOST_LINES} at most`;
  const depth = lines.reduce(
    (most, line) => Math.max(most, depthOf(line), Math.floor(indentOf(line) / 2)),
    0,
  );
  return depth > MOST_LEVELS ? `${depth} levels of nesting; a note has ${MOST_LEVELS} at most` : null;
}

/** Returns true for a large text whose links and tags take remark seconds. */
export const hasManyLinks = (text: string): boolean =>
  text.length >= LARGE && countSign(text, '[') + countSign(text, '<') > MOST_LINKS;

const MOST_LINKS = 10_000;

function countSign(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count++;
  return count;
}

const RUN = /[*_]+/g;
const MARK = /[[\]<&!~]|`+/g;
const CONTAINERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))*/;
const BEGINS_PARAGRAPH = /^[ \t]*(?:$|(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t])/;

function countOf(line: string, sign: RegExp): number {
  let count = 0;
  sign.lastIndex = 0;
  while (sign.test(line)) count++;
  return count;
}

function depthOf(line: string): number {
  const prefix = CONTAINERS.exec(line)?.[0] ?? '';
  return prefix.length <= DEEP ? 0 : countOf(prefix, /[->*+.)]/g);
}

function indentOf(line: string): number {
  let column = 0;
  for (const sign of line) {
    if (sign === ' ') column++;
    else if (sign === '\t') column += 4 - (column % 4);
    else break;
  }
  return column;
}
