import { scanBlocks } from '../../markdown/block-scanner.js';
import type { Outline } from '../../markdown/outline.js';
import { estimateParseCost } from '../../markdown/parse-cost.js';

/**
 * Returns the outline function for these texts: the line scanner if it is certain, else remark. Texts too heavy for remark
 * use the scanner even if it is not certain; the merge checks its result by reading it back.
 */
export async function loadOutline(texts: readonly string[]): Promise<(text: string) => Outline> {
  if (texts.every((text) => scanBlocks(text).isCertain)) return scanBlocks;
  if (texts.some((text) => estimateParseCost(text) === 'too heavy')) return scanBlocks;
  const { parseWithRemark } = await import('../../markdown/remark-outline.js');
  return parseWithRemark;
}
