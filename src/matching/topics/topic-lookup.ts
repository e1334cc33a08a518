import type { AnalyzedWord } from './analyze-text.js';
import { isNamed } from './phrase-match.js';
import type { Topic } from './topic.js';

/** Groups of synonyms that a workspace adds (`search.synonyms`). */
export type SynonymGroups = readonly (readonly string[])[];

/** Converts groups of synonyms to topics. */
export const toTopics = (meanings: SynonymGroups): readonly Topic[] =>
  meanings.map((group) => ({ names: group.filter(Boolean) }));

/** Lists the topics that some adjacent words name, e.g. `rate limits`. */
export const findTopics = (words: readonly AnalyzedWord[], topics: readonly Topic[]): readonly Topic[] =>
  words.length === 0 ? [] : topics.filter(({ names }) => names.some((name) => isNamed(words, name)));
