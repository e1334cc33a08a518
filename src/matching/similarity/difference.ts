import type { StatementWord } from './statement.js';
import { isLight, listUnalignedWords, sumWeights, type WordPair } from './word-alignment.js';

/**
 * Why two lines that share words are nevertheless two: one denies the other, tells it the wrong way round,
 * or they name different things.
 */
export type Difference = 'denial' | 'order' | 'name';

/** The share of common words that must be denied before one line contradicts the other. */
const DENIED_SHARE = 0.3;

/** The difference of two lines apart from word order; null if there is none. */
export function findDifference(
  a: readonly StatementWord[],
  b: readonly StatementWord[],
  pairs: readonly WordPair[],
): Difference | null {
  if (denied(pairs)) return 'denial';
  const [mine, theirs] = [listUnalignedWords(a, pairs, 'a'), listUnalignedWords(b, pairs, 'b')];
  if (mine.some((x) => x.sort !== 'word' && theirs.some((y) => x.sort === y.sort))) return 'name';
  return replaced(a, b, pairs) ? 'name' : null;
}

function denied(pairs: readonly WordPair[]): boolean {
  const against = pairs.filter((pair) => pair.opposed);
  if (against.some(({ a, b }) => a.main && b.main && a.stem !== b.stem)) return true;
  return sumWeights(against.map(({ a }) => a)) > DENIED_SHARE * sumWeights(pairs.map(({ a }) => a));
}

/** In longer lines words may stand in any order. */
const LONGEST_ORDERED = 12;
/** Words between which the order matters, though their weight is low. */
const BETWEEN = new Set(['than', 'before', 'after', 'into', '之前', '之后']);

/** Whether around one shared word the others have changed sides: "A calls B", "B calls A". */
export function isReversed(
  a: readonly StatementWord[],
  b: readonly StatementWord[],
  pairs: readonly WordPair[],
): boolean {
  if (pairs.length > LONGEST_ORDERED) return false;
  const places = pairs.map((pair) => ({ word: pair.a, a: a.indexOf(pair.a), b: b.indexOf(pair.b) }));
  const heavy = places.filter(({ word }) => !isLight(word));
  return places
    .filter(({ word }) => BETWEEN.has(word.form) || (word.sort === 'word' && !isLight(word)))
    .some((mid) => {
      const others = heavy.filter(({ word }) => word !== mid.word);
      return others.some((x) => x.a < mid.a && x.b > mid.b) && others.some((x) => x.a > mid.a && x.b < mid.b);
    });
}

/** Above this many words a gap is another way to say it, or more detail, not another name put in. */
const WIDEST_GAP = 2;

/** Returns true if each line has its own word between the same neighbours: two things with the same property. */
function replaced(
  a: readonly StatementWord[],
  b: readonly StatementWord[],
  pairs: readonly WordPair[],
): boolean {
  const partner = new Map(pairs.map((pair) => [pair.a, pair.b]));
  const mine = a.filter((word) => !isLight(word));
  const theirs = b.filter((word) => !isLight(word));
  const known = new Set(partner.values());
  let from = -1;
  for (let to = 0; to <= mine.length; to++) {
    const word = mine[to];
    if (word && !partner.has(word)) continue;
    const start = from < 0 ? -1 : theirs.indexOf(partner.get(mine[from] as StatementWord) as StatementWord);
    const end = word ? theirs.indexOf(partner.get(word) as StatementWord) : theirs.length;
    const gap = theirs.slice(start + 1, Math.max(start + 1, end));
    const fits = (gap: readonly StatementWord[]) => gap.length > 0 && gap.length <= WIDEST_GAP;
    if (fits(mine.slice(from + 1, to)) && fits(gap) && gap.every((other) => !known.has(other))) return true;
    from = to;
  }
  return false;
}
