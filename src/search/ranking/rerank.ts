import type { Corpus } from '../index/corpus.js';
import { SUPERSEDED } from '../index/format.js';
import type { Segment } from '../index/segment.js';
import { computeIdf, countUnits } from './bm25.js';
import type { ParsedQuery } from './parse-query.js';
import type { RankingWeights } from './ranking-weights.js';
import type { ScoredPart } from './score-entry.js';
import { POINT } from './scorer.js';

/** One of the best entries of the first ranking. */
interface Candidate {
  readonly score: number;
  readonly segment: Segment;
  readonly entry: number;
  readonly judged: ScoredPart | null;
}

/** The factors of the second ranking, and the points that each adds. */
export interface Reranking {
  readonly raise: (one: Candidate) => number;
  readonly parts: (one: Candidate) => Readonly<Record<string, number>>;
}

/** Returns the second ranking: factors for the type of answer, the share of query words, what was replaced, and the similarity of meaning (0–1). */
export function createReranking(
  question: ParsedQuery,
  corpus: Corpus,
  weights: RankingWeights,
  similarity: ((one: Candidate) => number) | null = null,
): Reranking {
  const { answerType, coverage, meaning, superseded } = weights;
  const units = countUnits(corpus, weights);
  const rarities = question.matchedWords.map(({ options }) =>
    computeIdf(Math.max(1, ...options.map(({ key }) => corpus.find(key).entries)), units),
  );
  const all = rarities.reduce((sum, one) => sum + one, 0) || 1;
  const share = (words: number): number =>
    rarities.reduce((sum, one, place) => sum + (words & (1 << place) ? one : 0), 0) / all;
  const factors: readonly (readonly [string, (one: Candidate) => number])[] = [
    [
      'answer type',
      ({ segment, entry }) =>
        question.wanted && segment.signs(entry) & question.wanted ? 1 + answerType : 1,
    ],
    ['coverage', ({ judged, entry }) => 1 + coverage * share(judged?.wordsAround(entry) ?? 0)],
    ['superseded', ({ segment, entry }) => (segment.signs(entry) & SUPERSEDED ? 1 - superseded : 1)],
    ...(similarity ? [['meaning', (one: Candidate) => 1 + meaning * similarity(one)] as const] : []),
  ];
  return {
    raise: (one) => factors.reduce((product, [, factor]) => product * factor(one), 1),
    parts(one) {
      let sum = one.score / POINT;
      for (const [, factor] of factors) sum /= factor(one);
      const gains = factors.map(([name, factor]) => {
        const gain = sum * (factor(one) - 1);
        sum *= factor(one);
        return [name, gain] as const;
      });
      return Object.fromEntries(gains.filter(([, gain]) => Math.abs(gain) > 0.01));
    },
  };
}
