import type { Block, Outline } from './outline.js';
import { splitLines, type TextEdit } from './text-edit.js';

/** Depth of a heading that Daybook adds. */
const DEPTH = 2;

/**
 * Plans to add an item at the end of the root section with this heading, after the last item of its list and with that
 * item's bullet. A missing heading is added in the place that `order` sets. `line` writes the item after a bullet, with
 * its nested lines.
 */
export function appendToSection(
  text: string,
  outline: Outline,
  heading: string,
  order: readonly string[],
  line: (bullet: string) => string,
): TextEdit[] {
  const at = indexOfHeading(outline, heading);
  if (at < 0) return newSection(text, outline, heading, order, line('-').split('\n'));
  const own = outline.blocks.slice(at + 1, sectionEnd(outline, at));
  const last = own.findLast(({ kind }) => kind === 'item');
  if (last) return [insertBehind(text, outline, last, line(bulletBehind(last)).split('\n'), false)];
  return [
    insertBehind(text, outline, own.at(-1) ?? (outline.blocks[at] as Block), line('-').split('\n'), true),
  ];
}

/** Plans to add lines at the end of the note, or at the end of all that stands below a heading, behind a blank line. */
export function appendBlock(
  text: string,
  outline: Outline,
  lines: readonly string[],
  below?: string,
): TextEdit[] {
  const at = below === undefined ? -1 : indexOfHeading(outline, below);
  if (below !== undefined && at < 0) return newSection(text, outline, below, [], lines);
  const end = at < 0 ? outline.blocks.length : subtreeEnd(outline, at);
  const last = outline.blocks[end - 1];
  return [last ? insertBehind(text, outline, last, lines, true) : insertAtStart(text, outline, lines)];
}

/** Plans to add text behind the last byte of a note, with the note's line endings and a blank line before it. */
export function appendText(text: string, eol: string, added: string): TextEdit {
  const end = /(?:\r\n|\n|\r)?(?:\r\n|\n|\r)?$/.exec(text)?.[0] ?? '';
  const breaks = text === '' ? 2 : splitLines(end).length - 1;
  const body = splitLines(added.trim()).join(eol);
  return { at: text.length, old: '', new: body === '' ? '' : eol.repeat(2 - breaks) + body + eol };
}

/** Plans to replace a block's lines; only the differing units are changed. */
export function replaceLine(
  text: string,
  outline: Outline,
  block: Block,
  lines: readonly string[],
): TextEdit[] {
  return replaceSpan(text, block.start, findBlockContentEnd(text, block), lines.join(outline.eol));
}

/** Plans to replace the text between two offsets; only the differing units are changed. */
export function replaceSpan(text: string, start: number, end: number, fresh: string): TextEdit[] {
  const old = text.slice(start, end);
  if (old === fresh) return [];
  const most = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < most && old[head] === fresh[head]) head++;
  while (head > 0 && isWithin(old, head)) head--;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++;
  while (tail > 0 && (isWithin(old, old.length - tail) || isWithin(fresh, fresh.length - tail))) tail--;
  return [
    {
      at: start + head,
      old: old.slice(head, old.length - tail),
      new: fresh.slice(head, fresh.length - tail),
    },
  ];
}

/** Plans to replace the lines of a pair of markers, markers included; no edit if they are equal. */
export function replaceBetweenMarkers(
  text: string,
  outline: Outline,
  span: { readonly start: number; readonly end: number },
  lines: readonly string[],
): TextEdit[] {
  const end = text.slice(span.start, span.end).replace(/(?<![\r\n])[\r\n]+$/, '').length + span.start;
  return replaceSpan(text, span.start, end, lines.join(outline.eol));
}

/**
 * Plans to remove blocks, each with the blank lines after it if others are before it. Blocks that become neighbours
 * keep a blank line between them.
 */
export function removeBlocks(text: string, outline: Outline, blocks: readonly Block[]): TextEdit[] {
  const gone = new Set(blocks.map(({ start }) => start));
  const splices: TextEdit[] = [];
  for (let at = 0; at < outline.blocks.length; at++) {
    if (!gone.has((outline.blocks[at] as Block).start)) continue;
    const first = at;
    while (gone.has(outline.blocks[at + 1]?.start ?? -1)) at++;
    splices.push(removeRun(text, outline, first, at));
  }
  return splices;
}

function removeRun(text: string, outline: Outline, first: number, last: number): TextEdit {
  const { blocks, eol } = outline;
  const from = blocks[first] as Block;
  const to = blocks[last] as Block;
  const before = blocks[first - 1];
  const after = blocks[last + 1];
  if (!after) return cut(text, before ? endWithBreak(text, before, from) : 0, text.length, '');
  const gapBefore = !before || before.lastLine + 1 < from.line;
  const gapAfter = to.lastLine + 1 < after.line;
  if (gapBefore) return cut(text, from.start, after.start, '');
  if (gapAfter || (before.kind === 'item' && after.kind === 'item')) return cut(text, from.start, to.end, '');
  return cut(text, from.start, to.end, before.kind === 'heading' ? '' : eol);
}

