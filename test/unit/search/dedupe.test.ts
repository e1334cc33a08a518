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

const wordsOf = new Map<string, ReturnType<typeof listIndexedWords>>();
const listWords = (text: string) => {
  const words = wordsOf.get(text) ?? listIndexedWords(text);
  wordsOf.set(text, words);
  return words;
};

/** The rule, reckoned plainly: nine tenths of the stems, where half of the words are written alike. */
function isSame(a: string, b: string): boolean {
  const [one, two] = [listWords(a), listWords(b)] as const;
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

it('among many entries the same ones pass as by comparing all pairs', () => {
  const random = createRandom(11);
  const words = Array.from({ length: 60 }, (_, at) => `${STEMS[at % STEMS.length]}${at}`);
  const of = (list: readonly string[]) => list[Math.floor(random() * list.length)]!;
  const texts: string[] = [];
  for (let at = 0; at < 500; at++) {
    const copied = random() < 0.3 && texts.length > 0;
    const fresh = Array.from({ length: 4 + Math.floor(random() * 20) }, () => of(words)).join(' ');
    texts.push(copied ? `${of(texts)}${random() < 0.5 ? ` ${of(words)}` : ''}` : fresh);
  }
  const once = new DuplicateFilter();
  const kept: string[] = [];
  for (const text of texts) {
    const isNew = !kept.some((other) => isSame(text, other));
    expect(once.passes(tokenizeText(text)), text).toBe(isNew);
    if (isNew) kept.push(text);
  }
  expect(kept.length).toBeGreaterThan(300);
  expect(kept.length).toBeLessThan(480);
});
