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
 * True where a text touches a topic such as `auth`, `rate limits` or `billing or invoices`: it says the topic's words
 * near together, inflected, by another name or mistyped too (Mind §Reminders; FEATURES A9).
 */
export const isTopicMatch = (text: string, topic: string): boolean => matchTopics(text)(topic);

/** The same for many topics: the text is analyzed once. */
export function matchTopics(text: string, meanings: SynonymGroups = []): (topic: string) => boolean {
  const heard = analyzeText(text, 'prompt');
  const more = memoize(() => toTopics(meanings));
  const topicsNamed = remembering((words: readonly AnalyzedWord[]) => findTopics(words, more()), formOfOne);
  const placesOf = remembering((word: AnalyzedWord) => placesIn(heard, word), formOf);
  const placesTold = remembering(
    (topic: Topic) => findTopic(topic, heard),
    (topic) => topic,
  );
  const mentioned = memoize(() => namesTold(heard, more()));
  const isTopicWord = (word: AnalyzedWord) =>
    placesOf(word).length > 0 || listWordStarts(word).some((start) => mentioned().has(start));
  return (written) => {
    const { topic, isAct } = parseReminderCondition(written);
    const counts = (at: number) => !isAct || isToCome(at, heard);
    return topic
      .split(ALTERNATIVES)
      .map((one) => analyzeText(one, 'topic'))
      .some(
        (one) =>
          one.words.some(isTopicWord) && isTouched(heard, one, { topicsNamed, placesOf, placesTold, counts }),
      );
  };
}

/** The first letters of the names of all topics that a text names. */
const namesTold = (heard: TextAnalysis, topics: readonly Topic[]): ReadonlySet<string> =>
  new Set(
    topics
      .filter((topic) => findTopic(topic, heard).length > 0)
      .flatMap(({ names }) => names)
      .map(startOfName),
  );

const ALTERNATIVES = /(?<!\s)(?:\s+(?:or|oder|and\/or)\s+|\s*[,;，、]\s*|\s+\/\s+)|或者?/i;

/** Of a topic of three words or more, so much must be said. */
const MOST_OF_IT = 2 / 3;
/** So many other words may stand between those of a topic. */
const WINDOW = 4;

/** How a topic is looked for. */
interface Looking {
  /** The topics that words name. */
  readonly topicsNamed: (words: readonly AnalyzedWord[]) => readonly Topic[];
  /** Where a word of a topic is said. */
  readonly placesOf: (word: AnalyzedWord) => readonly number[];
  /** Where a topic is mentioned. */
  readonly placesTold: (topic: Topic) => readonly number[];
  /** Whether what is said at a place counts. */
  readonly counts: (at: number) => boolean;
}

/** A prompt says a topic by its own words, or tells of it by its things. */
const isTouched = (heard: TextAnalysis, topic: TextAnalysis, looking: Looking): boolean =>
  isSaid(heard, topic, looking) || isTold(topic, looking);

function isSaid(heard: TextAnalysis, topic: TextAnalysis, { placesOf, counts }: Looking): boolean {
  const about = selectSubjectWords(topic);
  const places = about
    .map((word) => (word.light && topic.isCapital(word) ? shouted(word, heard) : placesOf(word)))
    .filter((found) => found.length > 0);
  const needed = about.length < 3 ? about.length : Math.ceil(about.length * MOST_OF_IT);
  if (about.length === 0 || places.length < needed || !areNear(places, needed) || isTorn(heard, about))
    return false;
  return about.length > 1 || (places[0] ?? []).some(counts);
}

/** False where words tell of something that was: `the last release`, `which commit`. */
const isToCome = (at: number, { words }: TextAnalysis): boolean =>
  words.slice(Math.max(0, at - 2), at).every(({ form }) => !PAST.has(form));

const PAST: ReadonlySet<string> = new Set(
  'last previous latest recent earlier past which what that first initial old bad broken failed failing reverted yesterday'.split(
    ' ',
  ),
);

/** True where each part of a topic is mentioned, close together. */
function isTold(topic: TextAnalysis, { topicsNamed, placesOf, placesTold, counts }: Looking): boolean {
  const parts = partsOf(topic, topicsNamed);
  if (parts.every(({ topics }) => topics.length === 0)) return false;
  const places = parts
    .map(({ words, topics }) =>
      [...topics.flatMap(placesTold), ...(words.length === 1 ? placesOf(words[0]!) : [])].filter(counts),
    )
    .filter((found) => found.length > 0);
  const needed = parts.length < 3 ? parts.length : Math.ceil(parts.length * MOST_OF_IT);
  return places.length >= needed && areNear(places, needed);
}

/** Words of a topic that name something together, and the topics that go by that name. */
interface Part {
  readonly words: readonly AnalyzedWord[];
  readonly topics: readonly Topic[];
}

/** A topic as a whole where it goes by a known name; else its longest parts that do, and its other words. */
function partsOf(topic: TextAnalysis, topicsNamed: Looking['topicsNamed']): readonly Part[] {
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

/** Behind the name of a topic these say nothing more of it: `email sending`, `git workflow`. */
const TRAILING: ReadonlySet<string> = new Set(
  'integration integrations workflow workflows handling generation usage support tooling problem problems issue issues flow flows process system settings config configuration sending queries requests changes updates update 问题 逻辑 代码 部分 功能 相关 模块 页面'.split(
    ' ',
  ),
);

/** A name has so many words. */
const LONGEST_NAME = 3;

/**
 * Two words side by side name a thing. Where a prompt says them in that order, but only with `for` or `to` between,
 * the first is what is done: "search for the index" is about no search index.
 */
function isTorn({ words }: TextAnalysis, [first, second, ...more]: readonly AnalyzedWord[]): boolean {
  if (!first || !second || more.length > 0 || second.at !== first.at + 1) return false;
  const ones = words.filter((word) => isSameWord(first, word));
  const others = words.filter((word) => isSameWord(second, word));
  const pairs = ones.flatMap((one) => others.map((other) => [one.at, other.at] as const));
  const isSplit = ([from, to]: readonly [number, number]) =>
    from < to && words.slice(from + 1, to).some(({ form }) => TEARING.has(form));
  return pairs.length > 0 && pairs.every(isSplit);
}

const TEARING: ReadonlySet<string> = new Set(['for', 'to', 'into', 'from', 'with', 'than']);

/** What is looked up once for each key: a hundred reminders may wait for invoices. Without a key it is looked up each time. */
function remembering<A, T>(look: (one: A) => T, keyOf: (one: A) => unknown): (one: A) => T {
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

/** Where a word of a topic is said in a text; `login` as `log in` too. */
const placesIn = ({ words }: TextAnalysis, word: AnalyzedWord): readonly number[] =>
  words
    .filter(
      (one, i) =>
        isSameWord(word, one) ||
        (word.form.startsWith(one.form) && one.form + words[i + 1]?.form === word.form),
    )
    .map(({ at }) => at);

/** `Go` and `IT` only where they are written so. */
const shouted = (word: AnalyzedWord, { words, isCapital }: TextAnalysis): readonly number[] =>
  words.filter((one) => one.form === word.form && isCapital(one)).map(({ at }) => at);

/** True where one place of each of so many words lies within the window. */
function areNear(places: readonly (readonly number[])[], needed: number): boolean {
  const all = places.flatMap((found, word) => found.map((at) => ({ at, word })));
  return all.some(({ at: from }) => {
    const near = all.filter(({ at }) => at >= from && at < from + needed + WINDOW);
    return new Set(near.map(({ word }) => word)).size >= needed;
  });
}
