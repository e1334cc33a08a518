import { scanBlocks } from '../../markdown/block-scanner.js';
import type { Outline } from '../../markdown/outline.js';
import { estimateParseCost } from '../../markdown/parse-cost.js';

/**
 * Returns what outlines texts like these: the line scanner where it is certain, else remark. Text that is too heavy for
 * remark keeps the scanner's doubts; the merge is checked by reading its result back.
 */
export async function loadOutline(texts: readonly string[]): Promise<(text: string) => Outline> {
  if (texts.every((text) => scanBlocks(text).isCertain)) return scanBlocks;
  if (texts.some((text) => estimateParseCost(text) === 'too heavy')) return scanBlocks;
  const { parseWithRemark } = await import('../../markdown/remark-outline.js');
  return parseWithRemark;
}
