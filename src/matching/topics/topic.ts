import { groupByKeys } from '../../text/group-by.js';
import { type AnalyzedWord, analyzeText, isWordForm, type TextAnalysis } from './analyze-text.js';
import { findPhrase, startOfPhrase } from './phrase-match.js';

/** What a saying may be about, by any of its names: a row of the table, or words of one meaning of a workspace. */
export interface Topic {
  readonly names: readonly string[];
  /** What tells of it: its things, and those of its names that say enough. */
  readonly things: readonly string[];
  /** Names that are everyday words too. */
  readonly everyday: readonly string[];
  readonly nots: readonly string[];
}

/** Where a text says something of a topic, in words before it. */
export function findTopic(topic: Topic, heard: TextAnalysis): readonly number[] {
  const things = thingsIn(topic, heard).flatMap((thing) => findPhrase(thing, heard));
  const names = topic.everyday.flatMap((name) => findPhrase(name, heard));
  const mentioned =
    things.length > 0 ? [...things, ...names] : names.filter((at) => isWrittenAsName(heard, at));
  return mentioned.length === 0 ? [] : mentioned.filter((at) => isTopicIntended(topic, at, heard));
}

/** False where the word at a place is one of an everyday name, or stands beside what tells that the topic is not meant. */
export function isTopicIntended(topic: Topic, at: number, heard: TextAnalysis): boolean {
  return topic.nots.every((not) =>
    findPhrase(not, heard).every((from) => {
      const length = not.split(' ').length;
      return length === 1 ? Math.abs(from - at) > NEAR : at < from || at >= from + length;
    }),
  );
}

/** True where a topic's word stands for an everyday word: it is no name there, and no thing of the topic is said. */
export function isEverydaySense(topic: Topic, at: number, heard: TextAnalysis): boolean {
  const word = heard.words[at];
  if (!word || !topic.everyday.some((name) => name === word.form || isOneOf(name, word))) return false;
  return !isWrittenAsName(heard, at) && topic.things.every((thing) => findPhrase(thing, heard).length === 0);
}

/** A word of the nots says something of those so near to it. */
const NEAR = 4;

const isOneOf = (name: string, word: AnalyzedWord): boolean => {
  const [other, ...more] = analyzeText(name, 'topic').words;
  return other !== undefined && more.length === 0 && isWordForm(other, word);
};

function isWrittenAsName(heard: TextAnalysis, at: number): boolean {
  const word = heard.words[at];
  return word !== undefined && (word.whole !== null || heard.isCapital(word));
}

/** The things of a topic that a text may say: a word of it begins like theirs. */
function thingsIn(topic: Topic, heard: TextAnalysis): readonly string[] {
  const all = startsOfThings(topic);
  return ['', ...heard.starts()].flatMap((start) => all.get(start) ?? []);
}

/** The things of a topic by how they begin; under none what is looked for as it stands. */
const byStart = new WeakMap<Topic, ReadonlyMap<string, readonly string[]>>();

function startsOfThings(topic: Topic): ReadonlyMap<string, readonly string[]> {
  const known = byStart.get(topic);
  if (known) return known;
  const all = groupByKeys(topic.things.map((thing) => [startOfPhrase(thing), thing] as const));
  byStart.set(topic, all);
  return all;
}
