import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bearingOn, touches } from '../../src/recall/matching/match.js';

interface Labelled {
  readonly wanted: boolean;
  readonly known: string;
  readonly said: string;
}

const fixture = (name: string): Labelled[] =>
  readFileSync(new URL(`../fixtures/match/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([wanted, known = '', said = '']) => ({ wanted: wanted === 'yes', known, said }));

describe.each([
  ['prompts.txt', 0.95, (one: Labelled) => touches(one.said, one.known)],
  ['prompts-afterwards.txt', 0.85, (one: Labelled) => touches(one.said, one.known)],
  ['traps.txt', 0.9, (one: Labelled) => bearingOn(one.said)(one.known)],
])('%s', (name, least, judge) => {
  const all = fixture(name);
  const wrong = all.filter((one) => judge(one) !== one.wanted);
  const found = all.filter((one) => judge(one));
  const right = found.filter(({ wanted }) => wanted).length;
  const precision = right / found.length;
  const recall = right / all.filter(({ wanted }) => wanted).length;

  it(`is told with a precision and a recall of at least ${least}`, () => {
    console.log(
      `${name}: ${all.length} labelled, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}` +
        wrong.map(({ known, said }) => `\n  wrong: ${known} | ${said}`).join(''),
    );
    expect(precision).toBeGreaterThanOrEqual(least);
    expect(recall).toBeGreaterThanOrEqual(least);
  });
});

describe('a match', () => {
  it('names files by path or name', () => {
    expect(bearingOn('tidy up', ['src/queue.ts'])('src/queue.ts doubles jobs on retry')).toBe(true);
    expect(bearingOn('tidy up', ['src/queue.ts'])('queue.ts doubles jobs on retry')).toBe(true);
    expect(bearingOn('tidy up', ['src/queue.ts'])('requeue.ts doubles jobs on retry')).toBe(false);
  });

  it('never throws, and touches nothing where nothing is said', () => {
    for (const text of ['', ' ', '(', '\\', '*'.repeat(50), '\ud800', 'a'.repeat(20_000)]) {
      expect(touches(text, '')).toBe(false);
      expect(touches('auth', text)).toBe(false);
      expect(bearingOn(text)(text)).toBeTypeOf('boolean');
    }
  });
});
