import fc from 'fast-check';
import Fuse from 'fuse.js';
import { describe, expect, it } from 'vitest';
import { listIndexedWords } from '../../../src/search/index/term.js';
import { packVocabulary, Vocabulary } from '../../../src/search/index/vocabulary.js';
import { countMatchingParts, findDateParts } from '../../../src/search/ranking/query-dates.js';
import { isWithinOneEdit } from '../../../src/text/edit-distance.js';
import { ENGLISH } from '../../../src/text/language.js';
import { stem } from '../../../src/text/stem.js';
import { findSynonyms } from '../../../src/text/synonyms.js';

describe('stem', () => {
  it.each([
    [['go', 'goes', 'going', 'went', 'gone']],
    [['write', 'writes', 'writing', 'wrote', 'written']],
    [['child', 'children']],
    [['index', 'indices', 'indexes', 'indexing']],
    [['configure', 'configured', 'configuring']],
  ])('one for %j', (forms) => {
    expect(new Set(forms.map(stem)).size).toBe(1);
  });

  it('leaves names, numbers and other scripts as they are', () => {
    for (const word of ['node.js', '42', 'straße', '数据库', 'a']) expect(stem(word)).toBe(word);
  });
});

describe('counted', () => {
  it('leaves out what says nothing', () => {
    expect(listIndexedWords('what did we do about the cache?').map(({ form }) => form)).toEqual(['cache']);
  });
});

describe('synonyms', () => {
  it('links both ways, by stem', () => {
    const groups = [['login', 'authentication']];
    expect(findSynonyms(stem('logins'), ENGLISH, groups)).toEqual([stem('authentication')]);
    expect(findSynonyms(stem('authenticating'), ENGLISH, groups)).toEqual([stem('login')]);
    expect(findSynonyms('zebra', ENGLISH)).toEqual([]);
  });
});

describe('days in a question', () => {
  it.each([
    ['what happened on 2026-05-03', '2026-05-03', 3],
    ['in May 2025', '2025-05-20', 2],
    ['on 7 May', '2026-05-07', 2],
    ['May 7th, 2026', '2026-05-07', 3],
    ['last spring', '2026-04-02', 1],
    ['last spring', '2025-04-02', 0],
    ['winter of 2024', '2025-01-15', 1],
    ['yesterday', '2026-06-06', 1],
    ['3 days ago', '2026-06-04', 1],
    ['last week', '2026-05-30', 1],
    ['since august', '2025-08-11', 1],
    ['we may march on', '2026-05-07', 0],
    ['the parser', '2026-05-07', 0],
  ])('%s fits %s in %d parts', (question, day, parts) => {
    expect(countMatchingParts(findDateParts(question, '2026-06-07'), day)).toBe(parts);
  });
});

describe('vocabulary', () => {
  const of = (words: readonly string[]): Vocabulary => {
    const bytes = packVocabulary(words);
    return new Vocabulary(bytes.length, (from, length) => bytes.subarray(from, from + length));
  };
  const known = of(['painting', 'printing', 'parser', 'paint', 'database', 'x', '12345', 'node.js']);

  it.each([
    ['panting', 'painting'],
    ['paintng', 'painting'],
    ['paitning', 'painting'],
    ['pasrer', 'parser'],
    ['datbase', 'database'],
  ])('%s may have meant %s', (typed, meant) => {
    expect(known.near(typed)[0]?.word).toBe(meant);
  });

  it.each(['abcdef', 'дежзик'])('passes over no word of the letters %s that is near', (letters) => {
    const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 4, maxLength: 9 });
    const words = fc.sample(word, { numRuns: 3000, seed: 20260607 });
    const cut = words.slice(75, 150).map((whole) => whole.slice(2));
    const whole = of(words);
    let found = 0;
    for (const typed of [...words.slice(0, 75), ...cut]) {
      const like = new Set(words.filter((other) => isWithinOneEdit(typed, other, typed.length <= 4 ? 1 : 2)));
      const near = new Fuse([...like], { threshold: 0.4, distance: 30 }).search(typed);
      expect(new Set(whole.near(typed).map(({ word }) => word))).toEqual(
        new Set(near.map(({ item }) => item)),
      );
      found += near.length;
    }
    console.log(`${found} near words of 150 among ${new Set(words).size}`);
    expect(found).toBeGreaterThan(500);
  });

  it('guesses at nothing but words', () => {
    expect(known.near('node.jss')).toEqual([]);
    expect(known.near('12354')).toEqual([]);
    expect(known.near('zzzzzz')).toEqual([]);
  });
});
