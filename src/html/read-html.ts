import type { Nodes } from 'mdast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import rehypeSanitize from 'rehype-sanitize';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { unified } from 'unified';
import { applyEdits } from '../markdown/text-edit.js';

/** An HTML document as Markdown. */
export interface HtmlDocument {
  readonly title: string | null;
  readonly markdown: string;
  /** The text of the heading at, or after, each element with an id. */
  readonly headings: ReadonlyMap<string, string>;
}

/** Elements outside the content of a page. */
const CHROME = new Set(['head', 'nav', 'script', 'style', 'template', 'noscript', 'iframe']);

/**
 * Converts an HTML document to Markdown: its `main` element if it has one, without navigation, scripts and styles. Returns
 * null if it is nested too deeply.
 */
export function readHtml(html: string): HtmlDocument | null {
  try {
    const tree: HtmlNode = unified().use(rehypeParse).parse(html);
    const title = findElements(tree, 'title').map(getText)[0] ?? null;
    const headings = new Map<string, string>();
    listHeadings(tree, headings, []);
    const main = findElements(tree, 'main');
    const body = main.length === 1 ? { type: 'root', children: main } : tree;
    dropChrome(body);
    const clean = unified()
      .use(rehypeSanitize)
      .use(rehypeRemark)
      .runSync(body as never);
    const markdown = remark()
      .use(remarkGfm)
      .stringify(clean as never);
    return { title, markdown, headings };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

/** Replaces the destinations of links in a Markdown text, outside code; null keeps one. */
export function replaceLinks(text: string, replace: (url: string) => string | null): string {
  const found: { at: number; old: string; new: string }[] = [];
  const visit = (node: Nodes): void => {
    if ((node.type === 'link' || node.type === 'definition') && node.position) {
      const [start = 0, end = 0] = [node.position.start.offset, node.position.end.offset];
      const url = replace(node.url);
      const at = text.slice(start, end).lastIndexOf(node.url);
      if (url !== null && url !== node.url && at >= 0)
        found.push({ at: start + at, old: node.url, new: url });
    }
    if ('children' in node) for (const child of node.children) visit(child);
  };
  try {
    visit(remark().use(remarkGfm).parse(text));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return applyEdits(
    text,
    found.toSorted((a, b) => a.at - b.at),
  );
}

/** A node of an HTML tree, as far as it is read here. */
interface HtmlNode {
  readonly type: string;
  readonly tagName?: string;
  readonly value?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly HtmlNode[];
}

const childrenOf = (node: HtmlNode): readonly HtmlNode[] => node.children ?? [];

function findElements(node: HtmlNode, name: string): HtmlNode[] {
  if (node.type === 'element' && node.tagName === name) return [node];
  return childrenOf(node).flatMap((child) => findElements(child, name));
}

const getText = (node: HtmlNode): string =>
  (node.type === 'text' ? (node.value ?? '') : childrenOf(node).map(getText).join(''))
    .replace(/\s+/g, ' ')
    .trim();

/** Collects the ids before each heading and on it. */
function listHeadings(node: HtmlNode, found: Map<string, string>, waiting: string[]): void {
  if (node.type === 'element') {
    const id = node.properties?.id ?? node.properties?.name;
    if (typeof id === 'string') waiting.push(id);
  }
  for (const child of childrenOf(node)) listHeadings(child, found, waiting);
  if (node.type !== 'element' || !/^h[1-6]$/.test(node.tagName ?? '')) return;
  for (const id of waiting.splice(0)) found.set(id, getText(node));
}

/** Takes the elements out that are not content. */
function dropChrome(node: HtmlNode): void {
  const isContent = (child: HtmlNode) => child.type !== 'element' || !CHROME.has(child.tagName ?? '');
  if (node.children) Object.assign(node, { children: node.children.filter(isContent) });
  for (const child of childrenOf(node)) dropChrome(child);
}
