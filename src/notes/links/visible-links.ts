import type { Block, Outline } from '../../markdown/outline.js';
import { findLinks, type Link } from './find-links.js';

/** A link and its line, counted from 1. */
export interface LineLink extends Link {
  readonly line: number;
  readonly written: string;
}

/**
 * Finds the links of a note that a reader sees: none in code (fenced, indented or in backticks), none in HTML and its
 * comments. Wikilinks in front matter count, as in Obsidian. `look` is called only if there are any links.
 */
export function findVisibleLinks(text: string, look: () => Outline): LineLink[] {
  const found = findLinks(text);
  if (found.length === 0) return [];
  const blocks = MAY_HIDE.test(text) ? look().blocks : [];
  const links: LineLink[] = [];
  let block = 0;
  let line = 1;
  let at = 0;
  for (const link of found) {
    while (block < blocks.length && (blocks[block] as Block).end <= link.start) block++;
    const around = blocks[block];
    if (around && around.start <= link.start && isSample(text, around, link)) continue;
    line += breaksIn(text, at, link.start);
    at = link.start;
    links.push({ ...link, line, written: text.slice(link.start, link.end) });
  }
  return links;
}

/** Only an indented line or a `<` can hide a link here; backticks and fences are handled earlier. */
const MAY_HIDE = /^(?: {4}| {0,3}\t)|</m;

function isSample(text: string, block: Block, link: Link): boolean {
  if (block.kind === 'code' || block.kind === 'html') return true;
  const before = text.slice(block.start, link.start);
  if (before.lastIndexOf('<!--') > before.lastIndexOf('-->')) return true;
  return block.kind === 'item' && isIndentedCode(before);
}

const MARKER = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])(?:[ \t]{1,4}(?=\S)|[ \t]|$)/;

/** Returns true if an item's last line is indented code: after a blank line, four columns deeper than its list. */
function isIndentedCode(before: string): boolean {
  const lines = before.split(/\r\n|\n|\r/).map((line) => line.replaceAll('\t', '    '));
  const last = lines.at(-1) ?? '';
  const indent = indentOf(last);
  let first = lines.length - 1;
  while (first > 1 && indentOf(lines[first - 1] ?? '') >= indent && lines[first - 1]?.trim() !== '') first--;
  if (first < 1 || lines[first - 1]?.trim() !== '') return false;
  let content = 0;
  for (const line of lines.slice(0, first)) {
    const marker = MARKER.exec(line)?.[0].length;
    if (marker !== undefined && marker <= indent) content = Math.max(indentOf(line), marker);
  }
  return indent - content >= 4 && !MARKER.test(last.slice(0, content + 4).trimStart());
}

const indentOf = (line: string): number => /^ */.exec(line)?.[0].length ?? 0;

function breaksIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count++;
  }
  return count;
}
