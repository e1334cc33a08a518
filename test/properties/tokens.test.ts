import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { fitToBudget } from '../../src/features/context-block/token-budget.js';
import { readTokenizerRanks } from '../../src/platform/assets.js';
import { estimateTokens } from '../../src/text/tokens/estimate.js';
import { createTokenizer } from '../../src/text/tokens/o200k.js';

const tokens = createTokenizer(readTokenizerRanks());

/** The library that the ranks come from counts the same. */
const reference = (text: string) => countTokens(text, { disallowedSpecial: new Set() });

test('the tokenizer counts as its reference does, whatever the text', () => {
  for (const path of [
    'README.md',
    'src/store/lock.ts',
    'src/security/secret-patterns.data.ts',
    'package-lock.json',
  ])
    expect(tokens(readFileSync(path, 'utf8')), path).toBe(reference(readFileSync(path, 'utf8')));
  expect(tokens('')).toBe(0);
  expect(tokens('a'.repeat(3000))).toBe(reference('a'.repeat(3000)));
  const words = fc.constantFrom(
    'hello',
    ' World',
    '日本語',
    '我们',
    '👩‍👩‍👧',
    'İ',
    '\r\n',
    '  ',
    "can't",
    '<|endoftext|>',
    '12345',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.array(words, { maxLength: 30 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (one) => {
      expect(tokens(one)).toBe(reference(one));
    }),
    { numRuns: 300, seed: 7 },
  );
});

test('the estimate lies a little above what the tokenizer counts', () => {
  const texts = ['README.md', 'src/features/context-block/build-brief.ts', 'src/store/lock.ts'].map((path) =>
    readFileSync(path, 'utf8'),
  );
  const chinese = '我决定使用 SQLite 作为缓存，因为不需要服务器。原来路径要用绝对路径，否则部署会失败。';
  for (const text of [...texts, chinese.repeat(3)]) {
    const ratio = estimateTokens(text) / tokens(text);
    expect(ratio).toBeGreaterThan(1);
    expect(ratio).toBeLessThan(1.5);
  }
});

test('a digest holds its budget by the tokenizer, whatever the lines hold', () => {
  const line = fc.record({
    part: fc.constantFrom('A', 'B'),
    line: fc.string({ unit: 'binary', maxLength: 200 }),
    rank: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), fc.integer({ min: 60, max: 900 }), (lines, budget) => {
      const { text, omitted } = fitToBudget(
        { head: 'Head', parts: ['A', 'B'], candidates: lines, hidden: 0, count: tokens },
        budget,
      );
      expect(tokens(text)).toBeLessThanOrEqual(budget);
      expect(omitted).toBeLessThanOrEqual(lines.length);
    }),
    { numRuns: 150, seed: 7 },
  );
});
