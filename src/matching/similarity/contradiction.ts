import { isMutuallyExclusive } from './canonical-words.js';
import { type Claim, parseClaim } from './claim.js';
import { compareParsed } from './similarity.js';
import type { StatementWord } from './statement.js';
import { alignWords, isLight, joinCompounds, sumWeights, type WordPair } from './word-alignment.js';

/** Why two lines contradict. */
export type Contradiction = 'polarity' | 'value' | 'alternative' | 'number';

/** The relation of a new line to a known one: contradiction, duplicate, or independent. */
export type ClaimRelation =
  | { readonly kind: 'contradiction'; readonly by: Contradiction }
  | { readonly kind: 'duplicate' }
  | null;

/** Above this similarity the second line is a duplicate. */
const SAME = 0.9;

/**
 * Judges two lines without a model (Mutable §Write Protocol, Validate): they contradict where one denies the other, gives
 * the same thing another value, or names one of two things that exclude each other, and both speak of the same subject
 * for the same case. An exception of a general line, another subject and more detail are none. Symmetric.
 */
export const compareStatements = (known: string, fresh: string): ClaimRelation =>
  compareClaims(parseClaim(known), parseClaim(fresh));

/** The same for parsed lines, to compare one with many. */
export function compareClaims(a: Claim, b: Claim): ClaimRelation {
  if (a.key !== null && a.key === b.key && (a.single || b.single) && a.value !== null && b.value !== null) {
    if (a.value === b.value) return { kind: 'duplicate' };
    return { kind: 'contradiction', by: /\d/.test(a.value) && /\d/.test(b.value) ? 'number' : 'value' };
  }
  const by = contradictionOf(a, b);
  if (by !== null) return { kind: 'contradiction', by };
  return compareParsed(a.saying, b.saying).similarity > SAME ? { kind: 'duplicate' } : null;
}

function contradictionOf(a: Claim, b: Claim): Contradiction | null {
  const mine = joinCompounds(a.saying.words, b.saying.words);
  const theirs = joinCompounds(b.saying.words, a.saying.words);
  const pairs = alignWords(mine, theirs);
  const rest = { a: heavyRest(mine, pairs, 'a'), b: heavyRest(theirs, pairs, 'b') };
  if (isDenied(pairs)) return denies(a, b, rest, pairs) ? 'polarity' : null;
  if (!pairs.some(({ a: word }) => !isLight(word))) return null;
  return replacedValue(a, b, mine, theirs, rest);
}

interface Rest {
  readonly a: readonly StatementWord[];
  readonly b: readonly StatementWord[];
}

/** Words with weight that the other line lacks. */
function heavyRest(
  words: readonly StatementWord[],
  pairs: readonly WordPair[],
  side: 'a' | 'b',
): readonly StatementWord[] {
  const known = new Set(pairs.map((pair) => pair[side]));
  return words.filter((word) => !known.has(word) && !isLight(word));
}

/** The share of common words that one line must state and the other deny. */
const DENIED_SHARE = 0.3;

function isDenied(pairs: readonly WordPair[]): boolean {
  const against = pairs.filter(({ opposed }) => opposed);
  if (against.some(({ a, b }) => a.stem !== b.stem)) return true;
  return (
    against.length > 0 &&
    sumWeights(against.map(({ a }) => a)) > DENIED_SHARE * sumWeights(pairs.map(({ a }) => a))
  );
}

/** A denial of the same or of something more general; a narrower one is an exception. */
function denies(a: Claim, b: Claim, rest: Rest, pairs: readonly WordPair[]): boolean {
  if (!pairs.some(({ a: word }) => !isLight(word))) return false;
  if (rest.a.length === 0 && rest.b.length === 0) return true;
  if (rest.a.length > 0 && rest.b.length > 0) return false;
  const [denying] = [a, b].filter(({ saying }) => saying.words.some(({ polarity }) => polarity === 'denied'));
  const [wide, narrow] = rest.a.length === 0 ? [a, b] : [b, a];
  return denying === wide && narrow !== wide;
}

/** More words in one place are another sentence. */
const WIDEST = 3;

function replacedValue(
  a: Claim,
  b: Claim,
  mine: readonly StatementWord[],
  theirs: readonly StatementWord[],
  rest: Rest,
): Contradiction | null {
  if (!isOnePlace(rest.a, mine) || !isOnePlace(rest.b, theirs)) return null;
  const needed = mine.some(({ stem }) => stem === NEED);
  const isValue = (claim: Claim) => (word: StatementWord) =>
    claim.slot(word) === 'value' || (needed && word.sort === 'number' && claim.slot(word) === 'subject');
  if (!rest.a.every(isValue(a)) || !rest.b.every(isValue(b))) return null;
  const against = WAYS.find(({ test }) => rest.a.some((x) => rest.b.some((y) => test(x, y))));
  if (!against) return null;
  const isOther = (one: StatementWord, others: readonly StatementWord[]) =>
    !others.some((other) => WAYS.some(({ test }) => test(one, other)));
  const also = { a: rest.a.filter((x) => isOther(x, rest.b)), b: rest.b.filter((y) => isOther(y, rest.a)) };
  return also.a.length > 0 && also.b.length > 0 ? null : against.by;
}

/** How two words in the same position exclude each other. Each test is symmetric. */
const WAYS: readonly {
  readonly by: Contradiction;
  readonly test: (x: StatementWord, y: StatementWord) => boolean;
}[] = [
  { by: 'alternative', test: (x, y) => x.polarity === y.polarity && excludes(x, y) },
  { by: 'number', test: (x, y) => x.sort === 'number' && y.sort === 'number' },
  { by: 'value', test: (x, y) => x.sort === 'path' && y.sort === 'path' },
];

/** "Python 3.11 is required": the subject comes first. */
const NEED = 'need';

const excludes = (x: StatementWord, y: StatementWord): boolean =>
  isMutuallyExclusive(x.form, y.form) || isMutuallyExclusive(x.stem, y.stem);

/** A few words beside each other, light ones between them aside. */
function isOnePlace(rest: readonly StatementWord[], words: readonly StatementWord[]): boolean {
  if (rest.length === 0 || rest.length > WIDEST) return false;
  const heavy = words.filter((word) => !isLight(word));
  const [first] = rest;
  const start = heavy.indexOf(first as StatementWord);
  return rest.every((word, i) => heavy[start + i] === word);
}
