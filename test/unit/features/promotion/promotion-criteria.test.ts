import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { evaluatePromotion } from '../../../../src/features/promotion/evaluate-promotion.js';

const LABELLED = readFileSync(new URL('../../../fixtures/loose/worth.txt', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, becomes, type, text, why] = /^(\S+) :: (\w+) :: (.*?)(?: :: (.*))?$/.exec(line) ?? [];
    return type && text
      ? [{ becomes: becomes === '-' ? null : becomes, entry: { type, text, why: why ?? null } }]
      : [];
  });

describe('worth', () => {
  it('lifts what teaches and leaves chatter behind', () => {
    const judged = LABELLED.map(({ becomes, entry }) => ({
      becomes,
      risen: evaluatePromotion(entry)?.type ?? null,
    }));
    const rose = judged.filter(({ risen }) => risen);
    const should = judged.filter(({ becomes }) => becomes);
    const right = rose.filter(({ becomes, risen }) => becomes === risen).length;
    console.log(
      `worth: ${LABELLED.length} examples, precision ${(right / rose.length).toFixed(3)}, recall ${(right / should.length).toFixed(3)}`,
    );
    expect(LABELLED.length).toBeGreaterThanOrEqual(80);
    expect(should.length * 2).toBeLessThanOrEqual(LABELLED.length);
    expect(right / rose.length).toBeGreaterThanOrEqual(0.95);
    expect(right / should.length).toBeGreaterThanOrEqual(0.95);
  });

  it('says what was decided against, and why', () => {
    expect(evaluatePromotion({ type: 'rejected', text: 'Redux', why: 'too much ceremony' })).toEqual({
      type: 'decision',
      text: 'decided against Redux',
      why: 'too much ceremony',
    });
    expect(
      evaluatePromotion({ type: 'rejected', text: 'tried Redux - too much ceremony', why: null }),
    ).toEqual({
      type: 'decision',
      text: 'decided against Redux',
      why: 'too much ceremony',
    });
    expect(evaluatePromotion({ type: 'rejected', text: 'Decided against Redux', why: 'slow' })?.text).toBe(
      'Decided against Redux',
    );
    expect(evaluatePromotion({ type: 'rejected', text: 'decided not to cache', why: 'slow' })?.text).toBe(
      'decided against: cache',
    );
  });

  it('keeps the words of an experience', () => {
    const entry = { type: 'experience', text: 'React re-renders the list on each key', why: 'keys changed' };
    expect(evaluatePromotion(entry)).toEqual({ ...entry, type: 'learning' });
  });

  it('never throws', () => {
    for (const text of ['', ' ', '-', ' - ', '->', '`', '?', ', ,', ' because '])
      for (const type of ['rejected', 'experience', 'no such type'])
        expect(() => evaluatePromotion({ type, text, why: null })).not.toThrow();
  });
});
