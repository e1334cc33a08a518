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
  const lines = [...startsOf(first)].flatMap((start) => rowsNamed(start, (name) => isNamed(words, name)));
  return [...own, ...[...new Set(lines)].map(topicIn)];
}

/** Groups of words of one meaning that a workspace adds (`search.synonyms`). */
export type Meanings = readonly (readonly string[])[];

/** Such groups as topics: each word tells of the others. */
export const meaningsAsTopics = (meanings: Meanings): readonly Topic[] =>
  meanings.map((things) => ({ things: things.filter(Boolean), everyday: [], nots: [] }));

/** Where a text says something of a topic, in words before it. */
export function placesOfTopic(topic: Topic, heard: Hearing): readonly number[] {
  const things = topic.things.flatMap((thing) => placesOfPhrase(thing, heard));
  const names = topic.everyday.flatMap((name) => placesOfPhrase(name, heard));
  const told = things.length > 0 ? [...things, ...names] : names.filter((at) => isWrittenAsName(heard, at));
  return told.length === 0 ? [] : told.filter((at) => isMeant(topic, at, heard));
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

/** The names of all rows, without their things: a small text to look through. */
const heads = once(() => TOPICS.replace(/:.*/g, ''));
const rows = once(() => TOPICS.split('\n'));

/** The rows of which a name begins with these letters and is the one that is asked for. */
function rowsNamed(start: string, isIt: (name: string) => boolean): readonly string[] {
  const text = heads();
  const found: string[] = [];
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    if (!/[\n( ]/.test(text[at - 1] ?? '') || (text[at - 1] === ' ' && text[at - 2] !== ',')) continue;
    const name = /^[^,\n]*/.exec(text.slice(at, at + LONGEST))?.[0] ?? '';
    if (isIt(bare(name))) found.push(rows()[text.slice(0, at).split('\n').length - 1] ?? '');
  }
  return found;
}

/** Characters; no name is longer. */
const LONGEST = 60;

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
  if (!/^[a-z0-9=]/.test(phrase)) return heard.text.includes(phrase) ? literally(phrase, heard) : [];
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
