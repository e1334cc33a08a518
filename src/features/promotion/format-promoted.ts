import type { PromotedEntry } from './promote.js';

/** So many promoted entries are named, each in so many letters; the rest is counted. */
const MOST_NAMED = 3;
const MOST_LETTERS = 60;

/** Formats what was promoted for one line: `decision «keep the boards in one file», rule «never force-push» and 2 more`. */
export function formatPromoted(promoted: readonly PromotedEntry[]): string {
  const named = promoted.slice(0, MOST_NAMED).map(({ type, text }) => `${type} «${shorten(text)}»`);
  const more = promoted.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const shorten = (text: string): string =>
  text.length <= MOST_LETTERS ? text : `${text.slice(0, MOST_LETTERS - 1).trimEnd()}…`;
