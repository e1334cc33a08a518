import { type IndexedWord, listIndexedWords } from '../../search/index/term.js';
import { isKeyboardTypo } from '../../text/edit-distance.js';
import { ENGLISH } from '../../text/language.js';
import { findSynonyms } from '../../text/synonyms.js';
import { splitRuns } from '../../text/tokenize.js';
import { toCanonicalWord } from '../similarity/canonical-words.js';
import { parseReminderCondition } from './reminder-condition.js';

const ALTERNATIVES = /(?<!\s)(?:\s+(?:or|oder|and\/or)\s+|\s*[,;，、]\s*|\s+\/\s+)|或者?/i;

/** Other words that may be between those of a topic. */
const WINDOW = 4;

/** Longer texts are pasted documents, of which the beginning is read. */
const MAX_CHARS = 8000;

/** Words behind which an action is in the past: `which commit`, `the last release`. */
const PAST = /^(?:last|previous|latest|which|what|broken|failed|reverted)$/i;

/**
 * Returns a test whether a text has the words of a topic near each other: inflected, mistyped, or as a synonym of the
 * workspace (Mind §Reminders; FEATURES A9).
 */
export function matchTopics(
  text: string,
  synonyms: readonly (readonly string[])[] = [],
): (written: string) => boolean {
  const read = text.slice(0, MAX_CHARS);
  const words = listWords(read);
  const runs = read.split(/\s+/);
  const findPlaces = ({ key, form }: IndexedWord): readonly number[] => {
    const keys = new Set([key, ...findSynonyms(ENGLISH.stem(form), ENGLISH, synonyms).map(toKey)]);
    const isSame = (word: IndexedWord) =>
      keys.has(word.key) ||
      isKeyboardTypo(key, word.key) ||
      isKeyboardTypo(form, word.form) ||
      (isHan(form) && word.form.includes(form));
    return words.flatMap((word, at) => (isSame(word) ? [at] : []));
  };
  const isPast = (word: IndexedWord) =>
    runs.some((run, at) => at > 0 && PAST.test(runs[at - 1] ?? '') && listWords(run)[0]?.key === word.key);
  return (written) => {
    const { topic, isAct } = parseReminderCondition(written);
    return topic.split(ALTERNATIVES).some((name) => {
      const wanted = splitRuns(name).flatMap((run) => selectWords(listWords(run), findPlaces));
      if (wanted.length === 0) return hasPhrase(read, name.trim());
      if (isAct && wanted.length === 1 && wanted.some(isPast)) return false;
      return areNear(wanted.map(findPlaces));
    });
  };
}

/** Selects a name as a whole where the text has it like that, else its parts. */
function selectWords(
  words: readonly IndexedWord[],
  findPlaces: (word: IndexedWord) => readonly number[],
): readonly IndexedWord[] {
  const name = words.find((word) => word.whole && findPlaces(word).length > 0);
  return name ? [name] : words.filter(({ whole }) => !whole);
}

/** The words of a text; a name is listed as a whole and in parts. */
const listWords = (text: string): readonly IndexedWord[] =>
  listIndexedWords(text).map(({ form, whole }) => ({ key: toKey(form), form, whole }));

/** Stemmed twice, since `deployment` is `deploy`, which is stemmed as well. */
const toKey = (form: string): string => ENGLISH.stem(toCanonicalWord(ENGLISH.stem(toCanonicalWord(form))));

const isHan = (form: string): boolean => /^\p{Script=Han}{2,}$/u.test(form);

/** Returns true for the exact words of a topic that has only stop words: `IT`, `Go`. */
const hasPhrase = (text: string, phrase: string): boolean =>
  phrase !== '' && ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${phrase} `);

/** Returns true if all words have a place within one window. */
const areNear = (places: readonly (readonly number[])[]): boolean =>
  places.flat().some((from) => {
    const to = from + places.length + WINDOW;
    return places.every((found) => found.some((at) => at >= from && at < to));
  });
