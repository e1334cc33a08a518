import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatBlock, parseBlock } from '../../../src/notes/entries/block.js';

const SEED = 20_260_607;

test('a block with an id, fields in three ways, and a body', () => {
  const source =
    '## Session Log: abc\n^k3m9p2x1ab4\n\n**Goal**: build it\n- **Outcome**: done\n\n```yaml\ncategory: process\n```\n\nThe rest\nof it.\n';
  const { depth, heading, id, fields, body } = parseBlock(source);
  expect([depth, heading, id]).toEqual([2, 'Session Log: abc', 'k3m9p2x1ab4']);
  expect([...fields]).toEqual([
    ['goal', 'build it'],
    ['outcome', 'done'],
    ['category', 'process'],
  ]);
  expect(body.filter((line) => line !== '' && !line.startsWith('```'))).toEqual(['The rest', 'of it.']);
});

test('code contains no fields and no ids', () => {
  const { id, fields } = parseBlock('### Tool: x\n\n```\n^abc\n**Goal**: no\n```\n');
  expect([id, fields.size]).toEqual([null, 0]);
});

test(`a block that is written reads back equal (1000 blocks, seed ${SEED})`, () => {
  const word = fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,10}[A-Za-z]$/);
  const value = fc
    .string({ unit: 'grapheme', maxLength: 30 })
    .map((text) => text.replace(/[\r\n]/g, ' ').replace(/^[ \t]+|[ \t]+$/g, ''));
  const parts = fc.record({
    depth: fc.integer({ min: 1, max: 6 }),
    heading: value.map((text) => text.replace(/#+$/, '').trim()),
    id: fc.option(fc.stringMatching(/^[a-z0-9]{11}$/), { nil: null }),
    fields: fc.uniqueArray(
      fc.tuple(
        word.map((name) => name.toLowerCase()),
        value,
      ),
      { selector: ([name]) => name, maxLength: 4 },
    ),
  });
  fc.assert(
    fc.property(parts, ({ fields, ...rest }) => {
      const read = parseBlock(formatBlock({ ...rest, fields, body: ['Some body.'] }).join('\n'));
      expect({ ...read, fields: [...read.fields] }).toEqual({ ...rest, fields, body: ['Some body.'] });
    }),
    { numRuns: 1000, seed: SEED },
  );
});
