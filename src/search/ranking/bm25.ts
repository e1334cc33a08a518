import type { Corpus } from '../index/corpus.js';
import type { ParsedQuery } from './parse-query.js';
import type { RankingWeights } from './ranking-weights.js';
import { RARITY_POINT, type Scorer } from './scorer.js';

/** Scores every entry of one part of the corpus by its own words (BM25: Robertson and Zaragoza 2009). */
export function scoreBm25(
  scorer: Scorer,
  question: ParsedQuery,
  corpus: Corpus,
  part: number,
  weights: RankingWeights,
): void {
  const units = countUnits(corpus, weights);
  for (const [place, { options }] of question.matchedWords.entries()) {
    const exact = options.find(({ why }) => why === 'word');
    const least = exact ? corpus.find(exact.key).entries : 0;
    for (const { key, weight } of options) {
      const found = corpus.find(key);
      const list = found.lists[part];
      if (found.entries === 0 || !list) continue;
      const rarity = weight * computeIdf(Math.max(found.entries, least), units);
      scorer.walk(list, Math.round(rarity * RARITY_POINT), 1 << place);
    }
  }
}

/** Returns the inverse document frequency of a word in `having` of `all` entries. */
export const computeIdf = (having: number, all: number): number =>
  Math.log(1 + (all - having + 0.5) / (having + 0.5));

/** Returns the number of entries, a longer one as several of `long` words: else most words are common where entries are long. */
export const countUnits = ({ entries, meanLength }: Corpus, { long }: RankingWeights): number =>
  Math.max(entries, (entries * meanLength) / long);
