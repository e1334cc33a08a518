import { countEach } from '../../../text/group-by.js';
import { toPlainLine } from '../../../text/sanitize.js';

/** Longer words of others are cut: the trace points to them, it does not keep them. */
const MAX_LENGTH = 120;

/** Words of others on one line, of which a reader sees all, and in which nothing links anywhere. */
export function quoteText(text: string): string {
  const line = toPlainLine(text.replace(/\s+/g, ' ').trim()).replaceAll('[[', '[ [');
  if (line.length <= MAX_LENGTH) return line;
  return `${line.slice(0, MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The same as code, where it can be. */
export function formatCode(text: string): string {
  const words = quoteText(text);
  return words.includes('`') || words === '' ? words : `\`${words}\``;
}

/** The first few of many, and how many more. */
export const truncateList = (all: readonly string[], most: number): string =>
  all.length <= most ? all.join(', ') : `${all.slice(0, most).join(', ')} and ${all.length - most} more`;

/** Each once with how often, those that come most often first. */
export function countOccurrences(all: readonly string[], most: number): string {
  const inOrder = [...countEach(all)].toSorted(([, a], [, b]) => b - a);
  return truncateList(
    inOrder.map(([one, count]) => (count === 1 ? one : `${one} (${count})`)),
    most,
  );
}

/** A text up to its first line break. */
export const getFirstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
