import { groupByKeys } from '../../text/group-by.js';
import {
  type AnalyzedWord,
  analyzeText,
  isSameWord,
  LATIN,
  listWordStarts,
  memoize,
  type TextAnalysis,
} from './analyze-text.js';
import { isNamed, startOfName, startOfPhrase } from './phrase-match.js';
import { selectInformativeWords } from './subject-words.js';
import { findTopic, isTopicIntended, type Topic } from './topic.js';

/** A text, and the words that tell what it is about. */
export interface SubjectText {
  readonly heard: TextAnalysis;
  readonly telling: () => readonly AnalyzedWord[];
}

export function toSubjectText(text: string): SubjectText {
  const heard = analyzeText(text, 'prompt');
  return { heard, telling: memoize(() => selectInformativeWords(heard)) };
}

/** A word of an intent, the word of a trap that it goes with, and whether they are one word or of one topic. */
export interface SharedWord {
  readonly aim: AnalyzedWord;
  readonly other: AnalyzedWord;
  readonly by: 'word' | 'topic';
}

/** What an intent shares with a trap. What is looked for in many traps is made ready once. */
type SharedTopic = (trap: SubjectText) => readonly SharedWord[];

/** Words that they share. Two words are one only where they begin alike, but for parts of names and Chinese. */
export function findSharedWords(said: SubjectText): SharedTopic {
  const aims = said.telling();
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
          pairs.set(aim, { aim, other, by: 'word' });
    return [...pairs.values()];
  };
}

const letterOf = ({ text }: AnalyzedWord['meant']): string => text.charAt(0);
const NONE: readonly AnalyzedWord[] = [];

/** A part of a name is not the name: `NEXT_PUBLIC_` is nothing public. */
const isPart = (part: AnalyzedWord, word: AnalyzedWord): boolean =>
  part.whole !== null && word.whole === null && part.whole.text.includes('_');

/**
 * What one of them names and the other tells of: `to production` of a deploy, `euros` of amounts. Of all topics these are
 * those that the intent has to do with.
 */
export function findSharedTopics(said: SubjectText, topics: readonly Topic[]): SharedTopic {
  const [mentioned, named] = [thoseTold(said, topics), thoseNamed(said, topics)];
  return (trap) => [...mentioned(trap), ...named(trap)];
}

/** What the intent tells of, by the words with which a trap names it. */
function thoseTold(said: SubjectText, topics: readonly Topic[]): SharedTopic {
  const places = new Map(topics.map((topic) => [topic, wordsAt(findTopic(topic, said.heard), said)]));
  const mentioned = topics.filter((topic) => places.get(topic)?.length);
  if (mentioned.length === 0) return () => [];
  const topicsNamed = naming(mentioned);
  return (trap) =>
    namesIn(trap, topicsNamed).flatMap(({ name, topic }) =>
      (places.get(topic) ?? []).map((aim) => ({ aim, other: name, by: 'topic' as const })),
    );
}

/** What the intent names, by the words with which a trap tells of it. */
function thoseNamed(said: SubjectText, topics: readonly Topic[]): SharedTopic {
  const named = namesIn(said, naming(topics)).map(({ name, topic }) => {
    const starts = new Set([...topic.things, ...topic.everyday].map(startOfPhrase));
    return { name, topic, starts, isAnywhere: starts.has('') };
  });
  return (trap) =>
    named
      .filter(
        ({ starts, isAnywhere }) =>
          isAnywhere ||
          trap.heard.words.some((word) => listWordStarts(word).some((start) => starts.has(start))),
      )
      .flatMap(({ name, topic }) =>
        wordsAt(findTopic(topic, trap.heard), trap).map((other) => ({
          aim: name,
          other,
          by: 'topic' as const,
        })),
      );
}

const wordsAt = (places: readonly number[], { heard }: SubjectText): readonly AnalyzedWord[] =>
  places.flatMap((at) => heard.words[at] ?? []);

/** A word with which a saying names a topic, alone or with the one behind it. */
interface Naming {
  readonly name: AnalyzedWord;
  readonly topic: Topic;
}

function namesIn(
  one: SubjectText,
  topicsNamed: (words: readonly AnalyzedWord[]) => readonly Topic[],
): readonly Naming[] {
  const words = one.telling();
  return words.flatMap((name, i) =>
    [[name], words.slice(i, i + 2)]
      .flatMap(topicsNamed)
      .filter((topic) => isTopicIntended(topic, name.at, one.heard))
      .map((topic) => ({ name, topic })),
  );
}

/** Tells which of some topics words name, side by side. */
function naming(topics: readonly Topic[]): (words: readonly AnalyzedWord[]) => readonly Topic[] {
  const names = topics.flatMap((topic) => topic.names.map((name) => ({ name, topic })));
  const byStart = groupByKeys(names.map((one) => [startOfName(one.name), one] as const));
  return (words) => {
    const alike = words
      .slice(0, 1)
      .flatMap((first) => listWordStarts(first).flatMap((start) => byStart.get(start) ?? []));
    const named = alike.filter(({ name }) => isNamed(words, name)).map(({ topic }) => topic);
    return named.length > 1 ? [...new Set(named)] : named;
  };
}
