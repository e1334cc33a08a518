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
  protected feeds = 0;
  protected returns = 0;
  protected both = 0;

  constructor(protected readonly text: string) {}

  protected readLine(): void {
    const { text, next } = this;
    this.start = next;
    this.at = next;
    this.column = 0;
    this.line++;
    if (this.nextFeed < next) this.nextFeed = ahead(text, '\n', next);
    if (this.nextReturn < next) this.nextReturn = ahead(text, '\r', next);
    const { nextFeed, nextReturn } = this;
    if (nextReturn > nextFeed || nextFeed === nextReturn) this.endLine(nextFeed, 1);
    else this.endLine(nextReturn, nextReturn + 1 === nextFeed && nextFeed < text.length ? 2 : 1);
  }

  protected endLine(stop: number, width: number): void {
    this.stop = stop;
    this.next = Math.min(stop + width, this.text.length);
    if (stop === this.text.length) return;
    if (width === 2) this.both++;
    else if (stop === this.nextReturn) this.returns++;
    else this.feeds++;
  }

  protected eol(): Outline['eol'] {
    if (this.both > this.feeds && this.both >= this.returns) return '\r\n';
    return this.returns > this.feeds ? '\r' : '\n';
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
