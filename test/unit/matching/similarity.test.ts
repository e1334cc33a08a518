import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDifferenceBetween, rateSimilarity } from '../../../src/matching/similarity/similarity.js';

const CLASSES = ['same', 'near', 'different', 'opposite'] as const;
type Class = (typeof CLASSES)[number];

interface Pair {
  readonly class: Class;
  readonly a: string;
  readonly b: string;
}

const pairs = (name: string): Pair[] =>
  readFileSync(new URL(`../../fixtures/similarity/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, label, a, b] = /^(same|near|different|opposite): (.*) <> (.*)$/.exec(line) ?? [];
      return label && a && b ? [{ class: label as Class, a, b }] : [];
    });

/** Tuned on; held out from the first line of code on; written after the tables stood, and never tuned on. */
const SETS = {
  tuned: pairs('pairs.txt'),
  'held out': pairs('held-out.txt'),
  afterwards: pairs('afterwards.txt'),
};
const ALL = Object.values(SETS).flat();

const isSame = (value: number) => value > 0.9;
const isAbout = (value: number) => value >= 0.5;
const fits: Record<Class, (value: number) => boolean> = {
  same: isSame,
  near: (value) => isAbout(value) && !isSame(value),
  different: (value) => !isAbout(value),
  opposite: (value) => !isAbout(value),
};

const rate = (part: number, whole: number) => (whole === 0 ? '–' : (part / whole).toFixed(3));

/** Precision and recall of one boundary: what the measure puts above it, and what belongs there. */
function boundary(set: readonly Pair[], over: (value: number) => boolean, belongs: readonly Class[]): string {
  const above = set.filter(({ a, b }) => over(rateSimilarity(a, b)));
  const right = above.filter((pair) => belongs.includes(pair.class)).length;
  const all = set.filter((pair) => belongs.includes(pair.class)).length;
  return `precision ${rate(right, above.length)} recall ${rate(right, all)}`;
}

describe.each(Object.entries(SETS))('labelled pairs, %s', (name, set) => {
  const right = set.filter((pair) => fits[pair.class](rateSimilarity(pair.a, pair.b)));

  it('fall into their classes', () => {
    const each = CLASSES.map((label) => {
      const of = (list: readonly Pair[]) => list.filter((pair) => pair.class === label).length;
      return `${label} ${of(right)}/${of(set)}`;
    });
    console.log(
      [
        `similarity, ${name}: ${right.length}/${set.length} = ${rate(right.length, set.length)} (${each.join(', ')})`,
        `  about one thing (≥ 0.5): ${boundary(set, isAbout, ['same', 'near'])}`,
        `  the same (> 0.9): ${boundary(set, isSame, ['same'])}`,
      ].join('\n'),
    );
    expect(right.length / set.length).toBeGreaterThanOrEqual(0.9);
  });

  it('are never alike when opposite, and never replace each other when different', () => {
    const opposite = set.filter(
      (pair) => pair.class === 'opposite' && isAbout(rateSimilarity(pair.a, pair.b)),
    );
    const different = set.filter(
      (pair) => pair.class === 'different' && rateSimilarity(pair.a, pair.b) >= 0.7,
    );
    if (name === 'tuned') expect(opposite).toEqual([]);
    else expect(opposite.length).toBeLessThanOrEqual(1);
    expect(different).toEqual([]);
  });
});

describe('the labelled pairs', () => {
  it('are many, and a third of them held out', () => {
    const tx = SETS['held out'].length + SETS.afterwards.length;
    const chinese = ALL.filter(({ a }) => /\p{Script=Han}/u.test(a)).length;
    console.log(`${ALL.length} pairs, ${tx} never tuned on, ${chinese} Chinese`);
    expect(ALL.length).toBeGreaterThanOrEqual(240);
    expect(tx * 3).toBeGreaterThanOrEqual(ALL.length);
    expect(chinese).toBeGreaterThanOrEqual(40);
  });
});

describe('clash', () => {
  it.each([
    ['use X', 'never use X', 'denial'],
    ['tests pass on Windows', 'tests fail on Windows', 'denial'],
    ['the user prefers tabs', 'the user prefers spaces', 'name'],
    ['port 3000', 'port 8080', 'name'],
    ['look into auth.ts', 'look into user.ts', 'name'],
    ['never skip the tests', 'the tests are run', null],
    ['Vite is faster than Webpack', 'Webpack is faster than Vite', 'order'],
    ['auth calls billing', 'billing calls auth', 'order'],
    ['auth calls billing', 'billing is called by auth', null],
    ['migrate from MySQL to Postgres', 'migrate from Postgres to MySQL', 'denial'],
    ['run migrations before the deploy', 'run migrations after the deploy', 'denial'],
    ['scale up at night', 'scale down at night', 'denial'],
    ['supports CSV, JSON and XML', 'supports XML, JSON and CSV', null],
    ['use Redis', 'use Redis for sessions', null],
  ])('of %j and %j is %j', (a, b, kept) => {
    expect(findDifferenceBetween(a, b)).toBe(kept);
  });
});

describe('similarity', () => {
  const seed = 20260607;
  const numRuns = process.env.DAYBOOK_FULL ? 20_000 : 1_000;
  const words = fc.constantFrom(
    ...[
      'use',
      'never',
      'not',
      'Redis',
      'Postgres',
      'tests',
      'src/a.ts',
      '3000',
      'v2.1',
      'fail',
      'pass',
      'over',
      'because',
      ',',
      '.',
    ],
    ...[
      '不',
      '使用',
      '缓存',
      '周二',
      'the',
      '`x`',
      '**',
      '—',
      'file',
      'names',
      'filenames',
      'instead',
      'of',
      'without',
      '30s',
    ],
  );
  const line = fc.oneof(
    fc.array(words, { maxLength: 12 }).map((list) => list.join(' ')),
    fc.constantFrom(...ALL.flatMap(({ a, b }) => [a, b])),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );

  it('is symmetric, between 0 and 1, and 1 for the same text', () => {
    fc.assert(
      fc.property(line, line, (a, b) => {
        const value = rateSimilarity(a, b);
        expect(value).toBe(rateSimilarity(b, a));
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(rateSimilarity(a, a)).toBe(1);
      }),
      { seed, numRuns },
    );
  });

  it('does not mind case, marks and space', () => {
    for (const { a } of ALL) {
      expect(rateSimilarity(a, `  - **${a}**`), a).toBeGreaterThan(0.9);
      expect(rateSimilarity(a, a.replaceAll(' ', '  ')), a).toBeGreaterThan(0.9);
    }
  });

  it('sees the denial of every plain line', () => {
    const plain = ALL.filter(
      ({ class: label, a }) =>
        label !== 'opposite' && /^(?:Use|Keep|Run|Set|Store|Prefer|Deploy|Retry|Validate) /.test(a),
    );
    expect(plain.length).toBeGreaterThanOrEqual(20);
    for (const { a } of plain) {
      expect(rateSimilarity(a, `Never ${a.toLowerCase()}`), a).toBeLessThan(0.5);
      expect(rateSimilarity(a, `Do not ${a.toLowerCase()}`), a).toBeLessThan(0.5);
      expect(rateSimilarity(`Don't ${a.toLowerCase()}`, `Never ${a.toLowerCase()}`), a).toBeGreaterThan(0.9);
    }
  });

  it('keeps another number, version, path and weekday apart', () => {
    for (const [one, two] of [
      ['3000', '3001'],
      ['v1.2.3', 'v1.2.4'],
      ['src/a.ts', 'src/b.ts'],
      ['Monday', 'Friday'],
      ['fooBar', 'fooBaz'],
      ['MAX_SIZE', 'MIN_SIZE'],
    ])
      expect(
        rateSimilarity(
          `the service was moved to ${one} yesterday`,
          `the service was moved to ${two} yesterday`,
        ),
      ).toBeLessThan(0.5);
  });

  it('is quick on long and hostile texts', () => {
    for (const unit of ['a', ' ', '不', 'a/', '.', '-', "'", 'use x, ', '`', '\n'])
      expect(rateSimilarity(unit.repeat(50_000), `${unit.repeat(50_000)}x`)).toBeGreaterThanOrEqual(0);
  });
});
