import type { Heading, ListItem, Nodes, Paragraph, Parents, PhrasingContent, Root } from 'mdast';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { hasFrontMatter } from '../markdown/front-matter-scanner.js';
import { escapeHtml } from './escape-html.js';

/** Resolvers for links. Links without a resolver are shown as text. */
export interface MarkdownLinks {
  /** The URL of a wikilink target, e.g. `auth#Tokens`; null if there is none. */
  readonly findWikiTarget?: (target: string) => string | null;
  /** The URL of a relative path, e.g. `../guide/store.md`; null if there is no such note. */
  readonly findPathTarget?: (path: string) => string | null;
  readonly findTagTarget?: (tag: string) => string;
  /** The entry that starts at a line, counted from 1; null if none does. */
  readonly findEntryAt?: (line: number) => EntryAnchor | null;
}

/** Anchor and URL of an entry. */
export interface EntryAnchor {
  readonly anchor: string;
  readonly href: string;
  readonly label: string;
  readonly status: string | null;
}

/**
 * Renders Markdown as sanitized HTML. Raw HTML is shown as text, images as links. Never throws: text that is nested too
 * deeply is shown unrendered.
 */
export function renderMarkdown(text: string, links: MarkdownLinks = {}): string {
  try {
    const source = unified().use(remarkParse).use(remarkGfm);
    const parser = hasFrontMatter(text) ? source.use(remarkFrontmatter, ['yaml']) : source;
    return String(
      parser
        .use(() => (tree: Root) => adaptChildren(tree, links))
        .use(remarkRehype)
        .use(rehypeSanitize, SCHEMA)
        .use(rehypeStringify)
        .processSync(text),
    );
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return `<pre>${escapeHtml(text)}</pre>`;
  }
}

