import {
  BlockStartReader,
  type Container,
  mayBeDefinition,
  splitDefinitions,
  stripClosing,
  trimLines,
} from './block-start.js';
import { DASH, EQUALS, GREATER, HASH, isPlain, OPEN_BRACKET, PLUS, SPACE, STAR } from './char-codes.js';
import { findHtmlStart, type HtmlStart, isHtmlEnd } from './html-block.js';
import { findCommonEol } from './line-cursor.js';
import type { Block, BlockKind, Outline, UncertainRange } from './outline.js';

/**
 * Scans the root of a note by its lines alone: CommonMark 0.31 block structure as micromark reads it, front matter
 * included, in one linear pass. It never throws. Lines that only remark can judge are listed in `doubts`.
 */
export function scanBlocks(text: string): Outline {
  return new Scanner(text).run();
}

/** Nesting beyond which the scanner no longer follows (guide/store.md › What is read). */
const DEEPEST = 100;

type Leaf = 'none' | 'paragraph' | 'fence' | 'html' | 'indented';
type Draft = { -readonly [K in keyof Block]: Block[K] };

class Scanner extends BlockStartReader {
  private readonly blocks: Draft[] = [];
  private readonly doubts: UncertainRange[] = [];
  private readonly stack: Container[] = [];
  private leaf: Leaf = 'none';

  /** The open fence: its character and length. */
  private fenceMark = 0;
  private fenceSize = 0;
  /** What ends the open HTML: a text, a raw tag (`raw`), or a blank line (''). */
  private htmlEnd = '';
  /** Start of the open paragraph, if it may begin with a link definition; else -1. */
  private suspect = -1;
  private suspectLine = 0;
  /** The open paragraph is the first thing in a root item: its text is the item's. */
  private inHead = false;
  /** The last root item is still empty. */
  private headFree = false;

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
      eol: findCommonEol(this.text),
    };
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
    this.line = this.next = 0;
    this.nextFeed = this.nextReturn = -1;
  }

  // Fast paths for the two most common kinds of line

  /** `- Word …` at the margin: always a root item, unless a fence or HTML is open at the root. */
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

  /** A line at the margin that starts with a letter, below nothing or a root paragraph. */
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

  /** Returns how many open containers this line continues. */
  private continueContainers(): number {
    for (let depth = 0; depth < this.stack.length; depth++) {
      const container = this.stack[depth] as Container;
      if (container.quote ? this.quoteMark() : this.staysInItem(container)) continue;
      if (container.quote || !this.siblingItem(container, depth)) return depth;
      return depth + 1;
    }
    return this.stack.length;
  }

  /** The next item of the same list replaces the one before. */
  private siblingItem(before: Container, depth: number): boolean {
    const item = this.itemStart(false, before);
    if (!item) return false;
    this.closeTo(depth);
    this.pushItem(item);
    return true;
  }

  /** Opens the blocks of this line; micromark lets only what could interrupt the outermost text interrupt. */
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

  /** Closes the open leaf and all containers beyond a depth. */
  private closeTo(depth: number): void {
    this.closeLeaf();
    this.stack.length = depth;
  }

  // Content of the innermost container

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
    // micromark does not continue indented code from the line that left a container.
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
    else if (this.beginHtml(root)) return;
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

  private beginHtml(root: boolean): boolean {
    const html = this.htmlStart(false);
    if (html === null) return false;
    this.beginOther(root, 'html', 'html');
    this.htmlEnd = html.end;
    this.endHtml(html.from);
    return true;
  }

  private htmlStart(interrupts: boolean): HtmlStart | null {
    return findHtmlStart(this.text, this.behind, this.stop, interrupts);
  }

  /** The cursor is at the paragraph's first character. */
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
    if (this.isHeading() || this.fenceLength() > 0 || this.isRule(this.behind) || this.htmlStart(true))
      return true;
    if (lazy && this.htmlStart(false)) this.doubt(this.line, Number.POSITIVE_INFINITY);
    return !lazy && this.isUnderline();
  }

  private atxHeading(root: boolean): void {
    this.beginOther(root, 'heading', 'none');
    if (!root) return;
    const block = this.blocks[this.blocks.length - 1] as Draft;
    const end = this.runEnd(this.behind, HASH);
    block.depth = end - this.behind;
    block.text = stripClosing(this.trimmed(this.skipBlank(end)));
  }

  /** Below a possible link definition, only remark can tell a setext underline from text. */
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

  private closeLeaf(): void {
    if (this.leaf === 'paragraph' && this.suspect >= 0 && (this.stack.length === 0 || this.inHead))
      this.judge();
    this.leaf = 'none';
    this.inHead = false;
    this.suspect = -1;
  }

  // Link definitions

  /** Ends a paragraph that begins with `[`: plain definitions are recognised, others are left to remark. */
  private judge(): void {
    if (!this.mayDefine()) return;
    const block = this.blocks[this.blocks.length - 1] as Draft;
    if (this.stack.length === 0 && this.splitDefinitions(block)) return;
    this.doubt(this.suspectLine, block.lastLine);
  }

  /** Whether `[label]:` may stand at the start of the open paragraph. */
  private mayDefine(): boolean {
    if (this.suspect < 0) return false;
    return mayBeDefinition(this.text, this.suspect, this.blocks[this.blocks.length - 1]?.end ?? this.stop);
  }

  /** Adds one block for each line, if each line is a whole definition. */
  private splitDefinitions(block: Draft): boolean {
    const lines = splitDefinitions(this.text.slice(block.start, block.end));
    if (lines === null) return false;
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

  /** Closes the open HTML if this line contains its end. */
  private endHtml(from: number): void {
    if (this.htmlEnd === '') return;
    if (isHtmlEnd(this.text.slice(from, this.stop), this.htmlEnd)) this.leaf = 'none';
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

  /** Adds this line to the last block. */
  private touch(): void {
    const block = this.blocks[this.blocks.length - 1] as Draft;
    block.lastLine = this.line;
    block.end = this.next;
  }

  private doubt(line: number, lastLine: number): void {
    this.doubts.push({ line, lastLine });
  }

  private isConcrete(): boolean {
    return this.leaf === 'fence' || this.leaf === 'html';
  }
}
