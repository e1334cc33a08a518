import { groupByKeys } from '../../text/group-by.js';
import {
  type AnalyzedWord,
  analyzeText,
  isSameWord,
  LATIN,
  memoize,
  type TextAnalysis,
} from './analyze-text.js';
import { selectInformativeWords } from './subject-words.js';

/** A text, and its subject words. */
export interface SubjectText {
  readonly heard: TextAnalysis;
  readonly telling: () => readonly AnalyzedWord[];
}

export function toSubjectText(text: string): SubjectText {
  const heard = analyzeText(text, 'prompt');
  return { heard, telling: memoize(() => selectInformativeWords(heard)) };
}

/** A word of an intent, and the same word of an entry. */
export interface SharedWord {
  readonly aim: AnalyzedWord;
  readonly other: AnalyzedWord;
}

/** Finds the words that an intent shares with an entry. */
type FindShared = (trap: SubjectText) => readonly SharedWord[];

/** Words that they share. Two words are one only where they begin alike, but for parts of names and Chinese. */
export function findSharedWords(subject: SubjectText): FindShared {
  const aims = subject.telling();
  const anywhere = aims.filter(({ form, whole }) => whole !== null || form.charCodeAt(0) > LATIN);
  const byLetter = groupByKeys(
    aims.filter((aim) => !anywhere.includes(aim)).map((aim) => [letterOf(aim.meant), aim] as const),
  );
  const alike = ({ meant, whole }: AnalyzedWord): readonly AnalyzedWord[] => [
    ...anywhere,
    ...(byLetter.get(letterOf(meant)) ?? NONE),
    ...((whole && byLetter.get(letterOf(whole))) ?? NONE),
  ];
  return (trap) => {
    const pairs = new Map<AnalyzedWord, SharedWord>();
    for (const other of trap.heard.words)
      for (const aim of alike(other))
        if (!pairs.has(aim) && isSameWord(aim, other) && !isPart(aim, other) && !isPart(other, aim))
          pairs.set(aim, { aim, other });
    return [...pairs.values()];
  };
}

const letterOf = ({ text }: AnalyzedWord['meant']): string => text.charAt(0);
const NONE: readonly AnalyzedWord[] = [];

/** A part of a name is not the name: `NEXT_PUBLIC_` is nothing public. */
const isPart = (part: AnalyzedWord, word: AnalyzedWord): boolean =>
  part.whole !== null && word.whole === null && part.whole.text.includes('_');
