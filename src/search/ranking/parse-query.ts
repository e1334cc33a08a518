import { dropChineseFunctionWords } from '../../text/chinese-words.js';
import { ENGLISH, type Language } from '../../text/language.js';
import { findSynonyms } from '../../text/synonyms.js';
import { joinAdjacentWords, tokenizeText } from '../../text/tokenize.js';
import { findWantedSigns } from '../answer-types.js';
import type { Corpus } from '../index/corpus.js';
import { listIndexedWords, OWNER_KEY, toHeadingKey, toSubjectKey, toWriterKey } from '../index/term.js';
import { type DayPart, dropDates, findDateParts } from './query-dates.js';
import type { RankingWeights } from './ranking-weights.js';

/** One way to match a word of the query: the word itself, a synonym, or another spelling. */
interface WordOption {
  readonly key: string;
  readonly weight: number;
  readonly why: 'word' | 'heading' | 'synonym' | 'spelling';
}

/** A word of the query with the ways to match it. */
export interface QueryWord {
  readonly word: string;
  readonly options: readonly WordOption[];
}

export interface ParsedQuery {
  readonly matchedWords: readonly QueryWord[];
  /** Keys of the subjects or speakers that the query names. */
  readonly labels: readonly string[];
  /** Keys of the entries of the owner, if the query asks for them by "I", "my" or "我". */
  readonly ownerKeys: readonly string[];
  readonly days: readonly DayPart[];
  /** The types of answer that it asks for, as bits of `answer-types.ts`. */
  readonly wanted: number;
  /** Words that no entry has, with the nearest that some entry has. */
  readonly nearly: Readonly<Record<string, readonly string[]>>;
}

/** A longer query is cut to its rarest words: more words cost time and change nothing. */
const MOST_WORDS = 32;
/** First-person pronouns. */
const FIRST_PERSON =
  /(?<![\p{L}\p{N}.])(?:I|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|[Ii]ch|[Mm]ich|[Mm]ir|[Mm]eine?[mnrs]?)(?![\p{L}\p{N}./])|我(?!们)/u;

/** How many of the nearest words replace a word that no entry has. */
const MOST_SPELLINGS = 3;

/** What a query depends on besides the entries: the local day, own synonyms, and the language of the stemmer. */
export interface QuerySettings {
  readonly today: string;
  readonly synonyms?: readonly (readonly string[])[];
  readonly language?: Language;
  /** Returns the names of the person who asks. */
  readonly owner?: (() => readonly string[]) | undefined;
}

/** Parses a query against the words of an index. */
export function parseQuery(
  words: string,
  corpus: Corpus,
  setting: QuerySettings,
  weights: RankingWeights,
): ParsedQuery {
  const { synonyms, language = ENGLISH } = setting;
  const days = findDateParts(words, setting.today);
  if (days.length > 0 && listTellingWords(dropDates(words), language).length === 0)
    return { matchedWords: [], labels: [], ownerKeys: [], days, wanted: 0, nearly: {} };
  const forms = new Map<string, string>();
  for (const { key, form } of listQueryWords(words, language)) if (!forms.has(key)) forms.set(key, form);
  for (const joined of joinAdjacentWords(words)) {
    const key = language.stem(joined);
    const isKnown = [key, toHeadingKey(key)].some((one) => corpus.find(one).entries > 0);
    if (isKnown && !forms.has(key)) forms.set(key, joined);
  }
  const nearly: Record<string, readonly string[]> = {};
  const request = rarest([...forms], corpus).map(([key, form]) => {
    const heading = toHeadingKey(key);
    const isHeading = weights.heading > 0 && corpus.find(heading).entries > 0;
    const isWord = corpus.find(key).entries > 0;
    const known = isWord || isHeading;
    const options: WordOption[] = isWord ? [{ key, weight: 1, why: 'word' }] : [];
    if (isHeading) options.push({ key: heading, weight: weights.heading, why: 'heading' });
    for (const other of weights.synonym ? findSynonyms(key, language, synonyms) : [])
      options.push({ key: other, weight: weights.synonym, why: 'synonym' });
    if (known) return { word: form, options };
    const spellings = weights.spelling ? nearest(form, corpus, language) : [];
    if (spellings.length) nearly[form] = spellings;
    for (const other of new Set(spellings.map(language.stem))) {
      options.push({ key: other, weight: weights.spelling, why: 'spelling' });
      options.push({ key: toHeadingKey(other), weight: weights.spelling * weights.heading, why: 'spelling' });
    }
    return { word: form, options };
  });
  const labels = [...new Set(request.flatMap(({ options }) => options.map(({ key }) => toSubjectKey(key))))];
  return {
    matchedWords: request.filter(({ options }) => options.some(({ key }) => corpus.find(key).entries)),
    labels: labels.filter((key) => corpus.find(key).entries),
    ownerKeys: FIRST_PERSON.test(words) ? listOwnerKeys(setting.owner?.() ?? [], language) : [],
    wanted: findWantedSigns(words),
    days,
    nearly,
  };
}

/** Keys of the owner's entries: those without a name, and those with one of these names as writer or label. */
function listOwnerKeys(names: readonly string[], { stem }: Language): readonly string[] {
  const labels = names.flatMap((name) => tokenizeText(name).slice(0, 1));
  const keys = [...names.map(toWriterKey), ...labels.map(({ text }) => toSubjectKey(stem(text)))];
  return [OWNER_KEY, ...new Set(keys)];
}

const HOW_MANY = /\bhow (?:many|much)\b/gi;

/** A single Chinese letter: it counts by the pairs that it is part of, else one word would count three times. */
const SINGLE_HAN = /^\p{Script=Han}$/u;

/** Lists the words of a query without function words; with them if there are no others. */
function listQueryWords(words: string, language: Language) {
  const all = listIndexedWords(dropChineseFunctionWords(words), language);
  const telling = listTellingWords(words, language);
  return telling.length > 0 ? telling : all;
}

/** Lists the words of a query without function words and without "how many", which its answers do not have. */
function listTellingWords(words: string, language: Language) {
  const all = listIndexedWords(dropChineseFunctionWords(words.replace(HOW_MANY, ' ')), language);
  return all.filter(({ form }) => !language.stops?.has(form) && !SINGLE_HAN.test(form));
}

/** Returns all words of a short query, or the rarest of a long one, in the order of the query. */
function rarest(
  forms: readonly (readonly [string, string])[],
  corpus: Corpus,
): readonly (readonly [string, string])[] {
  if (forms.length <= MOST_WORDS) return forms;
  const matching = forms
    .map((form, place) => ({
      form,
      place,
      reach: corpus.reach(form[0]) + corpus.reach(toHeadingKey(form[0])),
    }))
    .filter(({ reach }) => reach)
    .sort((a, b) => a.reach - b.reach || a.place - b.place)
    .slice(0, MOST_WORDS);
  return matching.sort((a, b) => a.place - b.place).map(({ form }) => form);
}

/** Returns the words of the index with the smallest edit distance to `form`. */
function nearest(form: string, corpus: Corpus, { stem }: Language): string[] {
  const near = corpus.parts.flatMap(({ segment }) => segment.vocabulary.near(form));
  near.sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : a.word > b.word ? 1 : 0));
  const found: string[] = [];
  let best = 1;
  for (const { word, distance } of near) {
    if (found.length >= MOST_SPELLINGS || (found.length && distance > best + 1e-9)) break;
    if (found.includes(word) || !(corpus.has(stem(word), word) || corpus.has(toHeadingKey(stem(word)), word)))
      continue;
    best = distance;
    found.push(word);
  }
  return found;
}