const cut = (text: string, at: number, end: number, fresh: string): TextEdit => ({
  at,
  old: text.slice(at, end),
  new: fresh,
});

/** Where the last line before the cut ends: the note keeps its final line ending, or the lack of it. */
function endWithBreak(text: string, before: Block, from: Block): number {
  return /[\r\n]$/.test(text) ? before.end : Math.min(findBlockContentEnd(text, before), from.start);
}

/** The first root heading with this text, whatever its depth and case; -1 for none. */
export function indexOfHeading({ blocks }: Outline, heading: string): number {
  const wanted = normalizeHeading(heading);
  return blocks.findIndex(({ kind, text }) => kind === 'heading' && normalizeHeading(text) === wanted);
}

/** Normalises a heading for comparison: lower case, without a final colon. */
export const normalizeHeading = (text: string): string =>
  text
    .trimEnd()
    .replace(/[:：]$/, '')
    .trim()
    .toLowerCase();

/** Returns the end of the last block before the next heading of any depth. */
function sectionEnd({ blocks }: Outline, at: number): number {
  const next = blocks.findIndex(({ kind }, i) => i > at && kind === 'heading');
  return next < 0 ? blocks.length : next;
}

/** Returns the end of the last block before the next heading that is not deeper. */
function subtreeEnd({ blocks }: Outline, at: number): number {
  const { depth } = blocks[at] as Block;
  const next = blocks.findIndex((block, i) => i > at && block.kind === 'heading' && block.depth <= depth);
  return next < 0 ? blocks.length : next;
}

/** Adds a missing heading before the first one that is later in the order, else at the end. */
function newSection(
  text: string,
  outline: Outline,
  heading: string,
  order: readonly string[],
  lines: readonly string[],
): TextEdit[] {
  const whole = [`${'#'.repeat(DEPTH)} ${heading}`, '', ...lines];
  const later = order
    .slice(order.findIndex((one) => normalizeHeading(one) === normalizeHeading(heading)) + 1)
    .map(normalizeHeading);
  const next = outline.blocks.find(
    ({ kind, text: own }) => kind === 'heading' && later.includes(normalizeHeading(own)),
  );
  if (!next || !order.includes(heading)) {
    const last = outline.blocks.at(-1);
    return [last ? insertBehind(text, outline, last, whole, true) : insertAtStart(text, outline, whole)];
  }
  const before = outline.blocks[outline.blocks.indexOf(next) - 1];
  const blank = before && before.lastLine + 1 === next.line ? [''] : [];
  return [{ at: next.start, old: '', new: [...blank, ...whole, '', ''].join(outline.eol) }];
}

/** Adds to a note without blocks; its blank lines stay. */
function insertAtStart(text: string, { eol }: Outline, lines: readonly string[]): TextEdit {
  return {
    at: 0,
    old: '',
    new: text === '' || !/^[\r\n]/.test(text) ? `${lines.join(eol)}${eol}` : lines.join(eol),
  };
}

/**
 * Inserts whole lines after a block, with a blank line before them if requested. Following blank lines stay; text that
 * follows directly gets a blank line, unless an item continues its list. At the end of a note the final line ending
 * stays as it is, present or missing.
 */
function insertBehind(
  text: string,
  { blocks, eol }: Outline,
  block: Block,
  lines: readonly string[],
  apart: boolean,
): TextEdit {
  const body = [...(apart ? [''] : []), ...lines].join(eol);
  const at = findBlockContentEnd(text, block);
  if (at === block.end) return { at, old: '', new: eol + body };
  const next = blocks.find(({ start }) => start >= block.end);
  const touches = next !== undefined && next.line === block.lastLine + 1;
  const loose = touches && (apart || next.kind === 'paragraph');
  return { at: block.end, old: '', new: body + eol + (loose ? eol : '') };
}

/** Returns the end of a block's last line, without its line ending. */
export function findBlockContentEnd(text: string, { start, end }: Pick<Block, 'start' | 'end'>): number {
  let at = end;
  if (at > start && text[at - 1] === '\n') at--;
  if (at > start && text[at - 1] === '\r') at--;
  return at;
}

/** The bullet of the next item: the same, or the next number; an empty item's gets its blank. */
function bulletBehind({ marker }: Block): string {
  const next = marker.replace(/\d+/, (digits) => String(Number(digits) + 1).slice(0, 9));
  return /\s$/.test(next) ? next : `${next} `;
}

/** True between the halves of a surrogate pair or of a `\r\n`. */
function isWithin(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 0xdc00 && code <= 0xdfff) || (code === 10 && text[at - 1] === '\r');
}

/** A text in a fence that nothing in it can close. */
export function wrapInFence(text: string, language = 'text'): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}${language}\n${text.trimEnd()}\n${mark}`;
}
