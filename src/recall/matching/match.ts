import { type Heard, type Hearing, hear, isOne, keyOf } from './hearing.js';

/**
 * True where a text touches a topic such as `auth`, `rate limits` or `billing or invoices`: it says the topic's words
 * near together, inflected, by another name or mistyped too (Mind §Reminders; FEATURES A9).
 */
export const touches = (text: string, topic: string): boolean => touchedBy(text)(topic);

/** The same for many topics: the text is heard once. */
export function touchedBy(text: string): (topic: string) => boolean {
  const heard = hear(text, 'prompt');
  return (topic) => topic.split(ALTERNATIVES).some((one) => isTouched(heard, hear(one, 'topic')));
}

/**
 * Whether a known trap bears on an intent: they share what both are about, and not only words of all work
 * (FEATURES A8); or the trap names one of the files that will be touched. The intent is heard once for all traps.
 */
export function bearingOn(intent: string, files: readonly string[] = []): (known: string) => boolean {
  const said = hear(intent, 'prompt');
  const aims = telling(said);
  return (known) => files.some((file) => names(known, file)) || isShared(said, aims, hear(known, 'prompt'));
}

function isShared(said: Hearing, aims: readonly Heard[], trap: Hearing): boolean {
  const pairs = aims.flatMap((aim) => {
    const other = trap.words.find((word) => isOne(aim, word));
    return other ? [{ aim, other }] : [];
  });
  if (pairs.length > 1) return pairs.length / Math.min(aims.length, telling(trap).length) >= SHARED;
  return pairs.some(({ aim, other }) => aims.length <= FEW || said.isName(aim) || trap.isName(other));
}

/** The words that tell what a prompt is about, in its order, each once; a document's first ones. */
export const subjectsOf = (prompt: string, most: number): readonly string[] =>
  telling(hear(prompt, 'prompt'))
    .slice(0, most)
    .map(({ form }) => form);

const ALTERNATIVES = /(?<!\s)(?:\s+(?:or|oder|and\/or)\s+|\s*[,;，、]\s*|\s+\/\s+)|或者?/i;

/** Of the shorter of two sayings, this share must be in the other where they share several words. */
const SHARED = 0.3;
/** An intent of so few words is about each of them. */
const FEW = 2;
/** Of a topic of three words or more, so much must be said. */
const MOST_OF_IT = 2 / 3;
/** So many other words may stand between those of a topic. */
const WINDOW = 4;

/** Says what a place is, and not which: `login page` is about the login. */
const GENERIC: ReadonlySet<string> = new Set(
  'page pages code feature features part parts stuff file files project section area module modules thing things work topic service services'.split(
    ' ',
  ),
);
/** What is done in any intent: `refactor the auth middleware` is about the auth middleware. */
const DOING: ReadonlySet<string> = new Set(
  'add adding update updating change changing refactor refactoring implement implementing fix fixing create creating write writing make making use using touch touching improve improving clean cleaning move moving remove removing edit editing modify modifying start starting try trying look looking check checking support handle handling test testing tests introduce extend extending rework reworking adjust adjusting bug bugs'.split(
    ' ',
  ),
);

/**
 * The words of a topic that tell what it is about; where none does, all of them. `page` in `login page` tells nothing;
 * `feature` in `feature flags` tells which flags.
 */
function aboutOf(topic: Hearing): readonly Heard[] {
  const heavy = topic.words.filter((word) => !word.light || topic.isCapital(word));
  const about = heavy.filter((word, i) => !GENERIC.has(word.form) || tellsWhich(heavy, i));
  return about.length > 0 ? about : topic.words;
}

/** A word before the one that it stands for belongs to it. */
const tellsWhich = (words: readonly Heard[], i: number): boolean =>
  words[i + 1] !== undefined && !GENERIC.has(words[i + 1]!.form) && words[i + 1]!.at === words[i]!.at + 1;

function isTouched(heard: Hearing, topic: Hearing): boolean {
  const about = aboutOf(topic);
  const places = about
    .map((word) => (word.light && topic.isCapital(word) ? shouted(word, heard) : placesOf(word, heard)))
    .filter((found) => found.length > 0);
  const needed = about.length < 3 ? about.length : Math.ceil(about.length * MOST_OF_IT);
  return about.length > 0 && places.length >= needed && areNear(places, needed) && !isTorn(heard, about);
}

/**
 * Two words side by side name a thing. Where a prompt says them in that order, but only with `for` or `to` between,
 * the first is what is done: "search for the index" is about no search index.
 */
function isTorn({ words }: Hearing, [first, second, ...more]: readonly Heard[]): boolean {
  if (!first || !second || more.length > 0 || second.at !== first.at + 1) return false;
  const ones = words.filter((word) => isOne(first, word));
  const others = words.filter((word) => isOne(second, word));
  const pairs = ones.flatMap((one) => others.map((other) => [one.at, other.at] as const));
  const isSplit = ([from, to]: readonly [number, number]) =>
    from < to && words.slice(from + 1, to).some(({ form }) => TEARING.has(form));
  return pairs.length > 0 && pairs.every(isSplit);
}

const TEARING: ReadonlySet<string> = new Set(['for', 'to', 'into', 'from', 'with', 'than']);

/** Where a word of a topic was said; `login` as `log in` too. */
const placesOf = (word: Heard, { words }: Hearing): readonly number[] =>
  words
    .filter((one, i) => isOne(word, one) || one.form + words[i + 1]?.form === word.form)
    .map(({ at }) => at);

/** `Go` and `IT` only where they are written so. */
const shouted = (word: Heard, { words, isCapital }: Hearing): readonly number[] =>
  words.filter((one) => one.form === word.form && isCapital(one)).map(({ at }) => at);

/** True where one place of each of so many words lies within the window. */
function areNear(places: readonly (readonly number[])[], needed: number): boolean {
  const all = places.flatMap((found, word) => found.map((at) => ({ at, word })));
  return all.some(({ at: from }) => {
    const near = all.filter(({ at }) => at >= from && at < from + needed + WINDOW);
    return new Set(near.map(({ word }) => word)).size >= needed;
  });
}

/** The words that tell what a saying is about, each once. */
function telling({ words, isCapital }: Hearing): readonly Heard[] {
  const heavy = words.filter(
    (word) => !GENERIC.has(word.form) && !DOING.has(word.form) && (!word.light || isCapital(word)),
  );
  return heavy.filter((word, i) => heavy.findIndex((other) => keyOf(other) === keyOf(word)) === i);
}

/** True where a text names a file: by its path or its name. */
function names(text: string, file: string): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const at = name === '' ? -1 : text.indexOf(name);
  return at >= 0 && !/[\p{L}\p{N}_-]/u.test((text[at - 1] ?? ' ') + (text[at + name.length] ?? ' '));
}
