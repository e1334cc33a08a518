import type { CommandContext } from '../../command/define-command.js';
import { scanBlocks } from '../../markdown/block-scanner.js';
import { findExcess, hasManyLinks } from '../../markdown/parse-cost.js';
import { toAnchor } from '../../notes/links/note-name.js';
import { formatRelativePath, resolvePath } from '../../notes/links/resolve-link.js';
import { hashImportBlock } from '../import/import-page.js';
import { listHeadings, type SourceDocument } from './source-page.js';

/** A file to ingest. */
export interface DocumentFile {
  readonly path: string;
  readonly text: string;
}

/** Formats that can be ingested. */
const FORMATS = /\.(md|markdown|txt|text|html?|xhtml)$/i;
export const isDocument = (path: string): boolean => FORMATS.test(path);
const isHtml = (path: string): boolean => /\.x?html?$/i.test(path);

/** A document and the headings that links to its anchors mean. */
interface Converted {
  readonly title: string;
  readonly markdown: string;
  readonly anchors: ReadonlyMap<string, string>;
}

/** Converts a file to Markdown; null if that would take too long. */
export function convertFile(
  ctx: CommandContext,
  { path, text }: DocumentFile,
  typed?: string,
): Converted | null {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(FORMATS, '');
  const plain = text.replace(/\r\n?/g, '\n');
  if (isHtml(path)) {
    const html = ctx.query('html').readHtml(plain);
    return html && { ...withTitle(html.markdown, typed, html.title ?? name), anchors: html.headings };
  }
  if (findExcess(plain) !== null || hasManyLinks(plain)) return null;
  const { front, body } = splitFrontMatter(plain);
  const known = ctx.query('properties', plain)?.get('title');
  const yaml = front === '' ? '' : `\`\`\`yaml\n${front}\n\`\`\`\n\n`;
  const { title, markdown } = withTitle(body, typed, typeof known === 'string' ? known : name);
  const at = markdown.indexOf('\n') + 1;
  return {
    title,
    markdown: yaml === '' ? markdown : `${markdown.slice(0, at)}\n${yaml}${markdown.slice(at).trimStart()}`,
    anchors: new Map(),
  };
}

function splitFrontMatter(text: string) {
  const found = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text);
  return found ? { front: found[1] ?? '', body: text.slice(found[0].length) } : { front: '', body: text };
}

/** Returns a text with a title as its first block. */
function withTitle(text: string, typed: string | undefined, fallback: string) {
  const body = text.trim();
  const [first] = scanBlocks(body).blocks;
  const own = first?.kind === 'heading' && first.depth === 1 && first.text !== '' ? first.text : null;
  const title = (typed ?? own ?? fallback).replace(/\s+/g, ' ').trim();
  if (own === null) return { title, markdown: `# ${title}\n\n${body}\n` };
  const rest = body.slice(first?.end ?? 0).trimStart();
  return { title, markdown: `# ${typed ?? own.replace(/\s+/g, ' ')}\n\n${rest}\n` };
}

/** Finds the page of a file by its path among the files that are ingested together. */
export type FindPage = (file: string) => string | null;

/** Creates the document for a file. Relative links between files lead from page to page. */
export function createDocument(
  ctx: CommandContext,
  file: DocumentFile & { readonly source: string; readonly page: string },
  converted: Converted,
  links: {
    readonly findPage: FindPage;
    readonly findAnchors: (file: string) => ReadonlyMap<string, string>;
    /** True if the file is read too; else only the headings of its page are known. */
    readonly isKnown: (file: string) => boolean;
  },
): SourceDocument {
  const { title } = converted;
  const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1);
  const replace = (url: string): string | null => {
    const [, path = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(url) ?? [];
    if (/^[a-z][a-z0-9+.-]*:|^\//i.test(path)) return null;
    const target = path === '' ? file.path : resolvePath(folder, decode(path));
    const page = target === null ? null : links.findPage(target);
    if (target === null || page === null) return null;
    const heading = links.findAnchors(target).get(decode(fragment));
    const anchor = heading === undefined ? (links.isKnown(target) ? fragment : '') : toAnchor(heading);
    const to = path === '' ? '' : encode(formatRelativePath(page, file.page));
    return anchor === '' ? to : `${to}#${anchor}`;
  };
  const body = /\]\(|\]:|</.test(converted.markdown)
    ? ctx.query('html').replaceLinks(converted.markdown, replace)
    : converted.markdown;
  return {
    source: file.source,
    title,
    hash: hashImportBlock('', file.text),
    body,
    outline: listHeadings(scanBlocks(body), title),
  };
}

/** Encodes a path for a link destination. */
const encode = (path: string): string =>
  path.replace(/[%#?\\<>() \t]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
