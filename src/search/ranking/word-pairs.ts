import { ENGLISH, type Language } from '../../text/language.js';
import { STOP_WORDS } from '../../text/stem.js';
import type { TokenizedWord } from '../../text/tokenize.js';
import type { ParsedQuery } from './parse-query.js';

/** Returns a test for texts in which two adjacent words of the query are adjacent, in the same order. */
export function createPairTest(
  { matchedWords }: ParsedQuery,
  { stem, stops }: Language = ENGLISH,
): (words: readonly TokenizedWord[]) => boolean {
  const keys = matchedWords.map(({ options }) => options[0]?.key ?? '');
  const next = new Map<string, Set<string>>();
  for (const [i, key] of keys.slice(0, -1).entries())
    next.set(key, (next.get(key) ?? new Set()).add(keys[i + 1]!));
  return (words) => {
    if (next.size === 0) return false;
    let followers: ReadonlySet<string> | undefined;
    for (const { text } of words) {
      if (STOP_WORDS.has(text) || stops?.has(text)) continue;
      const key = stem(text);
      if (followers?.has(key)) return true;
      followers = next.get(key);
    }
    return false;
  };
}
