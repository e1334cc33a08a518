import {
  type AnalyzedWord,
  analyzeText,
  isSameWord,
  listWordStarts,
  memoize,
  type TextAnalysis,
} from './analyze-text.js';
import { startOfName } from './phrase-match.js';
import { parseReminderCondition } from './reminder-condition.js';
import { selectSubjectWords } from './subject-words.js';
import { findTopic, type Topic } from './topic.js';
import { findTopics, type SynonymGroups, toTopics } from './topic-lookup.js';

/**
 * Returns true if a text mentions a topic such as `auth`, `rate limits` or `billing or invoices`: the words of the topic
 * are near each other in it, inflected, mistyped or under another name too (Mind §Reminders; FEATURES A9).
 */
export const isTopicMatch = (text: string, topic: string): boolean => matchTopics(text)(topic);

/** Returns the same test for many topics; it analyzes the text once. */
export function matchTopics(text: string, meanings: SynonymGroups = []): (topic: string) => boolean {
  const analysis = analyzeText(text, 'prompt');
  const more = memoize(() => toTopics(meanings));
  const topicsNamed = cacheBy((words: readonly AnalyzedWord[]) => findTopics(words, more()), formOfOne);
  const placesOf = cacheBy((word: AnalyzedWord) => placesIn(analysis, word), formOf);
  const placesOfTopic = cacheBy(
    (topic: Topic) => findTopic(topic, analysis),
    (topic) => topic,
  );
  const mentioned = memoize(() => listMentionedNames(analysis, more()));
  const isTopicWord = (word: AnalyzedWord) =>
    placesOf(word).length > 0 || listWordStarts(word).some((start) => mentioned().has(start));
  return (written) => {
    const { topic, isAct } = parseReminderCondition(written);
    const isCounted = (at: number) => !isAct || isNotPast(at, analysis);
    return topic
      .split(ALTERNATIVES)
      .map((one) => analyzeText(one, 'topic'))
      .some(
        (one) =>
          one.words.some(isTopicWord) &&
          isMentioned(analysis, one, { topicsNamed, placesOf, placesOfTopic, isCounted }),
      );
  };
}

/** The first letters of the names of all topics that a text names. */
const listMentionedNames = (analysis: TextAnalysis, topics: readonly Topic[]): ReadonlySet<string> =>
  new Set(
    topics
      .filter((topic) => findTopic(topic, analysis).length > 0)
      .flatMap(({ names }) => names)
      .map(startOfName),
  );

const ALTERNATIVES = /(?<!\s)(?:\s+(?:or|oder|and\/or)\s+|\s*[,;，、]\s*|\s+\/\s+)|或者?/i;

/** The share of words of a topic that a text must have, from three words on. */
const MOST_OF_IT = 2 / 3;
/** How many other words may be between those of a topic. */
const WINDOW = 4;

/** Cached lookups in one text. */
interface Lookup {
  /** The topics that words name. */
  readonly topicsNamed: (words: readonly AnalyzedWord[]) => readonly Topic[];
  /** The places of a word of a topic. */
  readonly placesOf: (word: AnalyzedWord) => readonly number[];
  /** The places where a topic is mentioned. */
  readonly placesOfTopic: (topic: Topic) => readonly number[];
  /** Returns true if a mention at this place counts. */
  readonly isCounted: (at: number) => boolean;
}

/** Returns true if a text has the words of a topic, or mentions its parts by other names. */
const isMentioned = (analysis: TextAnalysis, topic: TextAnalysis, lookup: Lookup): boolean =>
  hasWords(analysis, topic, lookup) || mentionsParts(topic, lookup);

function hasWords(analysis: TextAnalysis, topic: TextAnalysis, { placesOf, isCounted }: Lookup): boolean {
  const about = selectSubjectWords(topic);
  const places = about
    .map((word) => (word.light && topic.isCapital(word) ? placesOfCapitals(word, analysis) : placesOf(word)))
    .filter((found) => found.length > 0);
  const needed = about.length < 3 ? about.length : Math.ceil(about.length * MOST_OF_IT);
  if (
    about.length === 0 ||
    places.length < needed ||
    !areNear(places, needed) ||
    isSplitByPreposition(analysis, about)
  )
    return false;
  return about.length > 1 || (places[0] ?? []).some(isCounted);
}

/** Returns false for something in the past: `the last release`, `which commit`. */
const isNotPast = (at: number, { words }: TextAnalysis): boolean =>
  words.slice(Math.max(0, at - 2), at).every(({ form }) => !PAST.has(form));

const PAST: ReadonlySet<string> = new Set(
  'last previous latest recent earlier past which what that first initial old bad broken failed failing reverted yesterday'.split(
    ' ',
  ),
);

