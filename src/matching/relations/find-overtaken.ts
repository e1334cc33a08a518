import { countEach } from '../../text/group-by.js';
import { parseStatement } from '../similarity/statement.js';
import type { RelatedLine } from './changed-value.js';
import { findRelation } from './find-relation.js';

/** A line that a later one replaces or fixes. */
export interface OvertakenLine<Line> {
  readonly earlier: Line;
  readonly later: Line;
  readonly relation: 'replaces' | 'fixes';
}

/** A line is compared with those that share one of its rarest words; so many words, and so many lines for each. */
const RAREST = 3;
const MOST_COMPARED = 40;

/**
 * Finds in a list, oldest first, each line that a later one replaces or fixes; at most one for a later line. Only the later
 * lines that `isLater` accepts are compared.
 */
export function findOvertakenLines<Line extends RelatedLine>(
  lines: readonly Line[],
  isLater: (line: Line) => boolean = () => true,
): readonly OvertakenLine<Line>[] {
  if (!lines.some(isLater)) return [];
  const stems = lines.map(({ text }) => parseStatement(text).words.map(({ stem }) => stem));
  const counts = countEach(stems.flat());
  const before = new Map<string, Line[]>();
  return lines.flatMap((line, at): OvertakenLine<Line>[] => {
    const shared = (stems[at] ?? []).filter((stem) => (counts.get(stem) ?? 0) > 1);
    const keys = shared.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0)).slice(0, RAREST);
    const others = new Set(keys.flatMap((key) => (before.get(key) ?? []).slice(-MOST_COMPARED)));
    for (const key of keys) before.set(key, [...(before.get(key) ?? []), line]);
    return [...others].flatMap((other) => compare(other, line, isLater)).slice(0, 1);
  });
}

/** A line of progress is later than what it fixes, wherever it is in the list. */
function compare<Line extends RelatedLine>(
  first: Line,
  second: Line,
  isLater: (line: Line) => boolean,
): OvertakenLine<Line>[] {
  const inOrder = second.type === 'progress' || first.type !== 'progress';
  const [earlier, later] = inOrder ? [first, second] : [second, first];
  if (!isLater(later)) return [];
  const relation = findRelation(earlier, later);
  return relation === 'replaces' || relation === 'fixes' ? [{ earlier, later, relation }] : [];
}
