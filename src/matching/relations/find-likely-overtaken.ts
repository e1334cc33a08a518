import { parseStatement } from '../similarity/statement.js';
import { createNameTest } from '../topics/shared-names.js';
import type { RelatedLine } from './changed-value.js';
import type { RankEntries, RankedCandidate } from './find-related-entries.js';
import { FIXES, HOLDING_TYPES, OPEN_TYPES } from './find-relation.js';

/** Words of a change. Without them a line near to an earlier one mostly adds to it. */
const CHANGES =
  /\b(?:now|no longer|any ?more|instead|back|after all|from now on|used to|switch\w*|mov(?:e|ed|es|ing)|migrat\w*|chang(?:ed|es?|ing) (?:to|from|my|our)|replac\w*|drop\w*|retir\w*|rais\w*|lower\w*|revers\w*)\b|\bmak(?:e|es|ing) .{1,60}\bdefault\b|改为|改用|不再/iu;

/** True for words of a change. */
export const hasChange = (text: string): boolean => CHANGES.test(text);

/** The least weight of shared words: about one rare word in eight, for lines of equal length. */
const LEAST_SCORE = 1.2;
/** The same where they share a name, and without words of a change. */
const LEAST_NAMED = 0.6;
const LEAST_SHARED = 1.35;
/** In a small memory every word is rare, so one shared word is not enough, unless it is a name. */
const LEAST_WORDS = 2;
/** So many of the nearest entries may share a name. */
const MOST_COMPARED = 8;

/**
 * Finds the entry that a later line likely replaces or closes: the nearest one of a type that it may replace, where the line
 * has words of a change, or of a fix where the entry is open. Returns null for none. It is no proof: use it only to ask, or to
 * choose which of two lines to show. `rank` is called only for such a line.
 */
export function findLikelyOvertaken<Entry extends RelatedLine>(
  later: RelatedLine,
  rank: RankEntries<Entry>,
): Entry | null {
  const isFix = later.type === 'progress';
  const hasWords = isFix
    ? parseStatement(later.text).words.some(({ stem }) => FIXES.has(stem))
    : hasChange(later.text);
  if (!hasWords) return null;
  const [best] = rank(
    later.text,
    ({ type }) => OPEN_TYPES.has(type) === isFix && mayReplace(type, later.type),
  );
  return best && createNearTest(later.text, LEAST_SCORE)(best) ? best.entry : null;
}

/**
 * Finds the entry whose subject a later line shares: the nearest one that a line of this type may replace, repeat or close.
 * Such lines often stand side by side, so use it only to ask, or to choose which line yields where there is no room for both.
 * A line of its moment must share a name with the entry.
 */
export function findSameSubject<Entry extends RelatedLine>(
  later: RelatedLine,
  isOfMoment: boolean,
  rank: RankEntries<Entry>,
): Entry | null {
  if (isUnfinished(later.text)) return null;
  const isNear = createNearTest(later.text, isOfMoment ? Infinity : LEAST_SHARED, LEAST_WORDS);
  const ranked = rank(later.text, ({ type }) => mayReplace(type, later.type));
  return ranked.slice(0, MOST_COMPARED).find(isNear)?.entry ?? null;
}

const UNFINISHED =
  /\b(?:half|third|still|yet|almost|nearly|started|begun|so far|left|missing)\b|\d ?%|\b\d+ of \d+\b/iu;

/** True for words of work that is not done. */
export const isUnfinished = (text: string): boolean => UNFINISHED.test(text);

/** Returns a test for entries that share rare words of this weight and number with a text, or fewer and a name. */
function createNearTest(text: string, least: number, leastWords = 1) {
  let sharesName: ((other: string) => boolean) | null = null;
  return ({ entry, score, words }: RankedCandidate<RelatedLine>): boolean => {
    if (score < LEAST_NAMED) return false;
    if (score >= least && words >= leastWords) return true;
    sharesName ??= createNameTest(text);
    return sharesName(entry.text);
  };
}

const UNTYPED: ReadonlySet<string> = new Set(['experience', 'moment', 'obs']);
/** Types that state what applies: a line of one may replace a line of another. */
const CLAIMS: ReadonlySet<string> = new Set(['decision', 'constraint', 'fact', 'rule', 'preference']);
/** Types of lines that may close an open entry of a type. */
const CLOSING: Readonly<Record<string, readonly string[]>> = {
  blocker: ['progress'],
  problem: ['progress', 'learning', 'fact', ...UNTYPED],
  question: ['progress', 'decision', 'fact', ...UNTYPED],
};

/** True if a later line of one type may replace or close an entry of another. */
function mayReplace(earlier: string, later: string): boolean {
  if (OPEN_TYPES.has(earlier)) return CLOSING[earlier]?.includes(later) ?? false;
  if (UNTYPED.has(earlier)) return HOLDING_TYPES.has(later) || UNTYPED.has(later) || later === 'progress';
  if (CLAIMS.has(earlier)) return CLAIMS.has(later) || UNTYPED.has(later);
  return earlier === later && HOLDING_TYPES.has(earlier);
}
