import { type Heard, type Hearing, hear, isFormOf, once, plainly, startOf, startsOf } from './hearing.js';
import { TOPICS } from './topics.js';

/** A row of the topics that a saying is filed under, taken apart when it is first asked. */
export interface Topic {
  /** What tells of it: its things, and those of its names that say enough. */
  readonly things: readonly string[];
  /** Names that are everyday words too. */
  readonly everyday: readonly string[];
  readonly nots: readonly string[];
}

/** The topics that some words name, side by side, e.g. `rate limits`; those of the workspace's own synonyms too. */
export function topicsOf(words: readonly Heard[], more: readonly Topic[] = []): readonly Topic[] {
  const [first] = words;
  if (!first) return [];
  const own = more.filter(({ things }) => things.some((thing) => isNamed(words, thing)));
  return own.length === 0 ? topicsNamed(words) : [...own, ...topicsNamed(words)];
}

/** Words that were looked up, with the name that they are part of: the words of a trap are those of many others. */
const lookedUp = new Map<string, readonly Topic[]>();
/** A server that runs for days hears ever new words: then it begins anew. */
const MOST_LOOKED_UP = 5000;

function topicsNamed(words: readonly Heard[]): readonly Topic[] {
  const key = words.map(({ form, whole }) => `${form} ${whole?.text ?? ''}`).join();
  const known = lookedUp.get(key);
  if (known) return known;
  const starts = words.slice(0, 1).flatMap((word) => [...startsOf(word)]);
  const alike = starts.flatMap((start) => names().get(placeOf(start, words.length)) ?? []);
  const named = alike.filter(({ name }) => isNamed(words, name));
  const found = [...new Set(named.map(({ row }) => row))].map(topicIn);
  if (lookedUp.size >= MOST_LOOKED_UP) lookedUp.clear();
  lookedUp.set(key, found);
  return found;
}

/** Groups of words of one meaning that a workspace adds (`search.synonyms`). */
export type Meanings = readonly (readonly string[])[];

/** Such groups as topics: each word tells of the others. */
export const meaningsAsTopics = (meanings: Meanings): readonly Topic[] =>
  meanings.map((things) => ({ things: things.filter(Boolean), everyday: [], nots: [] }));

/** Where a text says something of a topic, in words before it. */
export function placesOfTopic(topic: Topic, heard: Hearing): readonly number[] {
  const things = thingsIn(topic, heard).flatMap((thing) => placesOfPhrase(thing, heard));
  const names = topic.everyday.flatMap((name) => placesOfPhrase(name, heard));
  const told = things.length > 0 ? [...things, ...names] : names.filter((at) => isWrittenAsName(heard, at));
  return told.length === 0 ? [] : told.filter((at) => isMeant(topic, at, heard));
}

/** The things of a topic by how they begin; under none what is looked for as it stands. */
const byStart = new WeakMap<Topic, ReadonlyMap<string, readonly string[]>>();

function startsOfThings(topic: Topic): ReadonlyMap<string, readonly string[]> {
  const known = byStart.get(topic);
  if (known) return known;
  const all = new Map<string, string[]>();
  for (const thing of topic.things) {
    const start = isLiteral(thing) ? '' : startOf(thing.replace(/^=/, ''));
    const others = all.get(start);
    if (others) others.push(thing);
    else all.set(start, [thing]);
  }
  byStart.set(topic, all);
  return all;
}

/** The things of a topic that a text may say: a word of it begins like theirs. */
function thingsIn(topic: Topic, heard: Hearing): readonly string[] {
  const all = startsOfThings(topic);
  return ['', ...heard.starts()].flatMap((start) => all.get(start) ?? []);
}

/** False where the word at a place is one of an everyday name, or stands beside what tells that the topic is not meant. */
export function isMeant(topic: Topic, at: number, heard: Hearing): boolean {
  return topic.nots.every((not) =>
    placesOfPhrase(not, heard).every((from) => {
      const length = not.split(' ').length;
      return length === 1 ? Math.abs(from - at) > NEAR : at < from || at >= from + length;
    }),
  );
}

/** True where a topic's word stands for an everyday word: it is no name there, and no thing of the topic is said. */
export function isEveryday(topic: Topic, at: number, heard: Hearing): boolean {
  const word = heard.words[at];
  if (!word || !topic.everyday.some((name) => name === word.form || isOneOf(name, word))) return false;
  return (
    !isWrittenAsName(heard, at) && topic.things.every((thing) => placesOfPhrase(thing, heard).length === 0)
  );
}

