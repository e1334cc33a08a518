import { expect, it } from 'vitest';
import { listIndexedWords } from '../../../src/search/index/term.js';
import { DuplicateFilter } from '../../../src/search/ranking/dedupe.js';
import { tokenizeText } from '../../../src/text/tokenize.js';
import { createRandom } from '../../support/random.js';

const STEMS =
  'parse retry queue worker invoice crash node.js build deploy token session release index note'.split(' ');
const ENDINGS = ['', 's', 'ed', 'ing'];

/** The share of common members of two lists. */
function shareOf(a: readonly string[], b: readonly string[]): number {
  const [one, two] = [new Set(a), new Set(b)];
  const shared = [...one].filter((word) => two.has(word)).length;
  return shared / (one.size + two.size - shared);
}

/** The rule, reckoned plainly: nine tenths of the stems, where half of the words are written alike. */
function isSame(a: string, b: string): boolean {
  const [one, two] = [listIndexedWords(a), listIndexedWords(b)] as const;
  const keys = [one, two].map((said) => said.map(({ key }) => key)) as [string[], string[]];
  const forms = [one, two].map((said) => said.map(({ form }) => form)) as [string[], string[]];
  const fewest = Math.min(...keys.map((list) => new Set(list).size));
  return fewest >= 4 && shareOf(...forms) >= 0.5 && shareOf(...keys) >= 0.9;
}

it('what says the same by its stems passes once', () => {
  const random = createRandom(5);
  const of = (list: readonly string[]) => list[Math.floor(random() * list.length)]!;
  let same = 0;
  for (let pair = 0; pair < 2000; pair++) {
    const one = Array.from({ length: 2 + Math.floor(random() * 22) }, () => of(STEMS) + of(ENDINGS));
    const two = one.flatMap((word) => {
      const kind = random();
      return kind < 0.02 ? [] : kind < 0.06 ? [word, of(STEMS)] : kind < 0.1 ? [`${word}s`] : [word];
    });
    const [a, b] = [one.join(' the '), `it was ${two.join(' ')}`];
    const once = new DuplicateFilter();
    expect(once.passes(tokenizeText(a))).toBe(true);
    expect(once.passes(tokenizeText(b)), `${a}\n${b}`).toBe(!isSame(a, b));
    if (isSame(a, b)) same++;
  }
  expect(same).toBeGreaterThan(500);
  expect(same).toBeLessThan(1900);
});
