import type { Blockquote, Heading, ListItem, Nodes, Paragraph, Parents, PhrasingContent, Root } from 'mdast';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { hasFrontMatter } from '../markdown/front-matter-scanner.js';
import { estimateParseCost } from '../markdown/parse-cost.js';
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
  /** The URL of an image of the workspace; without it images are shown as links. */
  readonly findImage?: (path: string) => string;
  /** The text that `![[target]]` shows; null shows a link. */
  readonly findEmbed?: (target: string) => EmbeddedText | null;
  /** True for an embedded text, whose headings have no anchors. */
  readonly isEmbedded?: boolean;
}

/** A part of another note, and the resolvers for its links. */
export interface EmbeddedText {
  readonly text: string;
  readonly href: string;
  readonly label: string;
  readonly links: MarkdownLinks;
}

/** Anchor and URL of an entry. */
interface EntryAnchor {
  readonly anchor: string;
  readonly href: string;
  readonly label: string;
  readonly status: string | null;
}

/**
 * Renders Markdown as sanitized HTML. Raw HTML is shown as text, images of other sites as links. Never throws: text that is nested too
 * deeply, or that would take the parser minutes, is shown unrendered.
 */
export function renderMarkdown(text: string, links: MarkdownLinks = {}): string {
  const unrendered = () => `<pre>${escapeHtml(text)}</pre>`;
  if (estimateParseCost(text) === 'too heavy') return unrendered();
  try {
    return String(
      createParser(text)
        .use(() => (tree: Root) => adaptChildren(tree, links))
        .use(remarkRehype)
        .use(rehypeSanitize, SCHEMA)
        .use(rehypeStringify)
        .processSync(text),
    );
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return unrendered();
  }
}

function createParser(text: string) {
  const source = unified().use(remarkParse).use(remarkGfm);
  return hasFrontMatter(text) ? source.use(remarkFrontmatter, ['yaml']) : source;
}

