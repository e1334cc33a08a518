import type { Block, BlockKind, Outline, UncertainRange } from './outline.js';

/**
 * The root of a note by its lines alone: CommonMark 0.31 block structure as micromark reads it, front matter
 * included, in one pass. It never throws, and its time grows with the length only. Where the answer hangs on what
 * only remark can judge it says so in `doubts`: to be uncertain is always right, to be wrong never.
 */
export function scanBlocks(text: string): Outline {
  return new Scanner(text).run();
}

/** Nesting beyond which the scanner no longer follows (guide/store.md › What is read). */
const DEEPEST = 100;

const TAB = 9;
const SPACE = 32;
const BANG = 33;
const DOUBLE_QUOTE = 34;
const HASH = 35;
const SINGLE_QUOTE = 39;
const CLOSE_PAREN = 41;
const STAR = 42;
const PLUS = 43;
const DASH = 45;
const DOT = 46;
const SLASH = 47;
const ONE = 49;
const COLON = 58;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const QUESTION = 63;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const UNDERSCORE = 95;
const BACKTICK = 96;
const TILDE = 126;

type Leaf = 'none' | 'paragraph' | 'fence' | 'html' | 'indented';
type Draft = { -readonly [K in keyof Block]: Block[K] };

/** An open list item or block quote. */
interface Container {
  readonly quote: boolean;
  /** The code of the bullet, or of `.` and `)` behind a number; siblings share it. */
  readonly marker: number;
  /** Columns that a line must be indented to stay inside. */
  size: number;
  /** An item that began with an empty line, and one that has seen a second: then it is over. */
  emptyFirst: boolean;
  gap: boolean;
}

class Scanner {
  private readonly blocks: Draft[] = [];
  private readonly doubts: UncertainRange[] = [];
  private readonly stack: Container[] = [];
  private leaf: Leaf = 'none';

  /** The open fence: its character and length. */
  private fenceMark = 0;
  private fenceSize = 0;
  /** What ends the open HTML: a text, a raw tag (`raw`), or a blank line (''). */
  private htmlEnd = '';
  /** What `isHtml` found: the end to look for, and from where on its own line. */
  private htmlFound = '';
  private htmlFrom = 0;
  /** Where the open paragraph began, if it may begin with a link definition; else -1. */
  private suspect = -1;
  private suspectLine = 0;
  /** The open paragraph is the first thing in a root item: its text is the item's. */
  private inHead = false;
  /** The root item that was begun last holds nothing yet. */
  private headFree = false;

  /** The line: its number, where it begins, where it ends without its ending, where the next begins. */
  private line = 0;
  private start = 0;
  private stop = 0;
  private next = 0;
  /** The cursor: an offset, and its column, which may lie inside a tab. */
  private at = 0;
  private column = 0;
  /** Where the white space ends that `indent` measured last. */
  private behind = 0;
  /** The next line feed and carriage return, or the end of the text. */
  private nextFeed = -1;
  private nextReturn = -1;
  private feeds = 0;
  private returns = 0;
  private both = 0;

  constructor(private readonly text: string) {}

  run(): Outline {
    this.frontMatter();
    while (this.next < this.text.length) {
      this.readLine();
      if (!this.plainItem() && !this.plainText()) this.anyLine();
    }
    this.closeLeaf();
    return {
      blocks: this.blocks,
      isCertain: this.doubts.length === 0,
      uncertainRanges: this.doubts,
      eol: this.eol(),
    };
  }

  // Lines

