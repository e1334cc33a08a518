import { scanBlocks } from '../markdown/block-scanner.js';
import { estimateParseCost } from '../markdown/parse-cost.js';
import { clearContextBlock } from '../notes/context-block-markers.js';
import { decode } from '../platform/encoding.js';
import { readStandardBytes, writeBytes, writeText } from '../platform/standard-io.js';

/**
 * Git's clean filter: a file comes on standard input, and goes to standard output with nothing in its context block. Any
 * other byte stays. A text without a certain outline passes unchanged.
 */
export async function main(): Promise<number> {
  const bytes = readStandardBytes();
  const decoded = decode(bytes);
  if (decoded?.text.includes('MIND:CONTEXT'))
    writeText(1, (decoded.bom ? '\uFEFF' : '') + (await clean(decoded.text)));
  else writeBytes(1, bytes);
  return 0;
}

async function clean(text: string): Promise<string> {
  const outline = scanBlocks(text);
  if (outline.isCertain) return clearContextBlock(text, outline);
  if (estimateParseCost(text) === 'too heavy') return text;
  return clearContextBlock(text, (await import('../markdown/remark-outline.js')).parseWithRemark(text));
}
