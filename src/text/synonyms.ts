import type { Language } from './language.js';
import { RELATED_WORDS, SAME_NAMES } from './synonyms.data.js';

const SYNONYMS = SAME_NAMES + RELATED_WORDS.trimStart();

/** The setting `search.synonyms` as groups of words of one meaning: `ship release; kunde customer`. */
export const parseSynonymGroups = (setting: string): readonly (readonly string[])[] =>
  setting
    .split(';')
    .map((group) => group.split(/[\s,=]+/).filter(Boolean))
    .filter(({ length }) => length > 0);

/** Stems of the words that mean what a stem means. Only the lines that hold its word are looked at. */
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
  for (let at = SYNONYMS.indexOf(key); at >= 0; ) {
    const end = SYNONYMS.indexOf('\n', at);
    yield SYNONYMS.slice(SYNONYMS.lastIndexOf('\n', at) + 1, end).split(' ');
    at = SYNONYMS.indexOf(key, end);
  }
}
