import { expect, it } from 'vitest';
import { scanBlocks } from '../../../../src/markdown/block-scanner.js';
import { mergeFile } from '../../../../src/notes/merge/merge-file.js';

const HEAD = '# Start\n\nText of a person.\n\n';
const TAIL = '\n- an entry ^aaaaaa00001\n';

const list = (hash: string, ...items: readonly string[]) =>
  `<!-- daybook:list decisions -->\n${items.map((item) => `- ${item}\n`).join('')}<!-- daybook:end ${hash} -->\n`;

function merge(base: string, ours: string, theirs: string): string {
  const versions = { base: HEAD + base + TAIL, ours: HEAD + ours + TAIL, theirs: HEAD + theirs + TAIL };
  const merged = mergeFile(versions, 'pages/start.md', scanBlocks);
  const swapped = { ...versions, ours: versions.theirs, theirs: versions.ours };
  expect(mergeFile(swapped, 'pages/start.md', scanBlocks)).toEqual(merged);
  expect(merged.conflicts).toBe(0);
  return merged.text;
}

const OLD = list('00000000', '[[a]]', '[[b]]');
const ONE = list('11111111', '[[a]]', '[[c]]');
const TWO = list('22222222', '[[d]]', '[[b]]');

it('takes the list that one side changed', () => {
  expect(merge(OLD, ONE, OLD)).toBe(HEAD + ONE + TAIL);
});

it('takes one of two lists whole, and never the lines of both', () => {
  expect(merge(OLD, ONE, TWO)).toBe(HEAD + ONE + TAIL);
  expect(merge('', TWO, ONE)).toBe(HEAD + ONE + TAIL);
});

it('merges what stands around the list by entries', () => {
  const more = '\n- another entry ^bbbbbb00001\n';
  expect(merge(OLD, ONE + more, `Their text.\n\n${TWO}`)).toBe(`${HEAD}Their text.\n\n${ONE}${more}${TAIL}`);
});

it('keeps two lists with the same query apart', () => {
  const both = (first: string, second: string) => `${first}\nBetween.\n\n${second}`;
  expect(merge(both(OLD, OLD), both(ONE, OLD), both(OLD, TWO))).toBe(HEAD + both(ONE, TWO) + TAIL);
});

it('leaves an example in a fence to the merge by lines', () => {
  const fence = (text: string) => `\`\`\`md\n${text}\`\`\`\n`;
  const merged = merge(fence(OLD), fence(ONE), fence(TWO));
  for (const item of ['[[c]]', '[[d]]']) expect(merged).toContain(item);
});
