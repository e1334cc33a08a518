import type { ListItem, Paragraph, Root, RootContent } from 'mdast';
import { remark } from 'remark';
import remarkFrontmatter from 'remark-frontmatter';
import type { Processor } from 'unified';
import { trimLines } from './block-start.js';
import { hasFrontMatter } from './front-matter-scanner.js';
import { findCommonEol } from './line-cursor.js';
import type { Block, BlockKind, Outline } from './outline.js';

/** Parses the root of a note with remark: slow, but certain. Callers check `burden` first. */
export function parseWithRemark(text: string): Outline {
  const lines = lineStarts(text);
  const spans = wholeLines(rootNodes(read(text)), text, lines);
  const blocks = spans.map((span) => asBlock(span, text, lines));
  return { blocks, isCertain: true, uncertainRanges: [], eol: findCommonEol(text) };
}

const plain = remark().freeze();
const fronted = remark().use(remarkFrontmatter, ['yaml']).freeze();

/** An unclosed front matter would swallow every list below it, so the syntax is off for it. */
function read(text: string): Root {
  const processor: Pick<Processor<Root>, 'parse'> = hasFrontMatter(text) ? fronted : plain;
  return processor.parse(text.startsWith('\uFEFF') ? `\uFEFF${text}` : text);
}

const KINDS: Partial<Record<RootContent['type'], BlockKind>> = {
  yaml: 'frontmatter',
  heading: 'heading',
  listItem: 'item',
  paragraph: 'paragraph',
  code: 'code',
  html: 'html',
  blockquote: 'quote',
  thematicBreak: 'rule',
  definition: 'definition',
};

const rootNodes = (root: Root): RootContent[] =>
  root.children.flatMap((node) => (node.type === 'list' ? node.children : [node]));

interface Span {
  readonly node: RootContent;
  readonly kind: BlockKind;
  readonly line: number;
  lastLine: number;
}

/**
 * Returns nodes as ordered, disjoint runs of lines. micromark's positions are not always so: a heading may start at the
 * definition before it, and an item with an open fence may end on the line of the next.
 */
function wholeLines(nodes: readonly RootContent[], text: string, lines: readonly number[]): Span[] {
  const spans: Span[] = [];
  for (const node of nodes) {
    const kind = KINDS[node.type];
    if (!node.position || !kind) continue;
    const { start, end } = node.position;
    const before = spans.at(-1);
    const behind = before?.kind === 'definition' && kind === 'heading' ? before.lastLine + 1 : 0;
    const line = Math.max(start.line, behind);
    if (before) before.lastLine = Math.min(before.lastLine, line - 1);
    spans.push({ node, kind, line, lastLine: end.column === 1 && end.line > line ? end.line - 1 : end.line });
  }
  for (const span of spans)
    while (span.lastLine > span.line && isBlank(lineText(text, lines, span.lastLine))) span.lastLine--;
  return spans.filter(({ line, lastLine }) => line <= lastLine);
}

function asBlock({ node, kind, line, lastLine }: Span, text: string, lines: readonly number[]): Block {
  const start = lines[line - 1] as number;
  const end = lines[lastLine] ?? text.length;
  return { kind, line, lastLine, start, end, ...words(node, text, start, end) };
}

function words(
  node: RootContent,
  text: string,
  start: number,
  end: number,
): Pick<Block, 'depth' | 'text' | 'marker'> {
  if (node.type === 'heading')
    return { depth: node.depth, text: sourceOf(node.children, text, start), marker: '' };
  if (node.type !== 'listItem') return { depth: 0, text: '', marker: '' };
  const first = node.children[0];
  const head = first?.type === 'paragraph' ? sourceOf([first], text, start) : '';
  return { depth: 0, text: head, marker: markerOf(text.slice(start, end)) };
}

/** Returns the text from the first node to the last, line by line, trimmed. */
function sourceOf(
  nodes: readonly (RootContent | Paragraph | ListItem)[],
  text: string,
  least: number,
): string {
  const start = nodes[0]?.position?.start.offset;
  const end = nodes.at(-1)?.position?.end.offset;
  if (start === undefined || end === undefined) return '';
  return trimLines(text.slice(Math.max(start, least), end));
}

/** The marker with its white space; where five columns or more follow, they are indented code but for the first. */
function markerOf(source: string): string {
  const [, bullet = '', space = '', rest = ''] =
    /^([ \t]*(?:[-+*]|\d{1,9}[.)]))([ \t]*)([^\r\n]?)/.exec(source) ?? [];
  if (rest === '') return bullet;
  const from = columns(bullet, 0);
  if (columns(space, from) - from < 5) return bullet + space;
  return space.startsWith(' ') || columns(space.slice(0, 1), from) === from + 1
    ? bullet + space.slice(0, 1)
    : bullet;
}

function columns(text: string, from: number): number {
  let column = from;
  for (const letter of text) column += letter === '\t' ? 4 - (column % 4) : 1;
  return column;
}

const isBlank = (line: string): boolean => /^[ \t\r\n]*$/.test(line);

const lineText = (text: string, lines: readonly number[], line: number): string =>
  text.slice(lines[line - 1], lines[line] ?? text.length);

/** The offset of each line, and of the end. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: ending } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + ending.length);
  return starts;
}
