import { findFrontMatter } from '../../markdown/front-matter-scanner.js';
import type { TextRange } from '../../markdown/outline.js';
import { findTitleEnd, isEscaped, type Link, parseDestination, skipBlanks, toNoteLink } from './link.js';

/**
 * Finds Markdown links to notes outside code, wikilinks and tags (CommonMark §Links): inline links, images and link
 * definitions. Front matter has none.
 */
export function findMarkdownLinks(
  text: string,
  code: readonly TextRange[],
  notebook: readonly TextRange[],
): Link[] {
  const defined = findDefinitions(text, code);
  const opaque = [...code, ...notebook, ...defined].sort((a, b) => a.start - b.start);
  const inline = new Reader(text, opaque, new Set(defined.map(({ label }) => label))).read();
  const links = [...inline, ...defined.flatMap(({ link }) => link ?? [])];
  const from = findFrontMatter(text)?.end ?? 0;
  return from === 0 ? links : links.filter(({ start }) => start >= from);
}

/** A `[` without its `]` so far. */
interface Opener {
  readonly at: number;
  readonly image: boolean;
}

/** The characters that matter, and every line ending. */
const SIGNS = /[\\[\]<\r\n]/g;
/** What starts a block: brackets never pair across it. */
const BLOCK =
  /[ \t>]*(?:(?:\r|\n|$)|#{1,6}(?:[ \t]|\r|\n|$)|(?:[-*+]|\d{1,9}[.)])[ \t]|<(?:!--|\/?(?:blockquote|details|div|h[1-6]|hr|li|ol|p|pre|script|section|style|summary|table|td|th|tr|ul)\b))/iy;
/** The quote markers of a line. */
const QUOTES = /[ \t>]*/y;
/** Longer tags and URLs are not recognised. */
const LONGEST_TAG = 1000;
const LONGEST_LABEL = 999;

/** Pairs brackets from left to right like CommonMark: of nested links the inner one wins. */
class Reader {
  private readonly links: Link[] = [];
  private openers: Opener[] = [];
  /** Openers before this index cannot be links any more, because they contain a link. */
  private spent = 0;
  private next = 0;
  /** The quote depth of the line. */
  private quoted = 0;

  constructor(
    private readonly text: string,
    private readonly opaque: readonly TextRange[],
    private readonly labels: ReadonlySet<string>,
  ) {}

  read(): Link[] {
    const { text } = this;
    this.beginLine(0);
    for (let at = 0; ; ) {
      SIGNS.lastIndex = at;
      const found = SIGNS.exec(text);
      if (!found) return this.links;
      at = this.hidden(found.index) ?? this.step(found.index, found[0]);
    }
  }

  /** Returns the end of the code or wikilink that contains an offset. */
  private hidden(at: number): number | null {
    while (this.next < this.opaque.length && (this.opaque[this.next] as TextRange).end <= at) this.next++;
    const span = this.opaque[this.next];
    return span && span.start <= at ? span.end : null;
  }

  /** Handles the character at an offset; returns where to continue. */
  private step(at: number, sign: string): number {
    const { text } = this;
    if (sign === '\\') return at + 2;
    if (sign === '<') return tagEnd(text, at) ?? at + 1;
    if (sign === '[') {
      this.openers.push({ at, image: text[at - 1] === '!' && !isEscaped(text, at - 1) });
      return at + 1;
    }
    if (sign === ']') return this.close(at);
    const next = sign === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1;
    this.beginLine(next);
    return next;
  }

  /** Starts a block: open brackets stay unmatched. */
  private beginLine(at: number): void {
    BLOCK.lastIndex = at;
    QUOTES.lastIndex = at;
    const quoted = (QUOTES.exec(this.text)?.[0] ?? '').replace(/[^>]/g, '').length;
    if (BLOCK.test(this.text) || quoted > this.quoted) {
      this.openers = [];
      this.spent = 0;
    }
    this.quoted = quoted;
  }

  private close(at: number): number {
    const opener = this.openers.pop();
    if (!opener) return at + 1;
    const isSpent = this.openers.length < this.spent && !opener.image;
    this.spent = Math.min(this.spent, this.openers.length);
    if (isSpent) return at + 1;
    const end = this.inline(opener, at) ?? this.reference(opener, at);
    if (end === null) return at + 1;
    if (!opener.image) this.spent = this.openers.length;
    return end;
  }

  /** Returns the end of `[text](destination "title")`. */
  private inline({ at: opened, image }: Opener, at: number): number | null {
    const { text } = this;
    if (text[at + 1] !== '(') return null;
    const begin = skipBlanks(text, at + 2);
    const found = parseDestination(text, begin) ?? { start: begin, end: begin, behind: begin };
    const gap = skipBlanks(text, found.behind);
    const titled = gap > found.behind ? findTitleEnd(text, gap) : null;
    const end = titled === null ? gap : skipBlanks(text, titled);
    if (text[end] !== ')') return null;
    const note = toNoteLink(text, found);
    const start = image ? opened - 1 : opened;
    if (note)
      this.links.push({
        form: 'markdown',
        start,
        end: end + 1,
        ...note,
        alias: text.slice(opened + 1, at),
        embed: image,
      });
    return end + 1;
  }

  /** Returns the end of `[text][label]`, `[label][]` or `[label]`. The target is in the definition. */
  private reference({ at: opened }: Opener, at: number): number | null {
    const { text, labels } = this;
    if (labels.size === 0) return null;
    const [whole, label = ''] = FULL.exec(text.slice(at + 1, at + 3 + LONGEST_LABEL)) ?? [];
    const own = at - opened - 1 > LONGEST_LABEL ? '' : labelled(text.slice(opened + 1, at));
    if (label !== '') return labels.has(labelled(label)) ? at + 1 + (whole ?? '').length : null;
    return labels.has(own) ? at + 1 + (whole ?? '').length : null;
  }
}

const FULL = /^\[((?:\\.|[^[\]\\])*)\]/s;

/** Normalises a label for comparison. */
const labelled = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase();

const TAG =
  /^<(?:\/?[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*\/?|[a-z][a-z0-9+.-]{1,31}:[^\s<>]*|!--[^>]*--|\?[^>]*\?|![a-z][^>]*)>$/i;

/** Returns the end of a tag or URL in angle brackets: no link starts or ends inside it. */
function tagEnd(text: string, at: number): number | null {
  const start = text.slice(at, at + LONGEST_TAG);
  const length = start.indexOf('>') + 1;
  return length > 0 && TAG.test(start.slice(0, length)) ? at + length : null;
}

/** `[label]: destination "title"` and the note link it makes, if any. */
interface Definition extends TextRange {
  /** In lower case, with white space collapsed. */
  readonly label: string;
  readonly link: Link | null;
}

/** Block markers before a definition, then its label. */
const LEAD = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)\[((?:\\.|[^[\]\\])+)\]$/;

/**
 * Finds the link definitions of a text outside code (CommonMark §Link reference definitions). A definition cannot
 * interrupt a paragraph. Footnotes, whose label begins with `^`, do not count.
 */
export function findDefinitions(text: string, code: readonly TextRange[]): Definition[] {
  const found: Definition[] = [];
  let next = 0;
  let before = -1; // end of the previous definition
  let [line, seen] = [0, 0]; // start of the line at `seen`
  for (let at = text.indexOf(']:'); at >= 0; at = text.indexOf(']:', at + 2)) {
    while (next < code.length && (code[next] as TextRange).end <= at) next++;
    if ((code[next]?.start ?? at + 1) <= at) continue;
    const passed = text.slice(seen, at);
    const lineBreak = Math.max(passed.lastIndexOf('\n'), passed.lastIndexOf('\r'));
    if (lineBreak >= 0) line = seen + lineBreak + 1;
    seen = at;
    if (at - line > LONGEST_LABEL) continue;
    const [, lead = '', label = ''] = LEAD.exec(text.slice(line, at + 1)) ?? [];
    if (label === '' || label.startsWith('^') || !mayBegin(text, line, lead, before)) continue;
    const read = readFrom(text, line + lead.length, at + 2);
    if (!read) continue;
    before = read.end;
    const note = toNoteLink(text, read.target);
    const span = { start: line + lead.length, end: read.end };
    found.push({
      ...span,
      label: label.trim().replace(/\s+/g, ' ').toLowerCase(),
      link: note && { form: 'markdown', ...span, ...note, alias: label, embed: false },
    });
  }
  return found;
}

/** Parses the text after the colon up to the end of its line. A title that does not end there may be ordinary text. */
function readFrom(
  text: string,
  start: number,
  at: number,
): { readonly target: TextRange; readonly end: number } | null {
  const target = parseDestination(text, skipBlanks(text, at));
  if (!target || target.behind <= start) return null;
  const bare = lineEnd(text, target.behind);
  const gap = skipBlanks(text, target.behind);
  const titled = gap > target.behind ? findTitleEnd(text, gap) : null;
  const whole = titled === null ? null : lineEnd(text, titled);
  const end = whole === null ? (bare === null ? null : target.behind) : titled;
  return end === null ? null : { target, end };
}

/** Returns the end of the line if only spaces are left, else null. */
function lineEnd(text: string, at: number): number | null {
  let i = at;
  while (text[i] === ' ' || text[i] === '\t') i++;
  return i >= text.length || text[i] === '\n' || text[i] === '\r' ? i : null;
}

/** Returns true if a definition may start on a line: it starts a block, or no paragraph precedes it. */
function mayBegin(text: string, line: number, lead: string, before: number): boolean {
  if (/[-*+.)]/.test(lead) || line === 0) return true;
  const above = text.slice(Math.max(0, line - LONGEST_LABEL), line).replace(/(?:\r\n|\n|\r)$/, '');
  const last = above.slice(Math.max(above.lastIndexOf('\n'), above.lastIndexOf('\r')) + 1);
  if (before >= 0 && text.slice(before, line).trim() === '') return true;
  return ENDS.test(last.replace(/^[ \t>]+/, ''));
}

/** Lines that end a paragraph: blank, a heading or its underline, a rule, a fence, a tag, an empty item. */
const ENDS =
  /^(?:$|#{1,6}(?:[ \t]|$)|=+[ \t]*$|(?:[-*_][ \t]*){2,}$|`{3,}|~{3,}|<.*>[ \t]*$|(?:[-*+]|\d{1,9}[.)])[ \t]*$)/;
