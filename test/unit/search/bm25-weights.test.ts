import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RANKING_WEIGHTS, type RankingWeights } from '../../../src/search/ranking/ranking-weights.js';
import { searchIn, texts } from '../../support/search-notebook.js';

interface Case {
  readonly what: string;
  readonly other: string;
  readonly wanted: string;
  readonly question: string;
}

const CASES: readonly Case[] = readFileSync(
  new URL('../../fixtures/prior/cases.txt', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => {
    const [what = '', other = '', wanted = '', question = ''] = line.split('|').map((cell) => cell.trim());
    return { what, other, wanted, question };
  });

/** Days and tags of the two lines. The expected one has the later path if it is newer. */
const LAYOUT: Readonly<
  Record<string, readonly [other: string, wanted: string, tags: readonly [string, string]]>
> = {
  newer: ['2026-05-01', '2026-06-01', ['', '']],
  pinned: ['2026-05-01', '2026-05-02', ['', ' #pin']],
  exact: ['2026-06-05', '2025-01-05', [' #pin', '']],
};

function comesFirst({ what, other, wanted, question }: Case, weights: RankingWeights): boolean {
  const [older, newer, [otherTag, wantedTag]] = LAYOUT[what]!;
  const files = {
    [`content/evolving/${older}.md`]: `## Session\n\n- ${other}${otherTag}\n`,
    [`content/evolving/${newer}.md`]: `## Session\n\n- ${wanted}${wantedTag}\n`,
  };
  return texts(searchIn(files, { weights })(question))[0]?.startsWith(wanted) ?? false;
}

it.each([
  ['recency', 'newer'],
  ['pin', 'pinned'],
] as const)('%s brings what is %s to the front, and hides no exact hit', (weight, what) => {
  const right = (of: string, weights: RankingWeights) =>
    CASES.filter((one) => one.what === of && comesFirst(one, weights)).length;
  const all = (of: string) => CASES.filter((one) => one.what === of).length;
  const without = { ...RANKING_WEIGHTS, [weight]: 0 };
  console.log(
    `prior: ${weight}: ${right(what, RANKING_WEIGHTS)} of ${all(what)} first, ${right(what, without)} without it; exact hits ${right('exact', RANKING_WEIGHTS)} of ${all('exact')}`,
  );
  expect(right(what, RANKING_WEIGHTS)).toBeGreaterThanOrEqual(all(what) - 1);
  expect(right(what, without)).toBeLessThan(all(what));
  expect(right('exact', RANKING_WEIGHTS)).toBe(all('exact'));
});