const ENTRY = ['className', 'entry', 'done', 'dropped', 'task', 'callout-title'] as const;
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** Allowed HTML: images of the workspace only, no styles, and only the classes and anchors that are set here. */
const SCHEMA: typeof defaultSchema = {
  ...defaultSchema,
  clobberPrefix: '',
  tagNames: [
    ...(defaultSchema.tagNames ?? []).filter((name) => !['picture', 'source'].includes(name)),
    'mark',
  ],
  attributes: {
    ...defaultSchema.attributes,
    section: [['className', 'footnotes']],
    a: ['href', 'title', 'rel', 'id', 'ariaLabel', ['className', 'wiki', 'missing', 'tag', 'entry-link']],
    ...Object.fromEntries(['li', 'p', 'summary', ...HEADINGS].map((name) => [name, ['id', [...ENTRY]]])),
    code: [['className', /^language-[\w+.#-]+$/]],
    span: [['className', 'meta', 'missing']],
    img: [['src', /^\/image\?/], 'alt', 'width', ['loading', 'lazy']],
    div: [['className', 'callout', 'callout-bad', 'embed']],
    details: ['open', ['className', 'callout', 'callout-bad']],
    '*': (defaultSchema.attributes?.['*'] ?? []).filter((name) => name !== 'id' && name !== 'name'),
  },
};

function adaptChildren(parent: Parents, links: MarkdownLinks): void {
  const paired = markRanges(parent.children as Nodes[]);
  const children = paired.flatMap((child) => adaptNode(child, links, parent)) as Parents['children'];
  parent.children = children as never;
}

function adaptNode(node: Nodes, links: MarkdownLinks, parent: Parents): Nodes[] {
  if (node.type === 'html') return adaptHtml(node.value, parent);
  if (node.type === 'image') return [adaptImage(node.url, node.alt ?? '', links)];
  if (node.type === 'imageReference') return [{ type: 'text', value: node.alt || node.identifier }];
  if (node.type === 'text') return splitText(node.value, links);
  if (!('children' in node)) return [node];
  if (node.type === 'blockquote') convertCallout(node);
  const embedded = node.type === 'paragraph' && embedNote(node, links);
  if (embedded) return [embedded];
  const isTop = parent.type === 'root' || parent.type === 'list';
  const isBlock = isTop && ['listItem', 'paragraph', 'heading'].includes(node.type);
  if (isBlock) markBlock(node, links);
  adaptChildren(node, links);
  if (node.type === 'link') return [{ ...node, ...addressLink(node.url, links) }] as Nodes[];
  if (node.type === 'heading') {
    const text = getPlainText(node);
    if (!links.isEmbedded) node.data = { ...node.data, hProperties: { id: makeHeadingAnchor(text) } };
  }
  if (node.type === 'listItem') showBox(node);
  if (isBlock) markEntry(node as ListItem, links);
  return [node];
}

/** Gives a block that ends in `^id` an anchor, unless it is an entry, which has its own. */
function markBlock(node: Parents, links: MarkdownLinks): void {
  if (links.isEmbedded || links.findEntryAt?.(node.position?.start.line ?? 0)) return;
  const own = node.type === 'listItem' ? node.children[0] : node;
  const [, id] = /(?:^|\s)\^([A-Za-z0-9-]+)\s*$/.exec(own ? getPlainText(own) : '') ?? [];
  if (id !== undefined) node.data = { ...node.data, hProperties: { id: makeBlockAnchor(id) } };
}

/** Returns the anchor of the block with an id. */
export const makeBlockAnchor = (id: string): string => `e-${id.replace('~', '')}`;

const IMAGE = /\.(?:avif|bmp|gif|jpe?g|png|svg|webp)$/i;

/** Shows an image of the workspace; the part of its text after `|` is its width. */
function adaptImage(url: string, text: string, links: MarkdownLinks): Nodes {
  const [, alt = '', width] = /^(.*?)(?:\|?(?<=^|\|)(\d+)(?:x\d+)?)?$/s.exec(text) ?? [];
  if (!links.findImage || !IMAGE.test(url) || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(url))
    return createLink(url, alt || url, links);
  const size = width === undefined ? {} : { width };
  return {
    type: 'image',
    url: links.findImage(url),
    alt: alt || (url.split('/').at(-1) ?? url),
    data: { hProperties: { loading: 'lazy', ...size } },
  };
}

/** Shows the note, section or block of a paragraph with nothing but `![[target]]`; null for other paragraphs. */
function embedNote({ children }: Paragraph, links: MarkdownLinks): Nodes | null {
  const [only] = children;
  const [, target] =
    children.length === 1 && only?.type === 'text'
      ? (/^!\[\[([^[\]\n|]+)[^[\]\n]*\]\]$/.exec(only.value) ?? [])
      : [];
  const found = target === undefined || IMAGE.test(target) ? null : links.findEmbed?.(target);
  if (!found) return null;
  const tree = createParser(found.text).parse(found.text);
  adaptChildren(tree, { ...found.links, isEmbedded: true });
  const title: Nodes = {
    type: 'paragraph',
    children: [createWikiLink(found.href, found.label, { findWikiTarget: String })],
  } as Nodes;
  return {
    type: 'blockquote',
    children: [title, ...tree.children],
    data: { hName: 'div', hProperties: { className: ['embed'] } },
  } as Nodes;
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
  node.data = { hProperties: { ...node.data?.hProperties, className: ['task'] } };
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
  /!?\[\[([^[\]\n|]+)(?:\|([^[\]\n]+))?\]\]|\[(why|at|by|branch|status|verified|superseded)::\s*([^\]\n]*)\]|(?<=^|\s)#(\p{L}[\p{L}\p{N}_/-]*)|(?:^|\s)\^[A-Za-z0-9-]+(?=\s*(?:$|\n))/gu;

function splitText(value: string, links: MarkdownLinks): Nodes[] {
  const parts: Nodes[] = [];
  let at = 0;
  for (const match of value.matchAll(TOKEN)) {
    const [whole, target, alias, key, text, tag] = match;
    if (match.index > at) parts.push({ type: 'text', value: value.slice(at, match.index) });
    at = match.index + whole.length;
    if (target !== undefined && whole.startsWith('!') && IMAGE.test(target))
      parts.push(adaptImage(target, alias ?? '', links));
    else if (target !== undefined) parts.push(createWikiLink(target, alias, links));
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
  const label = alias ?? target.replace(/(?<=.)#\^.*$|^#/, '').replace('#', ' › ');
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

const CALLOUT = /^\[!([\w-]+)\]([+-]?)[ \t]*/;
const BAD = /^(?:warning|caution|attention|danger|error|bug|failure|fail|missing)$/;

/** Turns a quote that begins with `[!kind]` into a callout; with `+` or `-` behind it, the callout folds. */
function convertCallout(quote: Blockquote): void {
  const [first] = quote.children;
  const start = first?.type === 'paragraph' ? first.children[0] : undefined;
  const [mark, kind = '', fold] = CALLOUT.exec(start?.type === 'text' ? start.value : '') ?? [];
  if (mark === undefined || first?.type !== 'paragraph' || start?.type !== 'text') return;
  start.value = start.value.slice(mark.length);
  const { line: title, rest } = splitLine(first.children);
  const name = kind.slice(0, 1).toUpperCase() + kind.slice(1).toLowerCase();
  const isNamed = title.some((node) => node.type !== 'text' || node.value.trim() !== '');
  const label: PhrasingContent = { type: 'text', value: isNamed ? `${name}: ` : name };
  const className = ['callout', ...(BAD.test(kind.toLowerCase()) ? ['callout-bad'] : [])];
  quote.data = {
    hName: fold ? 'details' : 'div',
    hProperties: { className, ...(fold === '+' ? { open: true } : {}) },
  };
  quote.children.splice(
    0,
    1,
    {
      type: 'paragraph',
      children: [label, ...title],
      data: { hName: fold ? 'summary' : 'p', hProperties: { className: ['callout-title'] } },
    },
    ...(rest.length > 0 ? [{ ...first, children: rest }] : []),
  );
}

/** Splits inline nodes at the first line break in a text. */
function splitLine(nodes: readonly PhrasingContent[]): { line: PhrasingContent[]; rest: PhrasingContent[] } {
  const at = nodes.findIndex((node) => node.type === 'text' && node.value.includes('\n'));
  const text = nodes[at];
  if (text?.type !== 'text') return { line: [...nodes], rest: [] };
  const end = text.value.indexOf('\n');
  return {
    line: [...nodes.slice(0, at), { ...text, value: text.value.slice(0, end) }],
    rest: [{ ...text, value: text.value.slice(end + 1) }, ...nodes.slice(at + 1)],
  };
}

/** Marks what is between two `==`, and drops what is between two `%%`, across the inline nodes of a parent. */
function markRanges(nodes: readonly Nodes[]): Nodes[] {
  if (!nodes.some((node) => node.type === 'text' && /==|%%/.test(node.value))) return [...nodes];
  const out: Nodes[] = [];
  const open = new Map<string, number>();
  for (const node of nodes) {
    const pieces = node.type === 'text' ? node.value.split(/(={2,}|%%)/) : [];
    if (node.type !== 'text') out.push(node);
    for (const [at, value] of pieces.entries()) {
      const start = open.get(value);
      const isSign = value === '==' || value === '%%';
      const [before = '', after = ''] = [pieces[at - 1], pieces[at + 1]];
      if (isSign && start !== undefined && (value === '%%' || !/\s$/.test(before))) {
        const inner = out.splice(start).slice(1) as PhrasingContent[];
        for (const [sign, place] of open) if (place >= start) open.delete(sign);
        if (value === '==') out.push({ type: 'emphasis', children: inner, data: { hName: 'mark' } });
      } else if (value !== '') {
        if (isSign && (value === '%%' || !/^\s/.test(after))) open.set(value, out.length);
        out.push({ type: 'text', value });
      }
    }
  }
  return out;
}
