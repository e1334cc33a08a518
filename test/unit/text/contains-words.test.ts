import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWordSequenceIn } from '../../../src/text/contains-words.js';

const words = fc.array(
  fc.string({ unit: fc.constantFrom('a', 'B', 'é', '1', '.', '('), minLength: 1, maxLength: 3 }),
  {
    minLength: 1,
    maxLength: 3,
  },
);
const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'É', '1', '.', '(', ' ', '\n', '\\', '\u00a0'),
  maxLength: 30,
});

/** The same as a pattern. */
const pattern = (all: readonly string[]): RegExp =>
  new RegExp(
    `${all.map((one) => one.replace(/[.(]/g, '\\$&')).join('[\\s\\\\]+')}(?<![a-z0-9](?=[a-z0-9]))`,
    'iu',
  );

describe('words that stand in a row', () => {
  it('are found as a pattern finds them', () => {
    let found = 0;
    fc.assert(
      fc.property(words, text, (all, within) => {
        const stands = pattern(all).test(within);
        if (stands) found++;
        expect(isWordSequenceIn(all, within)).toBe(stands);
      }),
      { numRuns: 5000, seed: 4 },
    );
    console.log(`words in a row: 5000 texts, ${found} hold them (seed 4)`);
    expect(found).toBeGreaterThan(100);
  });

  it('do not match if the last one is only the start of a word', () => {
    expect(isWordSequenceIn(['number', '4'], '- Number\n 41, number 4. ^id')).toBe(true);
    expect(isWordSequenceIn(['number', '4'], '- number 41 and number 42')).toBe(false);
  });

  it('are none in a text of breaks', () => {
    expect(isWordSequenceIn(['', ''], 'a')).toBe(true);
  });
});
