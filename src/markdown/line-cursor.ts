import { isBlank, SPACE, TAB } from './char-codes.js';
import type { Outline } from './outline.js';

/** Reads a text line by line, with a cursor on the line that knows its column. */
export class LineCursor {
  /** The line: its number, where it begins, where it ends without its ending, where the next begins. */
  protected line = 0;
  protected start = 0;
  protected stop = 0;
  protected next = 0;
  /** The cursor: an offset, and its column, which may lie inside a tab. */
  protected at = 0;
  protected column = 0;
  /** Where the white space ends that `indent` measured last. */
  protected behind = 0;
  /** The next line feed and carriage return, or the end of the text. */
  protected nextFeed = -1;
  protected nextReturn = -1;

  constructor(protected readonly text: string) {}

  protected readLine(): void {
    const { text, next } = this;
    this.start = next;
    this.at = next;
    this.column = 0;
    this.line++;
    if (this.nextFeed < next) this.nextFeed = ahead(text, '\n', next);
    if (this.nextReturn < next) this.nextReturn = ahead(text, '\r', next);
    this.stop = Math.min(this.nextFeed, this.nextReturn);
    const isPair = this.nextReturn + 1 === this.nextFeed && this.nextFeed < text.length;
    this.next = Math.min(this.stop + (isPair ? 2 : 1), text.length);
  }

  /** Columns of white space at the cursor; `behind` is where it ends. */
  protected indent(): number {
    let column = this.column;
    let at = this.at;
    for (; at < this.stop; at++) {
      const code = this.text.charCodeAt(at);
      if (code === SPACE) column++;
      else if (code === TAB) column += 4 - (column % 4);
      else break;
    }
    this.behind = at;
    return column - this.column;
  }

  protected skipIndent(): void {
    this.column += this.indent();
    this.at = this.behind;
  }

  /** Moves over columns of white space; half a tab may remain. */
  protected consume(columns: number): void {
    const goal = this.column + columns;
    while (this.column < goal) {
      const tab = this.text.charCodeAt(this.at) === TAB;
      const width = tab ? 4 - (this.column % 4) : 1;
      if (this.column + width > goal) break;
      this.column += width;
      this.at++;
    }
    this.column = goal;
  }

  protected codeBehind(): number {
    return this.behind < this.stop ? this.text.charCodeAt(this.behind) : 0;
  }

  protected runEnd(from: number, code: number): number {
    let at = from;
    while (at < this.stop && this.text.charCodeAt(at) === code) at++;
    return at;
  }

  protected skipBlank(from: number): number {
    let at = from;
    while (at < this.stop && isBlank(this.text.charCodeAt(at))) at++;
    return at;
  }

  protected isBlankFrom(from: number): boolean {
    return this.skipBlank(from) >= this.stop;
  }

  protected trimmed(from: number): string {
    let end = this.stop;
    while (end > from && isBlank(this.text.charCodeAt(end - 1))) end--;
    return this.text.slice(from, end);
  }
}

function ahead(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at < 0 ? text.length : at;
}

/** Returns the most frequent line ending of a text; `\n` if there is none. */
export function findCommonEol(text: string): Outline['eol'] {
  if (!text.includes('\r')) return '\n';
  const count = (ending: RegExp) => text.match(ending)?.length ?? 0;
  const [both, feeds, returns] = [count(/\r\n/g), count(/(?<!\r)\n/g), count(/\r(?!\n)/g)];
  if (both > feeds && both >= returns) return '\r\n';
  return returns > feeds ? '\r' : '\n';
}
