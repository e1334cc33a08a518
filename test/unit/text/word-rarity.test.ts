import { describe, expect, it } from 'vitest';
import { stem } from '../../../src/text/stem.js';
import { createWordRarity } from '../../../src/text/word-rarity.js';

describe('the rarity of a word', () => {
  const rarityOf = createWordRarity();

  it('tells frequent, uncommon and unknown words', () => {
    expect(rarityOf(stem('people'))).toBeLessThan(8);
    expect(rarityOf(stem('folder'))).toBeGreaterThan(10);
    expect(rarityOf(stem('folder'))).toBeLessThan(14);
    for (const name of ['axios', 'postgres', 'kubectl', 'src/queue.ts']) expect(rarityOf(name)).toBe(17.7);
  });
});
