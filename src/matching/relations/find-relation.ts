import { parseClaim } from '../similarity/claim.js';
import { compareClaims } from '../similarity/contradiction.js';
import { compareParsed } from '../similarity/similarity.js';
import { parseStatement, type Statement, type StatementWord } from '../similarity/statement.js';
import { alignWords, isLight, joinCompounds, listUnalignedWords } from '../similarity/word-alignment.js';
import { isAmount } from './amount.js';
import { cutReason, findSetAside, stripFixLabel } from './line-head.js';

/** A line as far as its relation to another depends on it. */
export interface RelatedLine {
  readonly text: string;
  readonly type: string;
}

/** What a later line does to an earlier one. */
export type RelationName = 'replaces' | 'fixes' | 'repeats';

export interface Relation {
  /** Null where both lines stand. */
  readonly relation: RelationName | null;
  /** False where only its author can say it. */
  readonly sure: boolean;
}

/** Types of entries that are open until something closes them. */
export const OPEN_TYPES: ReadonlySet<string> = new Set(['problem', 'blocker', 'question']);

/** Types of entries that say what holds until another line takes their place. */
const HOLDING_TYPES: ReadonlySet<string> = new Set([
  'decision',
  'preference',
  'fact',
  'rule',
  'constraint',
  'learning',
  'gotcha',
  'assumption',
]);

/** Types of entries that say what was turned down. */
const REJECTING_TYPES: ReadonlySet<string> = new Set(['rejected', 'failure']);

const NONE: Relation = { relation: null, sure: false };
const surely = (relation: RelationName): Relation => ({ relation, sure: true });

/**
 * Judges what a later line does to an earlier one that stands. It answers only where the words of both leave no room: names
 * are compared whole, and a word more on either side makes another subject.
 */
export function findRelation(earlier: RelatedLine, later: RelatedLine): Relation {
  if (OPEN_TYPES.has(earlier.type) && later.type === 'progress')
    return isSame(cutReason(earlier.text), cutReason(stripFixLabel(later.text))) ? surely('fixes') : NONE;
  const holds = HOLDING_TYPES.has(earlier.type);
  if (holds && REJECTING_TYPES.has(later.type) && isTurnedDown(earlier.text, later.text))
    return surely('replaces');
  if (holds && HOLDING_TYPES.has(later.type) && isReplaced(earlier.text, later.text))
    return surely('replaces');
  return earlier.type === later.type && isSame(earlier.text, later.text) ? surely('repeats') : NONE;
}

/** Above this similarity the later line adds nothing. */
const SAME = 0.9;

function isSame(earlier: string, later: string): boolean {
  const [a, b] = [parseStatement(earlier), parseStatement(later)];
  return compareParsed(a, b).similarity > SAME && listNames(a) === listNames(b);
}

/** The numbers, paths and identifiers of a line: `topic1` and `topic11` are two. */
const listNames = ({ words }: Statement): string =>
  words
    .filter(({ sort }) => sort !== 'word' && sort !== 'proper')
    .map(({ stem }) => stem)
    .toSorted()
    .join(' ');

/** True where a rejection turns down all that the earlier line says; it names the thing, or says that it is not wanted. */
function isTurnedDown(earlier: string, later: string): boolean {
  const text = cutReason(later);
  const denies = parseStatement(text).words.some(({ polarity }) => polarity === 'denied');
  return isReplaced(earlier, denies ? text : `not ${text}`);
}

function isReplaced(earlier: string, later: string): boolean {
  const [a, b] = [cutReason(earlier), cutReason(later)];
  return (
    compareClaims(parseClaim(a), parseClaim(b))?.kind === 'contradiction' ||
    hasOtherAmount(a, b) ||
    isSetAside(a, b)
  );
}

/** The words of two lines that only one of them says, in order, and those that both say. */
function compareWords(a: string, b: string) {
  const [mine, theirs] = [parseStatement(a).words, parseStatement(b).words];
  const [from, to] = [joinCompounds(mine, theirs), joinCompounds(theirs, mine)];
  const pairs = alignWords(from, to);
  return {
    pairs,
    theirs: to,
    from: listUnalignedWords(from, pairs, 'a'),
    to: listUnalignedWords(to, pairs, 'b'),
  };
}

const isHeavy = (word: StatementWord): boolean => !isLight(word);

/** True where two lines say the same of the same, but for an amount. */
function hasOtherAmount(earlier: string, later: string): boolean {
  const { pairs, from, to } = compareWords(earlier, later);
  const shared = pairs.filter(({ a, opposed }) => !opposed && isHeavy(a) && a.sort !== 'number');
  if (shared.length === 0 || pairs.some(({ opposed }) => opposed)) return false;
  return (
    from.some(({ sort }) => sort === 'number') &&
    to.some(({ sort }) => sort === 'number') &&
    from.filter(isHeavy).every((word) => isAmount(word, earlier)) &&
    to.filter(isHeavy).every((word) => isAmount(word, later))
  );
}

/** Most words that may come in the place of what is set aside. */
const WIDEST = 3;

/** Stems of words that say that something changes, and name nothing. */
const CHANGES: ReadonlySet<string> = new Set([
  'switch',
  'move',
  'migrat',
  'chang',
  'replac',
  'drop',
  'retir',
]);

/** True where the later line names all that the earlier one says, and sets a name of it aside: "switched from A to B". */
function isSetAside(earlier: string, later: string): boolean {
  const gone = findSetAside(later).flatMap((text) => parseStatement(text).words.map(({ stem }) => stem));
  if (gone.length === 0) return false;
  const { pairs, theirs, from, to } = compareWords(earlier, later);
  const named = pairs.filter(({ a }) => isHeavy(a));
  const fresh = to.filter((word) => isHeavy(word) && !CHANGES.has(word.stem));
  return (
    !from.some(isHeavy) &&
    named.some(({ b }) => gone.includes(b.stem)) &&
    fresh.length <= WIDEST &&
    !fresh.some(({ stem }) => gone.includes(stem)) &&
    isOnePlace(
      fresh,
      theirs.filter((word) => isHeavy(word) && !CHANGES.has(word.stem)),
    )
  );
}

/** True where words stand beside each other in their line. */
function isOnePlace(some: readonly StatementWord[], words: readonly StatementWord[]): boolean {
  const start = words.indexOf(some[0] as StatementWord);
  return some.every((word, i) => words[start + i] === word);
}
