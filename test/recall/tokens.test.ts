import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digest } from '../../src/recall/brief/digest.js';
import { tokens } from '../../src/recall/brief/tokenizer.js';
import { estimateTokens } from '../../src/recall/brief/tokens.js';

test('the estimate lies a little above what the tokenizer counts', () => {
  const texts = ['README.md', 'src/recall/brief/brief.ts', 'src/store/lock.ts'].map((path) =>
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
      const { text, omitted } = digest(
        { head: 'Head', parts: ['A', 'B'], candidates: lines, hidden: 0, count: tokens },
        budget,
      );
      expect(tokens(text)).toBeLessThanOrEqual(budget);
      expect(omitted).toBeLessThanOrEqual(lines.length);
    }),
    { numRuns: 150, seed: 7 },
  );
});
