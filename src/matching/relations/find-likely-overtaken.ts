import { parseStatement } from '../similarity/statement.js';
import { type RelatedCandidate, rankByShare } from './find-related-entries.js';
import { FIXES, HOLDING_TYPES, OPEN_TYPES } from './find-relation.js';

/** Words of a change. Without them a line near to an earlier one mostly adds to it. */
const CHANGES =
  /\b(?:now|no longer|any ?more|instead|back|after all|from now on|used to|switch\w*|mov(?:e|ed|es|ing)|migrat\w*|chang(?:ed|es?|ing) (?:to|from|my|our)|replac\w*|drop\w*|retir\w*|rais\w*|lower\w*|revers\w*)\b|改为|改用|不再/iu;

/** The least weight of shared words: about one rare word in eight, for lines of equal length. */
const LEAST_SCORE = 1.2;

/**
 * Finds the entry that a later line likely replaces or closes: the nearest one, where the line has words of a change and
 * states something too, or where it is progress with words of a fix and the entry is open. Returns null for none. It is no
 * proof: use it only to ask, or to choose which of two lines to show. `list` is called only for such a line.
 */
export function findLikelyOvertaken<Entry extends RelatedCandidate>(
  later: Pick<RelatedCandidate, 'text' | 'type'>,
  list: () => readonly Entry[],
): Entry | null {
  const types = findOvertakenTypes(later);
  if (types.size === 0) return null;
  const [best] = rankByShare(
    later.text,
    list().filter(({ type }) => types.has(type)),
  );
  return best && best.score >= LEAST_SCORE ? best.entry : null;
}

/** Returns the types of the entries that a line may replace or close, by its type and words. */
function findOvertakenTypes({ text, type }: Pick<RelatedCandidate, 'text' | 'type'>): ReadonlySet<string> {
  if (type === 'progress')
    return parseStatement(text).words.some(({ stem }) => FIXES.has(stem)) ? OPEN_TYPES : NO_TYPES;
  const isClaim = HOLDING_TYPES.has(type) || UNTYPED.has(type);
  return isClaim && CHANGES.test(text) ? HOLDING_TYPES : NO_TYPES;
}

const NO_TYPES: ReadonlySet<string> = new Set();
const UNTYPED: ReadonlySet<string> = new Set(['experience', 'moment', 'obs']);
