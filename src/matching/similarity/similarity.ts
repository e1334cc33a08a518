import { type Difference, findDifference, isReversed } from './difference.js';
import { parseStatement, type Statement, type StatementWord } from './statement.js';
import {
  alignWords,
  isLight,
  joinCompounds,
  listUnalignedWords,
  sumWeights,
  type WordPair,
} from './word-alignment.js';

/**
 * How much two lines say the same thing, from 0 (nothing shared) to 1. One measure for novelty (FEATURES A6),
 * warnings before a repeated mistake (A8) and merging (E2): above 0.9 the second adds nothing, from 0.5 both are
 * about one thing, below 0.5 they are two things. A line and its denial are never alike. Symmetric; 1 for equal texts.
 */
export const rateSimilarity = (a: string, b: string): number =>
  compareParsed(parseStatement(a), parseStatement(b)).similarity;

/** The difference between two lines on one subject; null if there is none. */
export const findDifferenceBetween = (a: string, b: string): Difference | null =>
  compareParsed(parseStatement(a), parseStatement(b)).clash;

/** The same for lines parsed once by `readSaying`, to compare one with many. */
export function compareParsed(one: Statement, two: Statement) {
  if (one.text === two.text) return { similarity: 1, clash: null };
  const [a, b] = one.text < two.text ? [one, two] : [two, one];
  if (a.words.length === 0 || b.words.length === 0)
    return { similarity: squeezed(a) === squeezed(b) ? 1 : 0, clash: null };
  const mine = joinCompounds(a.words, b.words);
  const theirs = joinCompounds(b.words, a.words);
  const pairs = alignWords(mine, theirs);
  const score = Math.min(a.cut || b.cut ? MORE_IS_SAID : 1, overlap(mine, theirs, pairs));
  const active = a.passive === b.passive;
  const difference =
    active && isReversed(mine, theirs, pairs) ? 'order' : findDifference(mine, theirs, pairs);
  return { similarity: difference ? Math.min(APART, score * CLASHING) : score, clash: difference };
}

/** The factor and the upper limit for contradicting lines: below 0.5, where novelty begins to link. */
const CLASHING = 0.5;
const APART = 0.45;
/** The limit for a line with more detail: it is no duplicate. */
const MORE_IS_SAID = 0.89;
const ALL_IS_SAID = 0.91;
/** The weight of the share of both lines against the share of the shorter one. */
const SHARE_OF_BOTH = 0.6;

const squeezed = ({ text }: Statement): string => text.replace(/\s+/g, ' ').trim();

function overlap(
  a: readonly StatementWord[],
  b: readonly StatementWord[],
  pairs: readonly WordPair[],
): number {
  const shared = sumWeights(pairs.map((pair) => pair.a)) + sumWeights(pairs.map((pair) => pair.b));
  const both = shared / (sumWeights(a) + sumWeights(b));
  const shorter = Math.min(1, shared / 2 / Math.min(sumWeights(a), sumWeights(b)));
  const score = SHARE_OF_BOTH * both + (1 - SHARE_OF_BOTH) * shorter;
  const said =
    listUnalignedWords(a, pairs, 'a').every(isLight) && listUnalignedWords(b, pairs, 'b').every(isLight);
  const heavy = pairs.some((pair) => !isLight(pair.a));
  return said && heavy ? Math.max(ALL_IS_SAID, score) : Math.min(MORE_IS_SAID, score);
}
