import type { Language } from './language.js';

/** Parses the setting `search.synonyms`, groups of words of one meaning: `ship release; kunde customer`. */
export const parseSynonymGroups = (setting: string): readonly (readonly string[])[] =>
  setting
    .split(';')
    .map((group) => group.split(/[\s,=]+/).filter(Boolean))
    .filter(({ length }) => length > 0);

/** Returns the stems of the synonyms of a stem. */
export function findSynonyms(
  key: string,
  { stem }: Language,
  groups: readonly (readonly string[])[] = [],
): string[] {
  const found = new Set<string>();
  for (const group of groups) {
    const stems = group.map((word) => stem(word.toLowerCase()));
    if (stems.includes(key)) for (const other of stems) found.add(other);
  }
  found.delete(key);
  return [...found];
}
