import { codeSpans } from './code-spans.js';
import type { Link } from './link.js';
import { markdownLinks } from './markdown-links.js';
import { wikilinks } from './wikilinks.js';

export type { Link } from './link.js';

/**
 * All links to notes that stand outside code, from left to right: wikilinks and links of Markdown. Fences and code spans
 * are read line by line; `trueLinks` leaves out what is code by its indentation, or HTML.
 */
export function linksOf(text: string): Link[] {
  const mayWiki = text.includes('[[');
  const mayMarkdown = text.includes('](') || text.includes(']:');
  if (!mayWiki && !mayMarkdown) return [];
  const code = codeSpans(text);
  const wiki = mayWiki ? wikilinks(text, code) : [];
  if (!mayMarkdown) return wiki;
  return [...wiki, ...markdownLinks(text, code, wiki)].sort((a, b) => a.start - b.start);
}
