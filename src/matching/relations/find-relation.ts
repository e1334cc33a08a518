import { hasLongerName, isRejectionReversed } from '../name-phrases.js';
import { compareParsed, findDifferenceBetween } from '../similarity/similarity.js';
import { parseStatement, type Statement, type StatementWord } from '../similarity/statement.js';
import { alignWords, isLight, joinCompounds, listUnalignedWords } from '../similarity/word-alignment.js';
import { hasChangedValue, type RelatedLine } from './changed-value.js';
import { cutReason, findSetAside } from './line-head.js';

/** The parts of a line that its relation to another depends on. */
/** The relation of a later line to an earlier one. */
export type RelationName = 'replaces' | 'fixes' | 'repeats';

/** Types of entries that are open until something closes them. */
export const OPEN_TYPES: ReadonlySet<string> = new Set(['problem', 'blocker', 'question']);

/** Types of entries that stay valid until another line replaces them. */
export const HOLDING_TYPES: ReadonlySet<string> = new Set([
  'decision',
  'preference',
  'fact',
  'rule',
  'constraint',
  'learning',
  'gotcha',
  'assumption',
]);

/** Types of rejections. */
export const REJECTING_TYPES: ReadonlySet<string> = new Set(['rejected', 'failure']);

/** True if a line of a type may replace, fix or repeat one of another type: what is open may be closed by any line. */
export const mayRelate = (earlier: string, later: string): boolean =>
  OPEN_TYPES.has(earlier) || !OPEN_TYPES.has(later);

/**
 * Finds what a later line does to an earlier one that stands; null if both remain valid or only the author can decide. Names
 * are compared whole, and a word more on either side makes another subject.
 */
export function findRelation(earlier: RelatedLine, later: RelatedLine): RelationName | null {
  if (OPEN_TYPES.has(earlier.type) && later.type === 'progress')
    return isFixed(earlier.text, later.text) ? 'fixes' : null;
  if (REJECTING_TYPES.has(earlier.type) && later.type === 'decision')
    return isRejectionReversed(earlier.text, cutReason(later.text)) ? 'replaces' : null;
  if (!HOLDING_TYPES.has(earlier.type)) return isRepeated(earlier, later) ? 'repeats' : null;
  if (REJECTING_TYPES.has(later.type)) return relateRejection(earlier.text, later.text);
  if (!HOLDING_TYPES.has(later.type)) return null;
  const isChanged = hasChangedValue(cutReasonOf(earlier), cutReasonOf(later));
  if (isChanged || isReplaced(earlier.text, later.text)) return 'replaces';
  return isRepeated(earlier, later) ? 'repeats' : null;
}

const cutReasonOf = ({ text, type }: RelatedLine): RelatedLine => ({ text: cutReason(text), type });

const isRepeated = (earlier: RelatedLine, later: RelatedLine): boolean =>
  earlier.type === later.type && isSame(earlier.text, later.text);

/** Above this similarity the later line is a duplicate. */
const SAME = 0.9;

const isSame = (earlier: string, later: string): boolean =>
  isSameStatement(parseStatement(earlier), parseStatement(later));

/** Returns true if one of two parsed lines adds nothing to the other. Symmetric. */
export const isSameStatement = (a: Statement, b: Statement): boolean =>
  listNames(a) === listNames(b) &&
  listSigns(a) === listSigns(b) &&
  compareParsed(a, b).similarity > SAME &&
  !alignWords(a.words, b.words).some(({ opposed }) => opposed);

/** The signed numbers of a line, in their order: -90 and 90 are two. */
const listSigns = ({ text }: Statement): string => (text.match(/(?<!\S)[-\u2212]\d+/g) ?? []).join(' ');

/** Stems of words for a fix, or for an earlier state. */
export const FIXES: ReadonlySet<string> = new Set([
  ...['fix', 'repair', 'solv', 'resolv', 'close', 'done', '解决', '修复'],
  ...['bug', 'problem', 'issu', 'error', 'blocker', '问题'],
]);

/** True if a line says that the same thing is fixed, or states the opposite of the problem. */
function isFixed(earlier: string, later: string): boolean {
  const [a, b] = [cutReason(earlier), cutReason(later)];
  const { pairs, from, to } = compareWords(a, b);
  const mark = to.find(({ stem }) => FIXES.has(stem));
  if (!mark) return isSame(a, b) || isDenied(a, b);
  return (
    mark.polarity === 'said' &&
    pairs.some(({ a: word }) => isHeavy(word)) &&
    !pairs.some(({ opposed }) => opposed) &&
    !from.some(isHeavy) &&
    !to.some((word) => isHeavy(word) && !FIXES.has(word.stem))
  );
}

/** True if the later line denies the earlier one and names nothing more: an exception names its case. */
function isDenied(earlier: string, later: string): boolean {
  const { pairs, from, to } = compareWords(earlier, later);
  return (
    !to.some(isHeavy) &&
    !hasLongerName(earlier, later) &&
    (!from.some(isHeavy) || pairs.every(({ b }) => b.polarity === 'denied')) &&
    findDifferenceBetween(earlier, later) === 'denial'
  );
}

/** The numbers, paths and identifiers of a line, in their order: `topic1` and `topic11` are two. */
const listNames = ({ words }: Statement): string =>
  words
    .filter(({ sort }) => sort !== 'word' && sort !== 'proper')
    .map(({ stem }) => stem)
    .join(' ');

/** True for a rejection of everything in the earlier line: it names the thing, or says that it is not wanted. */
function relateRejection(earlier: string, later: string): RelationName | null {
  const text = cutReason(later);
  const denies = parseStatement(text).words.some(({ polarity }) => polarity === 'denied');
  return isReplaced(earlier, denies ? text : `not ${text}`) ? 'replaces' : null;
}

function isReplaced(earlier: string, later: string): boolean {
  const [a, b] = [cutReason(earlier), cutReason(later)];
  return isDenied(a, b) || isSetAside(a, b);
}

/** The words that only one of two lines has, in order, and those that both have. */
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

/** Most words of a replacement. */
const WIDEST = 3;

/** Stems of words for a change. */
const CHANGES: ReadonlySet<string> = new Set([
  'switch',
  'move',
  'migrat',
  'chang',
  'replac',
  'drop',
  'retir',
]);

/** True if the later line names everything in the earlier one and replaces one of its names: "switched from A to B". */
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

/** True if words are adjacent in their line. */
function isOnePlace(some: readonly StatementWord[], words: readonly StatementWord[]): boolean {
  const start = words.indexOf(some[0] as StatementWord);
  return some.every((word, i) => words[start + i] === word);
}
