import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRelevanceTest } from '../../../src/matching/topics/relevance-test.js';
import { isTopicMatch } from '../../../src/matching/topics/topic-match.js';

interface Labelled {
  readonly wanted: boolean;
  readonly known: string;
  readonly said: string;
}

const fixture = (name: string): Labelled[] =>
  readFileSync(new URL(`../../fixtures/match/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([wanted, known = '', said = '']) => ({ wanted: wanted === 'yes', known, said }));

describe.each([
  ['prompts.txt', 0.95, (one: Labelled) => isTopicMatch(one.said, one.known)],
  ['prompts-afterwards.txt', 0.85, (one: Labelled) => isTopicMatch(one.said, one.known)],
  ['prompts-held-out.txt', 0.9, (one: Labelled) => isTopicMatch(one.said, one.known)],
  ['traps-held-out.txt', 0.85, (one: Labelled) => createRelevanceTest(one.said)(one.known)],
  ['traps.txt', 0.9, (one: Labelled) => createRelevanceTest(one.said)(one.known)],
  // Half of its topics share no word with the prompt: without a table of topics these are not found.
  ['prompts-unseen.txt', 0.85, (one: Labelled) => isTopicMatch(one.said, one.known), 0.5],
  ['traps-unseen.txt', 0.8, (one: Labelled) => createRelevanceTest(one.said)(one.known)],
] as const)('%s', (name, least, judge, leastFound: number = least) => {
  const all = fixture(name);
  const wrong = all.filter((one) => judge(one) !== one.wanted);
  const found = all.filter((one) => judge(one));
  const right = found.filter(({ wanted }) => wanted).length;
  const precision = right / found.length;
  const recall = right / all.filter(({ wanted }) => wanted).length;

  it(`has a precision of at least ${least} and a recall of at least ${leastFound}`, () => {
    console.log(
      `${name}: ${all.length} labelled, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}` +
        wrong.map(({ known, said }) => `\n  wrong: ${known} | ${said}`).join(''),
    );
    expect(precision).toBeGreaterThanOrEqual(least);
    expect(recall).toBeGreaterThanOrEqual(leastFound);
  });
});

it('all prompts and traps together', () => {
  const judged = [
    ...['prompts.txt', 'prompts-afterwards.txt', 'prompts-held-out.txt']
      .flatMap(fixture)
      .map((one) => [one.wanted, isTopicMatch(one.said, one.known)]),
    ...['traps.txt', 'traps-held-out.txt']
      .flatMap(fixture)
      .map((one) => [one.wanted, createRelevanceTest(one.said)(one.known)]),
  ];
  const count = (wanted: boolean, found: boolean) =>
    judged.filter((one) => one[0] === wanted && one[1] === found).length;
  const precision = count(true, true) / (count(true, true) + count(false, true));
  const recall = count(true, true) / (count(true, true) + count(true, false));
  const silent = count(false, true) + count(false, false);
  console.log(
    `matching: ${judged.length} labelled, ${silent} of which must not fire: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
  );
  expect(judged.length).toBeGreaterThanOrEqual(150);
  expect(precision).toBeGreaterThanOrEqual(0.95);
  expect(recall).toBeGreaterThanOrEqual(0.9);
});

describe('a match', () => {
  it('matches by shared words only if they are a large part of the shorter text', () => {
    const work =
      'migrate the invoice table, the billing page, the mail template, the export job and the login form';
    const isRelevant = createRelevanceTest(work);
    expect(isRelevant('the invoice template loses its footer')).toBe(true);
    expect(
      isRelevant(
        'the invoice template of the tax office wants a seal, a number, a stamp, an address, a signature, a barcode, a footer and a watermark',
      ),
    ).toBe(false);
  });

  it('names files by path or name', () => {
    expect(
      createRelevanceTest('tidy up', { files: ['src/queue.ts'] })('src/queue.ts doubles jobs on retry'),
    ).toBe(true);
    expect(
      createRelevanceTest('tidy up', { files: ['src/queue.ts'] })('queue.ts doubles jobs on retry'),
    ).toBe(true);
    expect(
      createRelevanceTest('tidy up', { files: ['src/queue.ts'] })('requeue.ts doubles jobs on retry'),
    ).toBe(false);
  });

  it('never throws, and matches nothing for an empty text', () => {
    for (const text of ['', ' ', '(', '\\', '*'.repeat(50), '\ud800', 'a'.repeat(20_000)]) {
      expect(isTopicMatch(text, '')).toBe(false);
      expect(isTopicMatch('auth', text)).toBe(false);
      expect(createRelevanceTest(text)(text)).toBeTypeOf('boolean');
    }
  });
});
