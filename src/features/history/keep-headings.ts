import type { Block, Outline } from '../../markdown/outline.js';
import type { TextEdit } from '../../markdown/text-edit.js';

/** Offsets in a text. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Excludes the headings of sections that still have content from removals, so that lines people wrote there keep their
 * section. `isSection` returns false for headings that are a title or an entry.
 */
export function preserveHeadings(
  text: string,
  { blocks }: Outline,
  splices: readonly TextEdit[],
  isSection: (heading: Block) => boolean,
): readonly TextEdit[] {
  const isGone = (range: Range) => isRemoved(text, range, splices);
  const preserved = blocks
    .filter((block) => block.kind === 'heading' && isSection(block) && isGone(block))
    .filter((block) => !sectionOf(blocks, blocks.indexOf(block)).every(isGone))
    .map((block) => withBlanks(text, block));
  return preserved.reduce((left, range) => left.flatMap((one) => without(one, range)), splices);
}

/** The blocks below a heading, up to the next one that is not deeper. */
function sectionOf(blocks: readonly Block[], index: number): readonly Block[] {
  const depth = blocks[index]?.depth ?? 0;
  const below = blocks.slice(index + 1);
  const end = below.findIndex((block) => block.kind === 'heading' && block.depth <= depth);
  return end < 0 ? below : below.slice(0, end);
}

/** True where removals take out all of a range but blanks. */
function isRemoved(text: string, { start, end }: Range, splices: readonly TextEdit[]): boolean {
  for (let at = start; at < end; at++) {
    if (/\s/.test(text[at] ?? '')) continue;
    const splice = splices.find((one) => one.new === '' && at >= one.at && at < one.at + one.old.length);
    if (!splice) return false;
    at = splice.at + splice.old.length - 1;
  }
  return true;
}

/** A block with the blank lines around it. */
function withBlanks(text: string, { start, end }: Range): Range {
  let from = start;
  while (from > 0 && /\s/.test(text[from - 1] ?? '')) from--;
  let to = end;
  while (to < text.length && /[\r\n]/.test(text[to] ?? '')) to++;
  return { start: from, end: to };
}

/** What a removal takes out on either side of a range. */
function without(splice: TextEdit, { start, end }: Range): readonly TextEdit[] {
  const last = splice.at + splice.old.length;
  if (splice.new !== '' || last <= start || splice.at >= end) return [splice];
  const left = splice.old.slice(0, Math.max(0, start - splice.at));
  const right = splice.old.slice(splice.old.length - Math.max(0, last - end));
  return [
    ...(left === '' ? [] : [{ at: splice.at, old: left, new: '' }]),
    ...(right === '' ? [] : [{ at: end, old: right, new: '' }]),
  ];
}
