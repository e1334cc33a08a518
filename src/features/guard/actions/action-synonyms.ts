import { ACTION_SYNONYMS } from './action-synonyms.data.js';

const table = (): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  const add = (word: string, others: readonly string[]) =>
    found.set(word, [...(found.get(word) ?? []), ...others.filter((one) => one !== word)]);
  for (const line of ACTION_SYNONYMS.trim().split('\n')) {
    const [, said, words = line] = /^(\S+): (.*)$/.exec(line) ?? [];
    const all = words.split(' ');
    for (const word of said === undefined ? all : [said]) add(word, all);
  }
  return found;
};

let known: ReadonlyMap<string, readonly string[]> | undefined;

/** Other words that show what a word names; none for most. */
export function findActionSynonyms(word: string): readonly string[] {
  known ??= table();
  return known.get(word) ?? [];
}
