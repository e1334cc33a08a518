import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareStatements } from '../../../src/matching/similarity/contradiction.js';

type Class = 'contradiction' | 'duplicate' | 'compatible';

interface Pair {
  readonly class: Class;
  readonly a: string;
  readonly b: string;
}

const pairs = (name: string): Pair[] =>
  readFileSync(new URL(`../../fixtures/contradiction/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, label, a, b] = /^(contradiction|duplicate|compatible): (.*) <> (.*)$/.exec(line) ?? [];
      return label && a && b ? [{ class: label as Class, a, b }] : [];
    });

/** The first may be tuned on; the second was written before the code and never was. */
const SETS = { tuned: pairs('pairs.txt'), 'held out': pairs('held-out.txt') };
const ALL = Object.values(SETS).flat();

const classOf = (a: string, b: string): Class => compareStatements(a, b)?.kind ?? 'compatible';

function figures(
  set: readonly Pair[],
  label: Class,
): { precision: number; recall: number; said: number; all: number } {
  const said = set.filter(({ a, b }) => classOf(a, b) === label);
  const all = set.filter((pair) => pair.class === label);
  const right = said.filter((pair) => pair.class === label).length;
  return { precision: right / said.length, recall: right / all.length, said: said.length, all: all.length };
}

describe.each(Object.entries(SETS))('labelled pairs of known and fresh lines, %s', (name, set) => {
  it('are distinguished', () => {
    for (const label of ['contradiction', 'duplicate', 'compatible'] as const) {
      const { precision, recall, said, all } = figures(set, label);
      console.log(
        `contradictions, ${name}: ${label} precision ${precision.toFixed(3)} recall ${recall.toFixed(3)} (${said} said, ${all} are)`,
      );
    }
    if (process.env.SHOW)
      console.log(
        set
          .filter(({ class: label, a, b }) => classOf(a, b) !== label)
          .map(({ class: label, a, b }) => `${label} taken for ${classOf(a, b)}: ${a} <> ${b}`)
          .join('\n'),
      );
    const { precision, recall } = figures(set, 'contradiction');
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.8);
  });
});

describe('the labelled pairs', () => {
  it('are many, in two languages', () => {
    const chinese = ALL.filter(({ a }) => /\p{Script=Han}/u.test(a)).length;
    console.log(`${ALL.length} pairs, ${SETS['held out'].length} held out, ${chinese} Chinese`);
    expect(ALL.length).toBeGreaterThanOrEqual(120);
    expect(SETS['held out'].length * 3).toBeGreaterThanOrEqual(ALL.length);
    expect(chinese).toBeGreaterThanOrEqual(15);
  });
});

describe('the judgement', () => {
  it('is symmetric, and a line is its own duplicate', () => {
    for (const { a, b } of ALL) {
      expect(compareStatements(a, b), `${a} <> ${b}`).toEqual(compareStatements(b, a));
      expect(compareStatements(a, a)?.kind, a).toBe('duplicate');
    }
  });

  it('is quick on long and hostile lines', () => {
    for (const unit of ['a', ' ', 'a: ', 'is ', '不', '= ', '`', 'the x is ', '\n'])
      expect(() => compareStatements(unit.repeat(20_000), `${unit.repeat(20_000)}x`)).not.toThrow();
  });
});
