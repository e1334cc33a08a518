import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findSureForm } from '../../../../src/features/promotion/sure-form.js';
import type { EntryType } from '../../../../src/notes/entry-types.js';

interface Labelled {
  /** The type of the promoted entry, `?` for one that waits for an answer, `-` for one that is of its day. */
  readonly becomes: string;
  readonly entry: { readonly type: EntryType; readonly text: string; readonly why: string | null };
}

const LABELLED: readonly Labelled[] = readFileSync(
  new URL('../../../fixtures/loose/worth.txt', import.meta.url),
  'utf8',
)
  .split('\n')
  .flatMap((line) => {
    const [, becomes, type, text, why] = /^(\S+) :: (\w+) :: (.*?)(?: :: (.*))?$/.exec(line) ?? [];
    return becomes && type && text
      ? [{ becomes, entry: { type: type as EntryType, text, why: why ?? null } }]
      : [];
  });

describe('a sure form', () => {
  it('is promoted, and nothing else', () => {
    const wrong = LABELLED.filter(({ becomes, entry }) => {
      const type = findSureForm(entry)?.type ?? null;
      return type !== (becomes === '?' || becomes === '-' ? null : becomes);
    });
    expect(LABELLED.length).toBeGreaterThanOrEqual(80);
    expect(wrong).toEqual([]);
  });

  it('has the rejected option and the reason', () => {
    expect(findSureForm({ type: 'rejected', text: 'Redux', why: 'too much ceremony' })).toEqual({
      type: 'decision',
      text: 'decided against Redux',
      why: 'too much ceremony',
    });
    expect(findSureForm({ type: 'rejected', text: 'tried Redux - too much ceremony', why: null })).toEqual({
      type: 'decision',
      text: 'decided against Redux',
      why: 'too much ceremony',
    });
    expect(findSureForm({ type: 'rejected', text: 'Decided against Redux', why: 'slow' })?.text).toBe(
      'Decided against Redux',
    );
    expect(findSureForm({ type: 'rejected', text: 'decided not to cache', why: 'slow' })?.text).toBe(
      'decided against: cache',
    );
  });

  it('never throws', () => {
    for (const text of ['', ' ', '-', ' - ', '->', '`', '?', ', ,', ' because '])
      for (const type of ['rejected', 'experience', 'fact'] as const)
        expect(() => findSureForm({ type, text, why: null })).not.toThrow();
  });
});
