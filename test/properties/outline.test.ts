import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scanBlocks } from '../../src/markdown/block-scanner.js';
import { estimateParseCost } from '../../src/markdown/parse-cost.js';
import { parseWithRemark } from '../../src/markdown/remark-outline.js';
import { EXAMPLES, PIECES } from '../support/markdown-samples.js';

const RUNS = process.env.DAYBOOK_FULL ? 50_000 : 2_000;
const SEED = 20_260_607;

const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((parts) => parts.join(''));
const mutated = fc
  .tuple(
    fc.constantFrom(...EXAMPLES),
    fc.array(fc.tuple(fc.nat(400), fc.nat(3), fc.constantFrom(...PIECES)), { maxLength: 4 }),
    fc.constantFrom(...EXAMPLES, ''),
  )
  .map(
    ([text, changes, more]) =>
      changes.reduce((now, [at, gone, piece]) => {
        const from = at % (now.length + 1);
        return now.slice(0, from) + piece + now.slice(from + gone);
      }, text) + more,
  );

test(`T16: the scanner and remark disagree on no generated text (${RUNS} texts, seed ${SEED})`, () => {
  const count = { certain: 0, unsure: 0, heavy: 0 };
  fc.assert(
    fc.property(fc.oneof(pieces, mutated, fc.string({ unit: 'binary', maxLength: 60 })), (text) => {
      const seen = scanBlocks(text);
      if (estimateParseCost(text) === 'too heavy') count.heavy++;
      else if (!seen.isCertain) count.unsure++;
      if (!seen.isCertain || estimateParseCost(text) === 'too heavy') return;
      count.certain++;
      const { blocks, eol } = parseWithRemark(text);
      expect({ blocks: seen.blocks, eol: seen.eol }).toEqual({ blocks, eol });
    }),
    { numRuns: RUNS, seed: SEED },
  );
  console.log(
    `seed ${SEED}: ${RUNS} texts, ${count.certain} certain, 0 disagreements, ${count.unsure} left to remark, ${count.heavy} too heavy`,
  );
  expect(count.certain / RUNS).toBeGreaterThan(0.85);
});

test(`T16: blocks are ordered, disjoint, whole lines that hold something (${RUNS} texts, seed ${SEED})`, () => {
  fc.assert(
    fc.property(fc.oneof(pieces, mutated), (text) => {
      let end = 0;
      let line = 0;
      for (const block of scanBlocks(text).blocks) {
        expect(block.start).toBeGreaterThanOrEqual(end);
        expect(block.end).toBeGreaterThan(block.start);
        expect(block.line).toBeGreaterThan(line);
        expect(text.slice(end, block.start)).toMatch(/^[ \t\r\n]*$/);
        ({ end, lastLine: line } = block);
      }
      expect(text.slice(end)).toMatch(/^[ \t\r\n]*$/);
    }),
    { numRuns: RUNS, seed: SEED },
  );
});
