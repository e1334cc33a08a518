import type { Block, Outline, TextRange } from '../../markdown/outline.js';
import { isEscaped, type Link, parseLinkTarget } from './link.js';
import { findMarkdownLinks } from './markdown-links.js';

/**
 * Returns the ranges of fenced code and code spans. Indented blocks keep their links, since they may be part of a list.
 */
function codeSpans(text: string): TextRange[] {
  if (!text.includes('`') && !text.includes('~~~')) return [];
  const spans: TextRange[] = [];
  let open: { readonly mark: string; readonly start: number } | null = null;
  let prose = 0;
  for (const { index, 0: line } of text.matchAll(/[^\r\n]+/g)) {
    const [, mark = ''] = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`]*$)|~{3,})/.exec(line) ?? [];
    if (open && mark.startsWith(open.mark) && /^[\s>]*[`~]+[ \t]*$/.test(line)) {
      spans.push({ start: open.start, end: index + line.length });
      prose = index + line.length;
      open = null;
    } else if (!open && mark !== '') {
      spans.push(...inlineCode(text, prose, index));
      open = { mark, start: index };
    }
  }
  if (open) return [...spans, { start: open.start, end: text.length }];
  return [...spans, ...inlineCode(text, prose, text.length)];
}

/** Returns the code spans of one paragraph. */
function inlineCode(text: string, from: number, to: number): TextRange[] {
  const spans: TextRange[] = [];
  for (const { index, 0: paragraph } of text
    .slice(from, to)
    .matchAll(/(?:[^\r\n]*\S[^\r\n]*(?:\r\n|\n|\r)?)+/g)) {
    const runs = [...paragraph.matchAll(/`+/g)].filter((run) => !isEscaped(paragraph, run.index));
    const last = new Map(runs.map((run, i) => [run[0].length, i]));
    for (let i = 0; i < runs.length; i++) {
      const run = runs[i] as RegExpExecArray;
      const size = run[0].length;
      if ((last.get(size) ?? i) <= i) continue;
      let close = i + 1;
      while (runs[close]?.[0].length !== size) close++;
      const end = runs[close] as RegExpExecArray;
      spans.push({ start: from + index + run.index, end: from + index + end.index + size });
      i = close;
    }
  }
  return spans;
}

/** A longer one is no path with a heading and an alias. */
const WIKILINK = /\[\[([^[\]\r\n]{0,2000})\]\]/y;

/** Finds the wikilinks outside code, from left to right. */
function wikilinks(text: string, code: readonly TextRange[]): Link[] {
  const links: Link[] = [];
  let next = 0;
  for (let at = text.indexOf('[['); at >= 0; at = text.indexOf('[[', at)) {
    while (next < code.length && (code[next] as TextRange).end <= at) next++;
    const span = code[next];
    if (span && span.start <= at) {
      at = span.end;
      continue;
    }
    const link = linkAt(text, at);
    if (link) links.push(link);
    at = link ? link.end : at + 1;
  }
  return links;
}

function linkAt(text: string, at: number): Link | null {
  WIKILINK.lastIndex = at;
  const inner = WIKILINK.exec(text)?.[1];
  if (inner === undefined || isEscaped(text, at)) return null;
  const bar = inner.search(/\\?\|/);
  const target = bar < 0 ? inner : inner.slice(0, bar);
  const hash = target.indexOf('#');
  const named = hash < 0 ? target : target.slice(0, hash);
  const [note, part] = [named.trim(), hash < 0 ? '' : target.slice(hash + 1).trim()];
  if (note === '' && part === '') return null;
  const embed = text[at - 1] === '!' && !isEscaped(text, at - 1);
  const start = at + 2 + named.indexOf(note);
  return {
    form: 'wiki',
    start: embed ? at - 1 : at,
    end: at + inner.length + 4,
    name: { start, end: start + note.length },
    note,
    ...parseLinkTarget(part),
    alias: bar < 0 ? null : inner.slice(inner.indexOf('|', bar) + 1).trim(),
    embed,
  };
}

export type { Link } from './link.js';

/**
 * Finds all links to notes outside code, from left to right: wikilinks and Markdown links. Fences and code spans are
 * found line by line; `findVisibleLinks` also excludes indented code and HTML.
 */
export function findLinks(text: string): Link[] {
  const mayWiki = text.includes('[[');
  const mayMarkdown = text.includes('](') || text.includes(']:');
  if (!mayWiki && !mayMarkdown) return [];
  const code = codeSpans(text);
  const notebook = mayWiki ? wikilinks(text, code) : [];
  if (!mayMarkdown) return notebook;
  return [...notebook, ...findMarkdownLinks(text, code, notebook)].sort((a, b) => a.start - b.start);
}

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