const ENTRY = ['className', 'entry', 'done', 'dropped', 'task'] as const;
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** Allowed HTML: no images or styles, and only the classes and anchors that are set here. */
const SCHEMA: typeof defaultSchema = {
  ...defaultSchema,
  clobberPrefix: '',
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => !['img', 'picture', 'source'].includes(name)),
  attributes: {
    ...defaultSchema.attributes,
    a: ['href', 'title', 'rel', 'id', 'ariaLabel', ['className', 'wiki', 'missing', 'tag', 'entry-link']],
    ...Object.fromEntries(['li', 'p', ...HEADINGS].map((name) => [name, ['id', [...ENTRY]]])),
    code: [['className', /^language-[\w+.#-]+$/]],
    span: [['className', 'meta', 'missing', 'mark']],
    '*': (defaultSchema.attributes?.['*'] ?? []).filter((name) => name !== 'id' && name !== 'name'),
  },
};

function adaptChildren(parent: Parents, links: MarkdownLinks): void {
  const children = parent.children.flatMap((child) => adaptNode(child, links, parent)) as Parents['children'];
  parent.children = children as never;
}

function adaptNode(node: Nodes, links: MarkdownLinks, parent: Parents): Nodes[] {
  if (node.type === 'html') return adaptHtml(node.value, parent);
  if (node.type === 'image') return [createLink(node.url, node.alt || node.url, links)];
  if (node.type === 'imageReference') return [{ type: 'text', value: node.alt || node.identifier }];
  if (node.type === 'text') return splitText(node.value, links);
  if (!('children' in node)) return [node];
  adaptChildren(node, links);
  if (node.type === 'link') return [{ ...node, ...addressLink(node.url, links) }] as Nodes[];
  if (node.type === 'heading') {
    const text = getPlainText(node);
    node.data = { ...node.data, hProperties: { id: makeHeadingAnchor(text) } };
  }
  const isTop = parent.type === 'root' || parent.type === 'list';
  if (node.type === 'listItem') showBox(node);
  if (isTop && (node.type === 'listItem' || node.type === 'paragraph' || node.type === 'heading'))
    markEntry(node, links);
  return [node];
}

/** Shows raw HTML as code and drops comments. */
function adaptHtml(value: string, parent: Parents): Nodes[] {
  const shown = value.replace(/<!--[\s\S]*?-->/g, '').trim();
  if (shown === '') return [];
  const code: Nodes = { type: 'inlineCode', value: shown };
  return parent.type === 'paragraph' || parent.type === 'heading'
    ? [code]
    : [{ type: 'paragraph', children: [code] }];
}

/** Replaces a checkbox by a character: a disabled checkbox only confuses screen readers. */
function showBox(node: ListItem): void {
  const first = node.children[0];
  if (typeof node.checked !== 'boolean' || first?.type !== 'paragraph') return;
  first.children.unshift({ type: 'text', value: node.checked ? '☑ ' : '☐ ' });
  node.checked = null;
  node.data = { hProperties: { className: ['task'] } };
}

function markEntry(node: ListItem | Paragraph | Heading, links: MarkdownLinks): void {
  const found = links.findEntryAt?.(node.position?.start.line ?? 0);
  if (!found) return;
  const status = found.status === 'done' || found.status === 'dropped' ? [found.status] : [];
  const known = (node.data?.hProperties?.className ?? []) as readonly string[];
  node.data = { hProperties: { ...node.data?.hProperties, className: [...known, 'entry', ...status] } };
  const open: PhrasingContent = {
    type: 'link',
    url: found.href,
    children: [{ type: 'text', value: '···' }],
    data: { hProperties: { id: found.anchor, className: ['entry-link'], ariaLabel: found.label } },
  };
  if (node.type !== 'listItem') node.children.push(open);
  else node.children.find((child) => child.type === 'paragraph')?.children.push(open);
}

/** Resolves the URL of a link; an unresolved link becomes a span. */
function addressLink(url: string, { findPathTarget }: MarkdownLinks) {
  if (/^[a-z][a-z0-9+.-]*:|^#|^\/\//i.test(url))
    return { url, data: { hProperties: { rel: ['noreferrer', 'noopener'] } } };
  const to = findPathTarget?.(url) ?? null;
  return to === null
    ? { url: '', data: { hName: 'span', hProperties: { className: ['missing'] } } }
    : { url: to };
}

const createLink = (url: string, label: string, links: MarkdownLinks): Nodes =>
  ({ type: 'link', children: [{ type: 'text', value: label }], ...addressLink(url, links) }) as Nodes;

/** Matches a wikilink, a field, a tag, or the id at the end of a line. */
const TOKEN =
  /!?\[\[([^[\]\n|]+)(?:\|([^[\]\n]+))?\]\]|\[(why|at|by|branch|status|verified|superseded)::\s*([^\]\n]*)\]|(?<=^|\s)#(\p{L}[\p{L}\p{N}_/-]*)|(?:^|\s)\^[A-Za-z0-9-]{6,}(?=\s*(?:$|\n))/gu;

function splitText(value: string, links: MarkdownLinks): Nodes[] {
  const parts: Nodes[] = [];
  let at = 0;
  for (const match of value.matchAll(TOKEN)) {
    const [whole, target, alias, key, text, tag] = match;
    if (match.index > at) parts.push({ type: 'text', value: value.slice(at, match.index) });
    at = match.index + whole.length;
    if (target !== undefined) parts.push(createWikiLink(target, alias, links));
    else if (key !== undefined) parts.push(createSpan(`${key} ${text}`, 'meta'));
    else if (tag !== undefined)
      parts.push(
        links.findTagTarget
          ? {
              type: 'link',
              url: links.findTagTarget(tag),
              children: [{ type: 'text', value: `#${tag}` }],
              data: { hProperties: { className: ['tag'] } },
            }
          : { type: 'text', value: `#${tag}` },
      );
  }
  parts.push({ type: 'text', value: value.slice(at) });
  return parts;
}

function createWikiLink(target: string, alias: string | undefined, links: MarkdownLinks): Nodes {
  const label = alias ?? target.replace(/#\^.*$/, '').replace('#', ' › ');
  const url = links.findWikiTarget?.(target) ?? null;
  if (url === null) return createSpan(label || target, 'missing');
  return {
    type: 'link',
    url,
    children: [{ type: 'text', value: label || target }],
    data: { hProperties: { className: ['wiki'] } },
  };
}

const createSpan = (value: string, className: string): Nodes => ({
  type: 'emphasis',
  children: [{ type: 'text', value }],
  data: { hName: 'span', hProperties: { className: [className] } },
});

const getPlainText = (node: Nodes): string =>
  'value' in node ? node.value : 'children' in node ? node.children.map(getPlainText).join('') : '';

/** Returns the anchor of a heading: its words in lower case, joined by hyphens. */
export const makeHeadingAnchor = (heading: string): string =>
  `h-${heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s+/g, '-')}`;
