import { telling } from './about.js';
import { type Heard, type Hearing, hear, isOne, once, startsOf } from './hearing.js';
import { type Meanings, meaningsAsTopics, topicsNear } from './look-up.js';
import { isNamed, startOfName } from './phrase.js';
import { isMeant, placesOfTopic, type Topic } from './topic.js';
import { isPlatform, isTool, isWeak } from './weight.js';

/**
 * Whether a known trap bears on an intent: they share what both are about, by any of its names, and not only words of
 * all work (FEATURES A8); or the trap names one of the files that will be touched. The intent is heard once for all traps.
 */
export function bearingOn(
  intent: string,
  files: readonly string[] = [],
  meanings: Meanings = [],
): (known: string) => boolean {
  const heard = hear(intent, 'prompt');
  const said = { heard, telling: telling(heard) };
  const topics = once(() => topicsShared(said, [...meaningsAsTopics(meanings), ...topicsNear(heard)]));
  return (known) => {
    if (files.some((file) => names(known, file))) return true;
    const trap = hear(known, 'prompt');
    return isShared(said, { heard: trap, telling: telling(trap) }, topics());
  };
}

/** A saying, and the words that tell what it is about. */
interface Saying {
  readonly heard: Hearing;
  readonly telling: readonly Heard[];
}

/** A word of an intent, the word of a trap that it goes with, and whether they are one word or of one topic. */
interface Pair {
  readonly aim: Heard;
  readonly other: Heard;
  readonly by: 'word' | 'topic';
}

/** Of the shorter of two sayings, this share must be in the other where they share several words. */
const SHARED = 0.3;
/** An intent of so few words is about each of them. */
const FEW = 2;
/** Of a trap so many first words are its subject. */
const SUBJECT = 2;

function isShared(said: Saying, trap: Saying, topicsIn: (trap: Saying) => readonly Pair[]): boolean {
  const pairs = [...sharedWords(said, trap), ...topicsIn(trap)].filter(isSame);
  if (pairs.length === 0) return false;
  const strong = pairs.filter(({ aim, other }) => !isWeak(aim) && !isWeak(other));
  const [aims, others] = [new Set(pairs.map(({ aim }) => aim)), new Set(pairs.map(({ other }) => other))];
  const shared = Math.min(aims.size, others.size);
  if (shared > 1)
    return strong.length > 0 && shared / Math.min(said.telling.length, trap.telling.length) >= SHARED;
  return strong.some((pair) => suffices(pair, pairs, said, trap));
}

/** Whether one thing in common is enough: the intent is about little else, or the trap is about nothing else. */
function suffices({ aim, other, by }: Pair, pairs: readonly Pair[], said: Saying, trap: Saying): boolean {
  if (by === 'word')
    return (
      said.telling.length <= FEW ||
      isTool(other) ||
      said.heard.isName(aim) ||
      trap.heard.isName(other) ||
      (!isPlatform(other) &&
        pairs.some((pair) => pair.by === 'topic' && pair.aim === aim && isTold(pair.other, other, trap)))
    );
  return trap.telling.slice(0, SUBJECT).includes(other) && isOne(aim, other) && !isPlatform(other);
}

/** A second word of the trap tells of what is shared. */
const isTold = (word: Heard, other: Heard, { telling }: Saying): boolean =>
  word !== other && telling.includes(word) && !isWeak(word);

/** A tool is meant only as it is written: no `stripes` for Stripe. */
const isSame = ({ aim, other }: Pair): boolean =>
  aim.form === other.form || !isOne(aim, other) || !(isTool(aim) || isTool(other));

const sharedWords = (said: Saying, trap: Saying): readonly Pair[] =>
  said.telling.flatMap((aim) => {
    const other = trap.heard.words.find(
      (word) => isOne(aim, word) && !isPart(aim, word) && !isPart(word, aim),
    );
    return other ? [{ aim, other, by: 'word' as const }] : [];
  });

/** A part of a name is not the name: `NEXT_PUBLIC_` is nothing public. */
const isPart = (part: Heard, word: Heard): boolean =>
  part.whole !== null && word.whole === null && part.whole.text.includes('_');

/**
 * What one of them names and a trap tells of, or the other way round: `to production` of a deploy, `euros` of amounts.
 * Only topics that the intent has to do with are looked for in the traps, which are many.
 */
function topicsShared(said: Saying, topics: readonly Topic[]): (trap: Saying) => readonly Pair[] {
  const named = namesIn(said, naming(topics));
  const told = new Map(topics.map((topic) => [topic, wordsAt(placesOfTopic(topic, said.heard), said)]));
  const toldBy = naming(topics.filter((topic) => told.get(topic)!.length > 0));
  return (trap) => [
    ...namesIn(trap, toldBy).flatMap(({ name, topic }) =>
      told.get(topic)!.map((thing) => ({ aim: thing, other: name, by: 'topic' as const })),
    ),
    ...named.flatMap(({ name, topic }) =>
      wordsAt(placesOfTopic(topic, trap.heard), trap).map((thing) => ({
        aim: name,
        other: thing,
        by: 'topic' as const,
      })),
    ),
  ];
}

const wordsAt = (places: readonly number[], { heard }: Saying): readonly Heard[] =>
  places.flatMap((at) => heard.words[at] ?? []);

/** A word with which a saying names a topic, alone or with the one behind it. */
interface Naming {
  readonly name: Heard;
  readonly topic: Topic;
}

const namesIn = (one: Saying, topicsOf: (words: readonly Heard[]) => readonly Topic[]): readonly Naming[] =>
  one.telling.flatMap((name, i) =>
    [[name], one.telling.slice(i, i + 2)]
      .flatMap(topicsOf)
      .filter((topic) => isMeant(topic, name.at, one.heard))
      .map((topic) => ({ name, topic })),
  );

/** Tells which of some topics words name, side by side. */
function naming(topics: readonly Topic[]): (words: readonly Heard[]) => readonly Topic[] {
  const byStart = new Map<string, { readonly name: string; readonly topic: Topic }[]>();
  for (const topic of topics)
    for (const name of topic.names) {
      const start = startOfName(name);
      const known = byStart.get(start);
      if (known) known.push({ name, topic });
      else byStart.set(start, [{ name, topic }]);
    }
  return (words) => {
    const listed = startsOf(words[0]!).flatMap((start) => byStart.get(start) ?? []);
    return listed.length === 0
      ? []
      : [...new Set(listed.filter(({ name }) => isNamed(words, name)).map(({ topic }) => topic))];
  };
}

/** True where a text names a file: by its path or its name. */
function names(text: string, file: string): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const at = name === '' ? -1 : text.indexOf(name);
  return at >= 0 && !/[\p{L}\p{N}_-]/u.test((text[at - 1] ?? ' ') + (text[at + name.length] ?? ' '));
}
