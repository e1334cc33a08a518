import type { Language } from './language.js';
import { RELATED_WORDS } from './synonyms.data.js';

/** Parses the setting `search.synonyms`, groups of words of one meaning: `ship release; kunde customer`. */
export const parseSynonymGroups = (setting: string): readonly (readonly string[])[] =>
  setting
    .split(';')
    .map((group) => group.split(/[\s,=]+/).filter(Boolean))
    .filter(({ length }) => length > 0);

/** Returns the stems of the synonyms of a stem. Reads only the lines that contain it. */
export function findSynonyms(
  key: string,
  { stem }: Language,
  more: readonly (readonly string[])[] = [],
): string[] {
  const found = new Set<string>();
  for (const meaning of [...linesWith(key), ...more]) {
    const stems = meaning.map((word) => stem(word.toLowerCase()));
    if (stems.includes(key)) for (const other of stems) found.add(other);
  }
  found.delete(key);
  return [...found];
}

function* linesWith(key: string): Iterable<string[]> {
  for (let at = RELATED_WORDS.indexOf(key); at >= 0; ) {
    const end = RELATED_WORDS.indexOf('\n', at);
    yield RELATED_WORDS.slice(RELATED_WORDS.lastIndexOf('\n', at) + 1, end).split(' ');
    at = RELATED_WORDS.indexOf(key, end);
  }
}