/** Returns true if the parts of a topic are mentioned near each other. */
function mentionsParts(
  topic: TextAnalysis,
  { topicsNamed, placesOf, placesOfTopic, isCounted }: Lookup,
): boolean {
  const parts = partsOf(topic, topicsNamed);
  if (parts.every(({ topics }) => topics.length === 0)) return false;
  const places = parts
    .map(({ words, topics }) =>
      [...topics.flatMap(placesOfTopic), ...(words.length === 1 ? placesOf(words[0]!) : [])].filter(
        isCounted,
      ),
    )
    .filter((found) => found.length > 0);
  const needed = parts.length < 3 ? parts.length : Math.ceil(parts.length * MOST_OF_IT);
  return places.length >= needed && areNear(places, needed);
}

/** Words of a topic that form a name, and the topics with that name. */
interface Part {
  readonly words: readonly AnalyzedWord[];
  readonly topics: readonly Topic[];
}

/** Returns the whole topic if it is a known name; else its longest parts that are, and its other words. */
function partsOf(topic: TextAnalysis, topicsNamed: Lookup['topicsNamed']): readonly Part[] {
  const all = topicsNamed(topic.words);
  if (all.length > 0) return [{ words: topic.words, topics: all }];
  const about = selectSubjectWords(topic).filter((word, i) => i === 0 || !TRAILING.has(word.form));
  const parts: Part[] = [];
  for (let at = 0; at < about.length; at += parts.at(-1)!.words.length) {
    const lengths = Array.from({ length: Math.min(LONGEST_NAME, about.length - at) }, (_, i) => i + 1);
    const found = lengths
      .toReversed()
      .map((length) => about.slice(at, at + length))
      .map((words) => ({ words, topics: topicsNamed(words) }));
    parts.push(found.find(({ topics }) => topics.length > 0) ?? found.at(-1)!);
  }
  return parts;
}

/** Words that add nothing after the name of a topic: `email sending`, `git workflow`. */
const TRAILING: ReadonlySet<string> = new Set(
  'integration integrations workflow workflows handling generation usage support tooling problem problems issue issues flow flows process system settings config configuration sending queries requests changes updates update 问题 逻辑 代码 部分 功能 相关 模块 页面'.split(
    ' ',
  ),
);

/** The number of words of the longest name. */
const LONGEST_NAME = 3;

/**
 * Returns true if a text has two neighbouring words of a topic only with `for`, `to` or the like between them: the first
 * is then a verb, as in "search for the index", which does not mention a search index.
 */
function isSplitByPreposition(
  { words }: TextAnalysis,
  [first, second, ...more]: readonly AnalyzedWord[],
): boolean {
  if (!first || !second || more.length > 0 || second.at !== first.at + 1) return false;
  const ones = words.filter((word) => isSameWord(first, word));
  const others = words.filter((word) => isSameWord(second, word));
  const pairs = ones.flatMap((one) => others.map((other) => [one.at, other.at] as const));
  const isSplit = ([from, to]: readonly [number, number]) =>
    from < to && words.slice(from + 1, to).some(({ form }) => SPLITTING.has(form));
  return pairs.length > 0 && pairs.every(isSplit);
}

const SPLITTING: ReadonlySet<string> = new Set(['for', 'to', 'into', 'from', 'with', 'than']);

/** Caches a function by key, since many reminders may have the same topic. A null key is not cached. */
function cacheBy<A, T>(look: (one: A) => T, keyOf: (one: A) => unknown): (one: A) => T {
  const known = new Map<unknown, T>();
  return (one) => {
    const key = keyOf(one);
    if (key === null) return look(one);
    const found = known.get(key) ?? look(one);
    known.set(key, found);
    return found;
  };
}

/** The form of a word; names are not split into parts. */
const formOf = ({ form, whole }: AnalyzedWord): string | null => (whole === null ? form : null);
const formOfOne = ([word, ...more]: readonly AnalyzedWord[]): string | null =>
  word && more.length === 0 ? formOf(word) : null;

/** Returns the places of a word of a topic in a text; `login` is also found as `log in`. */
const placesIn = ({ words }: TextAnalysis, word: AnalyzedWord): readonly number[] =>
  words
    .filter(
      (one, i) =>
        isSameWord(word, one) ||
        (word.form.startsWith(one.form) && one.form + words[i + 1]?.form === word.form),
    )
    .map(({ at }) => at);

/** Returns the places of `Go` or `IT` written with these capitals. */
const placesOfCapitals = (word: AnalyzedWord, { words, isCapital }: TextAnalysis): readonly number[] =>
  words.filter((one) => one.form === word.form && isCapital(one)).map(({ at }) => at);

/** Returns true if so many words have a place within one window. */
function areNear(places: readonly (readonly number[])[], needed: number): boolean {
  const all = places.flatMap((found, word) => found.map((at) => ({ at, word })));
  return all.some(({ at: from }) => {
    const near = all.filter(({ at }) => at >= from && at < from + needed + WINDOW);
    return new Set(near.map(({ word }) => word)).size >= needed;
  });
}
