import { parseWordSet } from '../../text/word-list.js';
import type { AnalyzedWord, TextAnalysis } from './analyze-text.js';
import * as table from './topic-words.data.js';

/**
 * The words of a topic that tell what it is about; where none does, all of them. `page` in `login page` tells nothing;
 * `feature` in `feature flags` tells which flags.
 */
export function selectSubjectWords(topic: TextAnalysis): readonly AnalyzedWord[] {
  const heavy = topic.words.filter((word) => !word.light || topic.isCapital(word));
  const about = heavy.filter((word, i) => !GENERIC_NOUNS.has(word.form) || tellsWhich(heavy, i));
  return about.length > 0 ? about : topic.words;
}

/** A word before the one that it stands for belongs to it. */
const tellsWhich = (words: readonly AnalyzedWord[], i: number): boolean =>
  words[i + 1] !== undefined &&
  !GENERIC_NOUNS.has(words[i + 1]!.form) &&
  words[i + 1]!.at === words[i]!.at + 1;

/** Says what a place is, and not which: `login page` is about the login. */
const GENERIC_NOUNS = parseWordSet(table.GENERIC_NOUNS);
