import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWithinOneEdit } from '../../../src/text/edit-distance.js';

test('a word differs by as many slips as the fewest that make it of the other, two letters that changed places being one', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });
  let [little, much] = [0, 0];
  fc.assert(
    fc.property(word, word, fc.nat(3), (a, b, most) => {
      const wanted = slips(a, b) <= most;
      if (wanted) little++;
      else much++;
      expect(isWithinOneEdit(a, b, most)).toBe(wanted);
    }),
    { numRuns: 5000, seed: 20260607 },
  );
  console.log(`${little} pairs differed little, ${much} did not`);
  expect(Math.min(little, much)).toBeGreaterThan(1000);
});

/** The whole table of optimal string alignment: what a prefix of one and a prefix of the other are apart. */
function slips(a: string, b: string): number {
  const apart = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => i + j),
  );
  const at = (i: number, j: number): number => apart[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const other = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : other;
      (apart[i] as number[])[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, other, swapped);
    }
  return at(a.length, b.length);
}