  private readLine(): void {
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

  private endLine(stop: number, width: number): void {
    this.stop = stop;
    this.next = Math.min(stop + width, this.text.length);
    if (stop === this.text.length) return;
    if (width === 2) this.both++;
    else if (stop === this.nextReturn) this.returns++;
    else this.feeds++;
  }

  private eol(): Outline['eol'] {
    if (this.both > this.feeds && this.both >= this.returns) return '\r\n';
    return this.returns > this.feeds ? '\r' : '\n';
  }

  /** A closed front matter at the very start; one that is never closed is a rule, as CommonMark has it. */
  private frontMatter(): void {
    if (!this.text.startsWith('---')) return;
    this.readLine();
    if (this.isFrontMatterFence()) {
      while (this.next < this.text.length) {
        this.readLine();
        if (!this.isFrontMatterFence()) continue;
        this.begin('frontmatter');
        Object.assign(this.blocks[0] as Draft, { line: 1, start: 0 });
        this.touch();
        return;
      }
    }
    this.line = this.next = this.feeds = this.returns = this.both = 0;
    this.nextFeed = this.nextReturn = -1;
  }

  private isFrontMatterFence(): boolean {
    return this.text.startsWith('---', this.start) && this.isBlankFrom(this.start + 3);
  }

  // The two kinds of line that notes are made of, without a detour

  /** `- Word …` at the margin: always a root item, unless a fence or HTML stands open at the root. */
  private plainItem(): boolean {
    const { text, start } = this;
    const mark = text.charCodeAt(start);
    if ((mark !== DASH && mark !== STAR && mark !== PLUS) || text.charCodeAt(start + 1) !== SPACE)
      return false;
    const first = text.charCodeAt(start + 2);
    if (!(isPlain(first) || first === OPEN_BRACKET) || start + 2 >= this.stop) return false;
    if (this.stack.length === 0 && this.isConcrete()) return false;
    this.closeLeaf();
    this.stack.length = 0;
    this.stack.push({ quote: false, marker: mark, size: 2, emptyFirst: false, gap: false });
    this.begin('item');
    (this.blocks[this.blocks.length - 1] as Draft).marker = text.slice(start, start + 2);
    this.at = start + 2;
    this.headFree = true;
    this.beginParagraph();
    this.touch();
    return true;
  }

  /** A line at the margin that begins with a letter, below nothing or below a root paragraph. */
  private plainText(): boolean {
    if (this.stack.length > 0 || (this.leaf !== 'none' && this.leaf !== 'paragraph')) return false;
    if (this.start === this.stop || !isPlain(this.text.charCodeAt(this.start))) return false;
    if (this.leaf === 'none') {
      this.begin('paragraph');
      this.beginParagraph();
    }
    this.touch();
    return true;
  }

  private anyLine(): void {
    const continued = this.continueContainers();
    const opened = this.openContainers(continued);
    const lazy = !opened && continued < this.stack.length;
    if (this.isBlankFrom(this.at)) this.blankLine(lazy, continued);
    else this.textLine(lazy, continued);
    if (!this.isBlankFrom(this.start)) this.touch();
  }

  // Containers

  /** How many of the open containers this line stays in. */
  private continueContainers(): number {
    for (let depth = 0; depth < this.stack.length; depth++) {
      const container = this.stack[depth] as Container;
      if (container.quote ? this.quoteMark() : this.staysInItem(container)) continue;
      if (container.quote || !this.siblingItem(container, depth)) return depth;
      return depth + 1;
    }
    return this.stack.length;
  }

  private quoteMark(): boolean {
    if (this.indent() > 3 || this.codeBehind() !== GREATER) return false;
    this.skipIndent();
    this.at++;
    this.column++;
    if (this.indent() > 0) this.consume(1);
    return true;
  }

  private staysInItem(item: Container): boolean {
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

  /** The next item of the same list takes the place of the one before. */
  private siblingItem(before: Container, depth: number): boolean {
    const item = this.itemStart(false, before);
    if (!item) return false;
    this.closeTo(depth);
    this.pushItem(item);
    return true;
  }

  /** Opens what this line begins; micromark lets nothing interrupt that could not interrupt the outermost text. */
  private openContainers(continued: number): boolean {
    const inside = continued === this.stack.length;
    if (inside && this.isConcrete()) return false;
    const interrupts = inside && (this.leaf === 'paragraph' || this.leaf === 'indented');
    let opened = false;
    while (this.indent() < 4) {
      const quote = this.codeBehind() === GREATER;
      const item = quote ? null : this.itemStart(interrupts, null);
      if (!quote && !item) break;
      if (!opened) this.closeTo(continued);
      opened = true;
      if (this.stack.length >= DEEPEST) {
        this.doubt(this.line, Number.POSITIVE_INFINITY);
        break;
      }
      if (item) this.pushItem(item);
      else this.pushQuote();
    }
    return opened;
  }

  private pushQuote(): void {
    if (this.stack.length === 0) this.begin('quote');
    this.headFree = false;
    this.quoteMark();
    this.stack.push({ quote: true, marker: GREATER, size: 0, emptyFirst: false, gap: false });
  }

  private pushItem(item: Container): void {
    const root = this.stack.length === 0;
    this.stack.push(item);
    this.headFree = root;
    if (!root) return;
    this.begin('item');
    (this.blocks[this.blocks.length - 1] as Draft).marker = this.text.slice(this.start, this.at);
  }

  /** Reads a bullet or number with the white space behind it, and moves the cursor there; null leaves it. */
  private itemStart(interrupts: boolean, sibling: Container | null): Container | null {
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

  private itemBehind(at: number, prefix: number, marker: number, interrupts: boolean): Container | null {
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

  /** Where the `.` or `)` behind a number stands, or -1. Only `1.` may interrupt a paragraph. */
  private numberEnd(from: number, interrupts: boolean): number {
    let at = from;
    while (at < this.stop && at - from < 10 && isDigit(this.text.charCodeAt(at))) at++;
    if (at - from > 9 || at >= this.stop) return -1;
    if (interrupts && (at - from > 1 || this.text.charCodeAt(from) !== ONE)) return -1;
    const mark = this.text.charCodeAt(at);
    return mark === DOT || mark === CLOSE_PAREN ? at : -1;
  }

  /** Closes the open leaf and all containers beyond a depth. */
  private closeTo(depth: number): void {
    this.closeLeaf();
    this.stack.length = depth;
  }

  // What stands in the innermost container

  private blankLine(lazy: boolean, continued: number): void {
    if (lazy) this.closeTo(continued);
    else if (this.leaf === 'paragraph' || (this.leaf === 'html' && this.htmlEnd === '')) this.closeLeaf();
  }

  private textLine(lazy: boolean, continued: number): void {
    const indent = this.indent();
    if (this.leaf === 'paragraph' ? this.staysInText(indent, lazy) : !lazy && this.staysInCode(indent))
      return;
    if (lazy) this.closeTo(continued);
    else this.closeLeaf();
    this.beginLeaf(indent);
    // micromark does not carry indented code on from the line that left a container.
    if (lazy && this.leaf === 'indented') this.leaf = 'none';
  }

  private staysInText(indent: number, lazy: boolean): boolean {
    if (indent > 3 || !this.interruptsText(lazy)) this.continueParagraph();
    else if (!lazy && this.isUnderline()) this.setextHeading();
    else return false;
    return true;
  }

  private staysInCode(indent: number): boolean {
    if (this.leaf === 'fence') this.insideFence(indent);
    else if (this.leaf === 'html') this.endHtml(this.at);
    else return this.leaf === 'indented' && indent > 3;
    return true;
  }

  private insideFence(indent: number): void {
    let at = this.behind;
    while (at < this.stop && this.text.charCodeAt(at) === this.fenceMark) at++;
    if (indent < 4 && at - this.behind >= this.fenceSize && this.isBlankFrom(at)) this.leaf = 'none';
  }

  private beginLeaf(indent: number): void {
    const root = this.stack.length === 0;
    if (indent > 3) this.beginOther(root, 'code', 'indented');
    else if (this.isHeading()) this.atxHeading(root);
    else if (this.fenceLength() > 0) this.beginFence(root);
    else if (this.isHtml(false)) this.beginHtml(root);
    else if (this.isRule(this.behind)) this.beginOther(root, 'rule', 'none');
    else {
      if (root) this.begin('paragraph');
      this.skipIndent();
      this.beginParagraph();
    }
  }

  private beginOther(root: boolean, kind: BlockKind, leaf: Leaf): void {
    if (root) this.begin(kind);
    this.leaf = leaf;
    this.headFree = false;
  }

  private beginFence(root: boolean): void {
    this.fenceMark = this.codeBehind();
    this.fenceSize = this.fenceLength();
    this.beginOther(root, 'code', 'fence');
  }

  private beginHtml(root: boolean): void {
    this.beginOther(root, 'html', 'html');
    this.htmlEnd = this.htmlFound;
    this.endHtml(this.htmlFrom);
  }

  /** The cursor stands on the paragraph's first character. */
  private beginParagraph(): void {
    this.leaf = 'paragraph';
    this.inHead = this.headFree && this.stack.length === 1;
    this.headFree = false;
    this.suspect = this.text.charCodeAt(this.at) === OPEN_BRACKET ? this.at : -1;
    this.suspectLine = this.line;
    if (this.inHead) (this.blocks[this.blocks.length - 1] as Draft).text = this.trimmed(this.at);
  }

  private continueParagraph(): void {
    if (!this.inHead) return;
    const block = this.blocks[this.blocks.length - 1] as Draft;
    block.text += `\n${this.trimmed(this.behind)}`;
  }

  private interruptsText(lazy: boolean): boolean {
    const code = this.codeBehind();
    if (isPlain(code)) return false;
    if (this.isHeading() || this.fenceLength() > 0 || this.isRule(this.behind) || this.isHtml(true))
      return true;
    if (lazy && this.isHtml(false)) this.doubt(this.line, Number.POSITIVE_INFINITY);
    return !lazy && this.isUnderline();
  }

  private isHeading(): boolean {
    if (this.codeBehind() !== HASH) return false;
    const end = this.runEnd(this.behind, HASH);
    return end - this.behind <= 6 && (end === this.stop || isBlank(this.text.charCodeAt(end)));
  }

  private atxHeading(root: boolean): void {
    this.beginOther(root, 'heading', 'none');
    if (!root) return;
    const block = this.blocks[this.blocks.length - 1] as Draft;
    const end = this.runEnd(this.behind, HASH);
    block.depth = end - this.behind;
    block.text = withoutClosing(this.trimmed(this.skipBlank(end)));
  }

  private isUnderline(): boolean {
    const code = this.codeBehind();
    return (code === DASH || code === EQUALS) && this.isBlankFrom(this.runEnd(this.behind, code));
  }

  /** Below what may be a link definition, only remark knows whether a line of `=` ends a heading or begins a text. */
  private setextHeading(): void {
    const block = this.blocks[this.blocks.length - 1] as Draft;
    const depth = this.codeBehind() === EQUALS ? 1 : 2;
    if (this.inHead) block.text = '';
    if (this.mayDefine()) this.doubt(this.suspectLine, depth === 1 ? Number.POSITIVE_INFINITY : this.line);
    this.leaf = 'none';
    this.inHead = false;
    if (this.stack.length > 0) return;
    block.kind = 'heading';
    block.depth = depth;
    block.text = trimLines(this.text.slice(block.start, this.start));
  }

  /** The length of a fence that this line opens, or 0. */
  private fenceLength(): number {
    const code = this.codeBehind();
    if (code !== BACKTICK && code !== TILDE) return 0;
    const end = this.runEnd(this.behind, code);
    if (end - this.behind < 3) return 0;
    if (code === TILDE) return end - this.behind;
    const tick = this.text.indexOf('`', end);
    return tick < 0 || tick >= this.stop ? end - this.behind : 0;
  }

  private isRule(from: number): boolean {
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

  private closeLeaf(): void {
    if (this.leaf === 'paragraph' && this.suspect >= 0 && (this.stack.length === 0 || this.inHead))
      this.judge();
    this.leaf = 'none';
    this.inHead = false;
    this.suspect = -1;
  }

  // Link definitions

  /** A closed paragraph that begins with `[`: plain definitions are told apart, any other is left to remark. */
  private judge(): void {
    if (!this.mayDefine()) return;
    const block = this.blocks[this.blocks.length - 1] as Draft;
    if (this.stack.length === 0 && this.splitDefinitions(block)) return;
    this.doubt(this.suspectLine, block.lastLine);
  }

  /** Whether `[label]:` may stand at the start of the open paragraph. */
  private mayDefine(): boolean {
    if (this.suspect < 0) return false;
    const { text } = this;
    const end = this.blocks[this.blocks.length - 1]?.end ?? this.stop;
    for (let at = this.suspect + 1; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === BACKSLASH) at++;
      else if (code === OPEN_BRACKET) return false;
      else if (code === CLOSE_BRACKET) return text.charCodeAt(at + 1) === COLON;
    }
    return false;
  }

  /** One block a line, where each line is a whole definition and none of its parts could go on below. */
  private splitDefinitions(block: Draft): boolean {
    const lines = this.text.slice(block.start, block.end).split(/(?<=\r\n|\n|\r(?!\n))/);
    if (!lines.every((line) => line.length <= LONGEST_DEFINITION && DEFINITION.test(line))) return false;
    this.blocks.pop();
    let start = block.start;
    for (const [index, line] of lines.entries()) {
      const number = block.line + index;
      const end = start + line.length;
      this.blocks.push({ ...block, kind: 'definition', line: number, lastLine: number, start, end });
      start = end;
    }
    return true;
  }

  // HTML

  /** CommonMark §4.6, the seven conditions; the seventh does not interrupt a text. */
  private isHtml(interrupts: boolean): boolean {
    const { text, behind } = this;
    if (this.codeBehind() !== LESS) return false;
    const code = behind + 1 < this.stop ? text.charCodeAt(behind + 1) : 0;
    if (code === QUESTION) return this.foundHtml('?>', behind + 1);
    if (code === BANG) return this.isDeclaration(behind + 2);
    const closing = code === SLASH;
    const from = closing ? behind + 2 : behind + 1;
    let end = from;
    while (end < this.stop && isNamePart(text.charCodeAt(end))) end++;
    if (end === from || !isLetter(text.charCodeAt(from))) return false;
    return this.isTag(text.slice(from, end).toLowerCase(), end, closing, interrupts);
  }

  private isDeclaration(at: number): boolean {
    const { text } = this;
    if (at >= this.stop) return false;
    if (text.startsWith('--', at) && at + 2 <= this.stop) return this.foundHtml('-->', at);
    if (text.startsWith('[CDATA[', at)) return this.foundHtml(']]>', at + 7);
    return isLetter(text.charCodeAt(at)) && this.foundHtml('>', at + 1);
  }

  private isTag(name: string, end: number, closing: boolean, interrupts: boolean): boolean {
    const code = end < this.stop ? this.text.charCodeAt(end) : SPACE;
    if (code !== SLASH && code !== GREATER && !isBlank(code)) return false;
    if (code !== SLASH && !closing && RAW_TAGS.has(name)) return this.foundHtml('raw', end);
    if (BLOCK_TAGS.has(name)) {
      if (code === SLASH && this.text.charCodeAt(end + 1) !== GREATER) return false;
      return this.foundHtml('', end);
    }
    if (interrupts || !isWholeTag(this.text, end, this.stop, closing)) return false;
    return this.foundHtml('', end);
  }

  private foundHtml(end: string, from: number): true {
    this.htmlFound = end;
    this.htmlFrom = from;
    return true;
  }

  /** Closes the open HTML if its end stands on this line. */
  private endHtml(from: number): void {
    if (this.htmlEnd === '') return;
    const line = this.text.slice(from, this.stop);
    const found = this.htmlEnd === 'raw' ? RAW_END.test(line) : htmlEnds(line, this.htmlEnd);
    if (found) this.leaf = 'none';
  }

  // Blocks and doubts

  private begin(kind: BlockKind): void {
    this.blocks.push({
      kind,
      line: this.line,
      lastLine: this.line,
      start: this.start,
      end: this.next,
      depth: 0,
      text: '',
      marker: '',
    });
  }

  /** This line belongs to the last block. */
  private touch(): void {
    const block = this.blocks[this.blocks.length - 1] as Draft;
    block.lastLine = this.line;
    block.end = this.next;
  }

  private doubt(line: number, lastLine: number): void {
    this.doubts.push({ line, lastLine });
  }

  // The cursor

  private isConcrete(): boolean {
    return this.leaf === 'fence' || this.leaf === 'html';
  }

  /** Columns of white space at the cursor; `behind` is where it ends. */
  private indent(): number {
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

  private skipIndent(): void {
    this.column += this.indent();
    this.at = this.behind;
  }

  /** Moves over columns of white space; half a tab may remain. */
  private consume(columns: number): void {
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

  private codeBehind(): number {
    return this.behind < this.stop ? this.text.charCodeAt(this.behind) : 0;
  }

  private runEnd(from: number, code: number): number {
    let at = from;
    while (at < this.stop && this.text.charCodeAt(at) === code) at++;
    return at;
  }

  private skipBlank(from: number): number {
    let at = from;
    while (at < this.stop && isBlank(this.text.charCodeAt(at))) at++;
    return at;
  }

  private isBlankFrom(from: number): boolean {
    return this.skipBlank(from) >= this.stop;
  }

  private trimmed(from: number): string {
    let end = this.stop;
    while (end > from && isBlank(this.text.charCodeAt(end - 1))) end--;
    return this.text.slice(from, end);
  }
}

// One line, nothing in it that could be escaped, quoted or continued otherwise.
const DEFINITION =
  /^ {0,3}\[(?=[^\]]*[^\s\]])[^[\]\\\r\n]+\]:[ \t]*[^\s<>()"'\\[\]\u0000-\u0020\u007f]+(?:[ \t]+"[^"\\\r\n]*")?[ \t]*(?:\r\n|\n|\r)?$/;
const LONGEST_DEFINITION = 1000;

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

const isBlank = (code: number): boolean => code === SPACE || code === TAB;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
const isNamePart = (code: number): boolean => isLetter(code) || isDigit(code) || code === DASH;
const isBullet = (code: number): boolean => code === DASH || code === STAR || code === PLUS;
/** A character that begins no block but a paragraph. */
const isPlain = (code: number): boolean => isLetter(code) || code > 127;

/** The rest of `<name` up to the line's end, as micromark walks it: attributes, `>`, and nothing but blanks. */
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

function ahead(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at < 0 ? text.length : at;
}

/** A heading's text without its closing `#`s. */
function withoutClosing(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === HASH) end--;
  if (end === text.length) return text;
  if (end === 0) return '';
  if (!isBlank(text.charCodeAt(end - 1))) return text;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
}

function trimLines(text: string): string {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => line.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '')).join('\n');
}
