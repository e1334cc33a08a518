import type { Outline } from '../../markdown/outline.js';
import { type ContextBlock, findBlock, isBlockEdited } from '../context-block-markers.js';
import { type MergedText, mergeTexts, type TextVersions } from './merge-texts.js';

/**
 * Merges three versions of a file with a context block. The block is Daybook's: either side's will do, but one that a
 * person edited stays, so that the edit is found there. The text around it is the user's, and merged by lines.
 */
export function mergeTarget(versions: TextVersions, outline: (text: string) => Outline): MergedText {
  const [base, ours, theirs] = [versions.base, versions.ours, versions.theirs].map((text) =>
    split(text, outline),
  );
  if (!ours?.block || !theirs?.block) return mergeTexts(versions);
  const block = pickBlock(base?.block ?? null, ours.block, theirs.block);
  const around = (['before', 'after'] as const).map((part) =>
    mergeTexts({ base: base?.[part] ?? '', ours: ours[part], theirs: theirs[part] }),
  );
  return {
    text: `${around[0]?.text}${block.source}${around[1]?.text}`,
    conflicts: around.reduce((sum, { conflicts }) => sum + conflicts, 0),
  };
}

interface Block extends ContextBlock {
  readonly source: string;
}

interface Split {
  readonly before: string;
  readonly block: Block | null;
  readonly after: string;
}

function split(text: string, outline: (text: string) => Outline): Split {
  const found = findBlock(outline(text), text);
  if (!found || 'problem' in found) return { before: text, block: null, after: '' };
  const source = text.slice(found.start, found.end);
  return { before: text.slice(0, found.start), block: { ...found, source }, after: text.slice(found.end) };
}

/** The block that one side changed; of two the edited one, and of two edited ones the text of both. */
function pickBlock(base: Block | null, ours: Block, theirs: Block): Block {
  const [one, other] = ours.source <= theirs.source ? [ours, theirs] : [theirs, ours];
  if (one.source === other.source || base?.source === other.source) return one;
  if (base?.source === one.source || (isBlockEdited(other) && !isBlockEdited(one))) return other;
  if (!isBlockEdited(one) || !isBlockEdited(other)) return one;
  const [open = '', ...lines] = one.source.split('\n');
  const more = other.body.split('\n').filter((line) => !lines.includes(line));
  const end = lines.findLastIndex((line) => line.trim() !== '');
  return { ...one, source: [open, ...lines.slice(0, end), ...more, ...lines.slice(end)].join('\n') };
}