/** A word of the nots says something of those so near to it. */
const NEAR = 4;

const isOneOf = (name: string, word: Heard): boolean => {
  const [other, ...more] = hear(name, 'topic').words;
  return other !== undefined && more.length === 0 && isFormOf(other, word);
};

function isWrittenAsName(heard: Hearing, at: number): boolean {
  const word = heard.words[at];
  return word !== undefined && (word.whole !== null || heard.isCapital(word));
}

/** A name, and the row that it stands in. */
interface Name {
  readonly name: string;
  readonly row: string;
}

/** Where names of so many words that begin so are kept. */
const placeOf = (start: string, length: number): string => `${length} ${start}`;

/** The names of all rows, by how many words they are and how they begin; others may be up to four. */
const names = once((): ReadonlyMap<string, readonly Name[]> => {
  const all = new Map<string, Name[]>();
  for (const row of TOPICS.trim().split('\n'))
    for (const written of row.slice(0, row.indexOf(':')).split(', ')) {
      const name = bare(written);
      for (const length of PLAIN.test(name) ? [name.split(' ').length] : [1, 2, 3, 4]) {
        const place = placeOf(startOf(name), length);
        const known = all.get(place);
        if (known) known.push({ name, row });
        else all.set(place, [{ name, row }]);
      }
    }
  return all;
});

const bare = (name: string): string => name.replace(/^\(|[)?]$/g, '');

const topics = new Map<string, Topic>();

function topicIn(line: string): Topic {
  const known = topics.get(line);
  if (known) return known;
  const end = line.indexOf(':');
  const [things = '', nots = ''] = line.slice(end + 2).split(' ! ');
  const names = line.slice(0, end).split(', ');
  const topic = {
    things: [...names.filter((name) => !/^\(|\?$/.test(name)), ...listed(things)],
    everyday: names.filter((name) => name.endsWith('?')).map(bare),
    nots: listed(nots),
  };
  topics.set(line, topic);
  return topic;
}

const listed = (text: string): readonly string[] => text.split(', ').filter(Boolean);

/** True where words are a name, inflected or not; Chinese stands without blanks. */
function isNamed(words: readonly Heard[], name: string): boolean {
  const parts = wordsOf(name);
  return (
    parts.length === words.length &&
    parts.every((part, i) => isFormOf(part, words[i]!) || isFormOf(words[i]!, part))
  );
}

/** Where a phrase is said, word by word; `=` asks for its very form, and what is no plain word is looked for as it stands. */
function placesOfPhrase(phrase: string, heard: Hearing): readonly number[] {
  if (isLiteral(phrase)) return heard.text.includes(phrase) ? literally(phrase, heard) : [];
  const exact = phrase.startsWith('=');
  const said = exact ? phrase.slice(1) : phrase;
  const near = heard.starting(startOf(said));
  if (near.length === 0) return [];
  const parts = wordsOf(said);
  return near
    .filter(({ at }) =>
      parts.every((part, i) => {
        const word = heard.words[at + i];
        return word !== undefined && (exact ? part.form === word.form : isFormOf(part, word));
      }),
    )
    .map(({ at }) => at);
}

/** What begins with no plain letter, and Chinese, stands in a text as it is. */
const isLiteral = (phrase: string): boolean => !/^[a-z0-9=]/.test(phrase);

const heardOnce = new Map<string, readonly Heard[]>();

function wordsOf(phrase: string): readonly Heard[] {
  let known = heardOnce.get(phrase);
  if (!known) {
    known = PLAIN.test(phrase) ? phrase.split(' ').map(plainly) : hear(phrase, 'topic').words;
    heardOnce.set(phrase, known);
  }
  return known;
}

/** Most names and things are plain words, and need no taking apart. */
const PLAIN = /^[a-z]+(?: [a-z]+)*$/;

/** A literal counts where no letter goes on behind it; its place is that of its last word. */
function literally(phrase: string, { text }: Hearing): readonly number[] {
  const isWordy = /[a-z0-9]$/.test(phrase);
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    if (isWordy && /[a-z0-9]/.test(text[at + phrase.length] ?? '')) continue;
    return [Math.max(0, hear(text.slice(0, at + phrase.length), 'prompt').words.length - 1)];
  }
  return [];
}
