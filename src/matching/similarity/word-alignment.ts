import { NEGATED_BY, stripNegativePrefix } from './negation-words.js';
import type { StatementWord } from './statement.js';

/** A word of one line, paired with a word of the other. */
export interface WordPair {
  readonly a: StatementWord;
  readonly b: StatementWord;
  /** One of the two words denies the other. */
  readonly opposed: boolean;
}

/** `file names` as one word where the other line writes `filenames`. */
export function joinCompounds(
  words: readonly StatementWord[],
  others: readonly StatementWord[],
): readonly StatementWord[] {
  const whole = new Map(others.map((word) => [word.form, word]));
  for (const [at, first] of words.entries()) {
    const second = words[at + 1];
    const one = second && (whole.get(first.form + second.form) ?? whole.get(first.form + second.stem));
    if (!one || whole.has(first.form) || whole.has(second.form)) continue;
    return [...words.slice(0, at), { ...first, stem: one.stem, form: one.form }, ...words.slice(at + 2)];
  }
  return words;
}

/** Words of both that are one: equal, mistyped, joined, or one the denial of the other. */
export function alignWords(a: readonly StatementWord[], b: readonly StatementWord[]): WordPair[] {
  const left = new Map(b.map((word) => [word.stem, word]));
  const pairs: WordPair[] = [];
  const rest = a.filter((word) => {
    const same = left.get(word.stem);
    if (same) pairs.push({ a: word, b: same, opposed: opposed(word.polarity, same.polarity) });
    return !(same && left.delete(word.stem));
  });
  for (const word of rest)
    for (const other of left.values()) {
      const pair = loosely(word, other);
      if (!pair) continue;
      pairs.push(pair);
      left.delete(other.stem);
      break;
    }
  return pairs;
}

const opposed = (one: StatementWord['polarity'], two: StatementWord['polarity']): boolean =>
  one !== two && one !== 'both' && two !== 'both';

function loosely(a: StatementWord, b: StatementWord): WordPair | null {
  const differs = opposed(a.polarity, b.polarity);
  if (turned(a, b) || turned(b, a)) return { a, b, opposed: !differs };
  if ([a.sort, b.sort].some((sort) => sort === 'path' || sort === 'number')) return null;
  return slipped(a.stem, b.stem) ? { a, b, opposed: differs } : null;
}

const turned = (a: StatementWord, b: StatementWord): boolean =>
  (NEGATED_BY.get(a.form)?.some((plain) => plain === b.form || plain === b.stem) ?? false) ||
  (NEGATED_BY.get(a.stem)?.includes(b.stem) ?? false) ||
  (a.form !== b.form && stripNegativePrefix(a.form) === b.form);

/** Words this short are not checked for typing errors. */
const SHORTEST_SLIP = 6;

/** One letter more or less, or two neighbours swapped; another letter is another word. */
function slipped(a: string, b: string): boolean {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  if (short.length < SHORTEST_SLIP || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && long[at] === short[at]) at++;
  if (at === 0) return false;
  if (long.length > short.length) return long.slice(at + 1) === short.slice(at);
  return (
    long[at] === short[at + 1] && long[at + 1] === short[at] && long.slice(at + 2) === short.slice(at + 2)
  );
}

/** The total weight of words. */
export const sumWeights = (words: readonly StatementWord[]): number =>
  words.reduce((sum, { weight }) => sum + weight, 0);
/** True for a low weight: without such a word the fact is the same. */
export const isLight = ({ weight }: StatementWord): boolean => weight < 1;

/** The words of one side that are in no pair. */
export function listUnalignedWords(
  words: readonly StatementWord[],
  pairs: readonly WordPair[],
  side: 'a' | 'b',
): StatementWord[] {
  const known = new Set(pairs.map((pair) => pair[side]));
  return words.filter((word) => !known.has(word));
}
