import {
  BACKSLASH,
  BACKTICK,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  DASH,
  DOT,
  EQUALS,
  GREATER,
  HASH,
  isBlank,
  isBullet,
  isDigit,
  ONE,
  OPEN_BRACKET,
  PLUS,
  STAR,
  TILDE,
  UNDERSCORE,
} from './char-codes.js';
import { LineCursor } from './line-cursor.js';

/** An open list item or block quote. */
export interface Container {
  readonly quote: boolean;
  /** The code of the bullet, or of `.` and `)` behind a number; siblings share it. */
  readonly marker: number;
  /** Columns that a line must be indented to stay inside. */
  size: number;
  /** An item that began with an empty line, and one that has seen a second: then it is over. */
  emptyFirst: boolean;
  gap: boolean;
}

/** Finds which block a line may start, from the cursor on. */
export class BlockStartReader extends LineCursor {
  protected isFrontMatterFence(): boolean {
    return this.text.startsWith('---', this.start) && this.isBlankFrom(this.start + 3);
  }

  /** Moves behind the `>` of a continued block quote; false if it ends. */
  protected quoteMark(): boolean {
    if (this.indent() > 3 || this.codeBehind() !== GREATER) return false;
    this.skipIndent();
    this.at++;
    this.column++;
    if (this.indent() > 0) this.consume(1);
    return true;
  }

  protected staysInItem(item: Container): boolean {
    if (this.isBlankFrom(this.at)) {
      item.gap ||= item.emptyFirst;
      this.consume(Math.min(item.size, this.indent()));
      return true;
    }
    const over = item.gap;
    item.gap = item.emptyFirst = false;
    if (over || this.indent() < item.size) return false;
    this.consume(item.size);
    return true;
  }

  /** Reads a bullet or number with the white space behind it, and moves the cursor there; null leaves it. */
  protected itemStart(interrupts: boolean, sibling: Container | null): Container | null {
    const { text } = this;
    const prefix = this.indent();
    if (prefix > 3) return null;
    let at = this.behind;
    const code = text.charCodeAt(at);
    if (isDigit(code) && at < this.stop) at = this.numberEnd(at, interrupts);
    else if (!isBullet(code) || (code !== PLUS && this.isRule(at))) return null;
    if (at < 0 || at >= this.stop) return null;
    const marker = text.charCodeAt(at);
    if (sibling && sibling.marker !== marker) return null;
    return this.itemBehind(at + 1, prefix, marker, interrupts);
  }

  protected itemBehind(at: number, prefix: number, marker: number, interrupts: boolean): Container | null {
    const empty = this.isBlankFrom(at);
    if (empty ? interrupts : !isBlank(this.text.charCodeAt(at))) return null;
    const width = prefix + at - this.behind;
    this.column += width;
    this.at = at;
    const space = this.indent();
    if (!empty) this.consume(space > 4 ? 1 : space);
    const size = width + (empty || space > 4 ? 1 : space);
    return { quote: false, marker, size, emptyFirst: empty, gap: false };
  }

  /** Returns the offset of `.` or `)` after a number, or -1. Only `1.` may interrupt a paragraph. */
  protected numberEnd(from: number, interrupts: boolean): number {
    let at = from;
    while (at < this.stop && at - from < 10 && isDigit(this.text.charCodeAt(at))) at++;
    if (at - from > 9 || at >= this.stop) return -1;
    if (interrupts && (at - from > 1 || this.text.charCodeAt(from) !== ONE)) return -1;
    const mark = this.text.charCodeAt(at);
    return mark === DOT || mark === CLOSE_PAREN ? at : -1;
  }

  protected isHeading(): boolean {
    if (this.codeBehind() !== HASH) return false;
    const end = this.runEnd(this.behind, HASH);
    return end - this.behind <= 6 && (end === this.stop || isBlank(this.text.charCodeAt(end)));
  }

  protected isUnderline(): boolean {
    const code = this.codeBehind();
    return (code === DASH || code === EQUALS) && this.isBlankFrom(this.runEnd(this.behind, code));
  }

  /** The length of a fence that this line opens, or 0. */
  protected fenceLength(): number {
    const code = this.codeBehind();
    if (code !== BACKTICK && code !== TILDE) return 0;
    const end = this.runEnd(this.behind, code);
    if (end - this.behind < 3) return 0;
    if (code === TILDE) return end - this.behind;
    const tick = this.text.indexOf('`', end);
    return tick < 0 || tick >= this.stop ? end - this.behind : 0;
  }

  protected isRule(from: number): boolean {
    const mark = this.text.charCodeAt(from);
    if (mark !== STAR && mark !== DASH && mark !== UNDERSCORE) return false;
    let count = 0;
    for (let at = from; at < this.stop; at++) {
      const code = this.text.charCodeAt(at);
      if (code === mark) count++;
      else if (!isBlank(code)) return false;
    }
    return count > 2;
  }
}

// One line, nothing in it that could be escaped, quoted or continued otherwise.
const DEFINITION =
  /^ {0,3}\[(?=[^\]]*[^\s\]])[^[\]\\\r\n]+\]:[ \t]*[^\s<>()"'\\[\]\u0000-\u0020\u007f]+(?:[ \t]+"[^"\\\r\n]*")?[ \t]*(?:\r\n|\n|\r)?$/;
const LONGEST_DEFINITION = 1000;

/** True where `[label]:` may stand at an offset, before `end`. */
export function mayBeDefinition(text: string, from: number, end: number): boolean {
  for (let at = from + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === OPEN_BRACKET) return false;
    else if (code === CLOSE_BRACKET) return text.charCodeAt(at + 1) === COLON;
  }
  return false;
}

/** Splits a text into its lines; null unless each is a whole definition, none of whose parts could go on below. */
export function splitDefinitions(text: string): readonly string[] | null {
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
  return lines.every((line) => line.length <= LONGEST_DEFINITION && DEFINITION.test(line)) ? lines : null;
}

/** A heading's text without its closing `#`s. */
export function stripClosing(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === HASH) end--;
  if (end === text.length) return text;
  if (end === 0) return '';
  if (!isBlank(text.charCodeAt(end - 1))) return text;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Trims each line of a text. */
export function trimLines(text: string): string {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => line.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '')).join('\n');
}
