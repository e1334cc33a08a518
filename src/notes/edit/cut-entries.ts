import type { Block, Outline } from '../../markdown/outline.js';
import { removeBlocks } from '../../markdown/section-edits.js';
import type { TextEdit } from '../../markdown/text-edit.js';
import type { LocatedEntry } from '../entries/read-entries.js';
import { splitBlock } from '../entries/statement-blocks.js';

/** Takes entries out of the text of their note: whole blocks, or the lines of one of several statements of a block. */
export function cutEntries(
  text: string,
  outline: Outline,
  entries: readonly Pick<LocatedEntry, 'start' | 'end'>[],
): readonly TextEdit[] {
  const isGoing = ({ start }: Block) => entries.some((one) => start >= one.start && start < one.end);
  const gone = outline.blocks.map((block) => {
    const parts = splitBlock(text, block);
    return { block, parts: parts.filter(isGoing), isWhole: parts.every(isGoing) };
  });
  const whole = gone.filter(({ isWhole }) => isWhole).map(({ block }) => block);
  return [
    ...removeBlocks(text, outline, whole),
    ...gone.flatMap(({ isWhole, parts }) => (isWhole ? [] : parts.map((part) => cutLines(text, part)))),
  ].toSorted((a, b) => a.at - b.at);
}

const cutLines = (text: string, { start, end }: Block): TextEdit => ({
  at: start,
  old: text.slice(start, end),
  new: '',
});
