import { splitRuns, tokenizeRun } from '../../text/tokenize.js';

/** Text between straight or curled quotes; an unclosed quote does not match. */
const QUOTED = /"([^"\n]{2,400})"|“([^”\n]{2,400})”|«([^»\n]{2,400})»/g;

/** Returns the quoted phrases of a query as lists of words; a single quoted word is no phrase. */
export function findQuotedPhrases(words: string): readonly (readonly string[])[] {
  if (!/["“«]/.test(words)) return [];
  return [...words.matchAll(QUOTED)]
    .map(([, straight, curled, angled]) => formsOf(straight ?? curled ?? angled ?? ''))
    .filter(({ length }) => length > 1);
}

/** True if a text has every phrase word for word; punctuation between the words is ignored. */
export function hasPhrases(text: string, phrases: readonly (readonly string[])[]): boolean {
  if (phrases.length === 0) return true;
  const input = ` ${formsOf(text).join(' ')} `;
  return phrases.every((phrase) => input.includes(` ${phrase.join(' ')} `));
}

const formsOf = (text: string): string[] =>
  splitRuns(text)
    .flatMap(tokenizeRun)
    .flatMap(({ text: form, whole }) => (whole ? [] : [form]));
