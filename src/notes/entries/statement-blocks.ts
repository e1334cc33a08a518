import type { Block, Outline, TextRange } from '../../markdown/outline.js';
import { splitStatements } from '../freeform/split-statements.js';

/**
 * Splits a paragraph, or an item with a first paragraph has several lines, into one block for each statement. What stays
 * below an item's first paragraph belongs to the last. Other blocks stay whole.
 */
export function splitBlock(text: string, block: Block): readonly Block[] {
  const { kind, start, end, line, lastLine } = block;
  if (line === lastLine || (kind !== 'paragraph' && (kind !== 'item' || !block.text.includes('\n'))))
    return [block];
  const source = kind === 'item' ? getFirstParagraph(text, block) : text.slice(start, end);
  const spans = splitStatements(source);
  if (spans.length === 1) return [block];
  return spans.map((span, at) => {
    const next = spans[at + 1];
    const words = source.slice(span.start, span.end);
    const indent = at === 0 ? block.marker.length : (/^[ \t]*/.exec(words)?.[0].length ?? 0);
    return {
      ...block,
      kind: at === 0 ? kind : 'paragraph',
      marker: at === 0 ? block.marker : words.slice(0, indent),
      line: line + span.line,
      lastLine: next ? line + next.line - 1 : lastLine,
      start: start + span.start,
      end: next ? start + span.end : end,
      text: words
        .slice(indent)
        .split(/\r\n|\n|\r/)
        .map((one) => one.trim())
        .filter((one) => one !== '')
        .join('\n'),
    };
  });
}

/** Returns the lines of an item up to the end of its first paragraph, marker included. */
export function getFirstParagraph(text: string, { start, end, text: words }: Block): string {
  const lines = text.slice(start, end).split(/(?<=\n|\r(?!\n))/);
  return lines.slice(0, words.split('\n').length).join('');
}

/** Finds the block of an entry; for one of several statements of a block, the lines of that statement alone. */
export function findEntryBlock(text: string, { blocks }: Outline, entry: TextRange): Block | null {
  const block = blocks.find(({ start, end }) => start <= entry.start && entry.start < end);
  if (!block || (block.start === entry.start && block.end <= entry.end)) return block ?? null;
  return splitBlock(text, block).find(({ start }) => start === entry.start) ?? null;
}
