import { splitRuns, tokenizeRun } from '../../text/tokenize.js';

/** What stands between quotes, straight or curled; a quote that is never closed is none. */
const QUOTED = /"([^"\n]{2,400})"|“([^”\n]{2,400})”|«([^»\n]{2,400})»/g;

/** Words of a query that were put in quotes, in their order; one word alone is no phrase. */
export function findQuotedPhrases(words: string): readonly (readonly string[])[] {
  if (!/["“«]/.test(words)) return [];
  return [...words.matchAll(QUOTED)]
    .map(([, straight, curled, angled]) => formsOf(straight ?? curled ?? angled ?? ''))
    .filter(({ length }) => length > 1);
}

/** True where a text has every phrase, word for word, whatever stands between the words. */
export function hasPhrases(text: string, phrases: readonly (readonly string[])[]): boolean {
  if (phrases.length === 0) return true;
  const said = ` ${formsOf(text).join(' ')} `;
  return phrases.every((phrase) => said.includes(` ${phrase.join(' ')} `));
}

const formsOf = (text: string): string[] =>
  splitRuns(text)
    .flatMap(tokenizeRun)
    .flatMap(({ text: form, whole }) => (whole ? [] : [form]));
