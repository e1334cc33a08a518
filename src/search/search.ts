import { formatEntryText, toPlainEntry } from '../notes/entries/entry.js';
import { hasOwnHeadings } from '../notes/kinds/index.js';
import type { Note } from '../notes/note.js';
import { type TokenizedWord, tokenizeText as wordsIn } from '../text/tokenize.js';
import { IndexBuilder } from './index/builder.js';
import { Corpus } from './index/corpus.js';
import { type ParseNote, toSearchDocument } from './index/document.js';
import { createEntryReader, type ReadEntry } from './index/entry-reader.js';
import { createMemorySource } from './index/paged-bytes.js';
import { Segment } from './index/segment.js';
import { listIndexedWords } from './index/term.js';
import { computeCosine, splitForMeaning } from './meaning.js';
import { cutPassage } from './passage.js';
import type { SearchHit, SearchQuery, SearchResults } from './query.js';
import { computeIdf, countUnits } from './ranking/bm25.js';
import { DuplicateFilter, getEntryText } from './ranking/dedupe.js';
import { createFilter } from './ranking/filter.js';
import { type ParsedQuery, parseQuery, type QuerySettings } from './ranking/parse-query.js';
import { findQuotedPhrases, hasPhrases } from './ranking/quoted-phrases.js';
import { type RankedEntry, rankEntries } from './ranking/rank.js';
import { RANKING_WEIGHTS, type RankingWeights } from './ranking/ranking-weights.js';
import type { Ranking } from './ranking/score-entry.js';
import { sortSuperseded } from './ranking/sort-superseded.js';
import { createPairTest } from './ranking/word-pairs.js';
import { getSourceText } from './source-text.js';

/** What a search depends on besides the entries. */
export interface SearchSettings extends QuerySettings {
  /** Factor by the kind of note: 1 for most, less for the archive. */
  readonly kindWeight: (kind: string) => number;
  /** True for kinds whose entries follow one another, so that an entry may match by its neighbours. All kinds if left out. */
  readonly flows?: (kind: string) => boolean;
  readonly weights?: RankingWeights;
}

/** Additional entries to rank, because duplicates are dropped. */
const SPARE = 4;

/** Additional entries if those were too few. */
const MORE = 40;

/** Paragraphs of one page among the first hits, so that a long one does not hide the others. */
const MOST_OF_PAGE = 2;

/** Additional entries to read for a quoted phrase, whose order the index does not know. */
const MOST_READ = 300;

/** The characters of an entry whose words are compared: a paragraph of a megabyte would take seconds. */
const MOST_COMPARED = 50_000;

/** Searches indexes; reads the hits from their notes with `fetch`. Throws the errors of `fetch` and of damaged indexes. */
export function searchIndexes(
  query: SearchQuery,
  corpus: Corpus,
  fetch: FetchEntry,
  setting: SearchSettings,
): SearchResults {
  const weights = setting.weights ?? RANKING_WEIGHTS;
  const question = parseQuery(query.words, corpus, { ...setting, owner: query.owner }, weights);
  const phrases = findQuotedPhrases(query.words);
  const needed = phrases
    .flat()
    .flatMap((word) => listIndexedWords(word, setting.language).map(({ key }) => key));
  const filter = (part: number) => createFilter(query, needed, corpus, part);
  const listing = isFiltered(query);
  const similarity = createSimilarity(query, fetch);
  const rank = (most: number) =>
    rankEntries(question, corpus, filter, { ...setting, weights, most, listing, similarity });
  const rarities = rateForms(question, corpus, weights);

  const few = query.limit + SPARE;
  const pairs = createPairTest(question, setting.language);
  const read = (one: RankedEntry) => {
    const found = fetch(one.segment, one.entry);
    const text = getSourceText(found);
    return { one, found, text, said: wordsIn(text.slice(0, MOST_COMPARED)) };
  };
  /** Reads the first few together to add the bonus of word pairs; reads the others one by one. */
  function* readInOrder(best: readonly RankedEntry[]) {
    const first = best.slice(0, few).map((one) => {
      const seen = read(one);
      const pair = pairs(seen.said) ? weights.pair * one.score : 0;
      return { ...seen, pair, score: one.score + pair };
    });
    yield* first.sort((a, b) => b.score - a.score);
    for (const one of best.slice(few)) yield { ...read(one), pair: 0, score: one.score };
  }

  /** The hits, and those of pages that have enough of them already, which come last. */
  const shown = (
    best: readonly RankedEntry[],
  ): { readonly hits: SearchHit[]; readonly rest: SearchHit[] } => {
    const hits: SearchHit[] = [];
    const rest: SearchHit[] = [];
    const ofPage = new Map<string, number>();
    const once = new DuplicateFilter(setting.language);
    for (const { one, score, pair, found, text, said: tokens } of readInOrder(best)) {
      if (hits.length >= query.limit) break;
      const { segment, entry } = one;
      const flows =
        question.matchedWords.length === 0 || setting.flows?.(segment.fileOf(entry).kind) !== false;
      if (!flows && !answersItself(one)) continue;
      if (needed.length > 0 && !hasPhrases(text, phrases)) continue;
      if (!once.passes(tokens)) continue;
      const count = (ofPage.get(found.path) ?? 0) + 1;
      ofPage.set(found.path, count);
      if (question.matchedWords.length > 0 && count > 1 && STATE_KINDS.has(found.kind)) continue;
      const isCrowded =
        question.matchedWords.length > 0 &&
        count > MOST_OF_PAGE &&
        hasOwnHeadings(segment.fileOf(entry).kind);
      (isCrowded ? rest : hits).push({
        ...toPlainEntry(found),
        score,
        matches: matches([...tokens, ...wordsIn(found.tags.join(' '))], rarities),
        ...toPassage(found, text, rarities),
        section: found.section,
        ...(found.due === null ? {} : { due: found.due }),
        ...(query.explain ? { parts: pair === 0 ? one.parts : { ...one.parts, 'side by side': pair } } : {}),
      });
    }
    return { hits, rest };
  };

  const { best, total } = rank(few);
  let found = shown(best);
  if (found.hits.length < query.limit && best.length === few) {
    found = shown(rank(few + (needed.length > 0 ? MOST_READ : MORE)).best);
  }
  const hits = sortSuperseded([...found.hits, ...found.rest].slice(0, query.limit));
  return {
    hits,
    total: hits.length < query.limit ? hits.length : Math.max(total, hits.length),
    nearly: question.nearly,
  };
}

/** Returns a function that compares the meaning of entries with that of the query; null if the query has no vector. */
function createSimilarity(
  { words, meaning }: SearchQuery,
  fetch: FetchEntry,
): NonNullable<Ranking['similarity']> | null {
  const queried = meaning?.of(words);
  if (!meaning || !queried) return null;
  return memoizeByEntry(({ segment, entry }) => {
    const vectors = splitForMeaning(getSourceText(fetch(segment, entry))).map((part) => meaning.of(part));
    return Math.max(0, ...vectors.map((vector) => (vector ? computeCosine(queried, vector) : 0)));
  });
}

type FetchEntry = (segment: Segment, entry: number) => ReadEntry;
type Place = { readonly segment: Segment; readonly entry: number };

/** Caches a value by entry, because the parts of a score are computed after the score. */
function memoizeByEntry(compute: (one: Place) => number): (one: Place) => number {
  const known = new Map<Segment, Map<number, number>>();
  return (one) => {
    const values = known.get(one.segment) ?? new Map<number, number>();
    known.set(one.segment, values);
    const value = values.get(one.entry) ?? compute(one);
    values.set(one.entry, value);
    return value;
  };
}

/** Returns a search over notes in memory, without a workspace. Notes may come in any order. */
export function createInMemorySearch(
  notes: readonly Note[],
  read: ParseNote,
  setting: SearchSettings,
): (query: SearchQuery) => SearchResults {
  const byPath = new Map(notes.map((note) => [note.path, note]));
  const builder = new IndexBuilder(setting.language);
  for (const note of byPath.values()) builder.add(toSearchDocument(note, read(note)));
  const corpus = new Corpus([{ segment: new Segment(createMemorySource(builder.done())), gone: null }]);
  const fetch = createEntryReader((path) => byPath.get(path)!, read);
  return (query) => searchIndexes(query, corpus, fetch, setting);
}

/** Kinds of one state in several fields: such a note is one hit. */
export const STATE_KINDS: ReadonlySet<string> = new Set(['snapshot', 'checkpoint', 'context-snapshot']);

/** True if an entry itself has a word or the day of the query, not only its neighbours. */
const answersItself = ({ parts }: RankedEntry): boolean =>
  parts.words !== undefined || parts.date !== undefined;

/** True if the query has a filter; without words, the entries that pass are then listed, newest first. */
const isFiltered = ({ types, kinds, tags, paths, after, before }: SearchQuery): boolean =>
  Boolean(types?.length || kinds?.length || tags?.length || paths?.length || after || before);

/** Returns the written forms of the query words in the index with their rarity; a name as a whole is indexed under itself. */
function rateForms(
  { matchedWords: request }: ParsedQuery,
  corpus: Corpus,
  weights: RankingWeights,
): ReadonlyMap<string, number> {
  const units = countUnits(corpus, weights);
  const rarities = new Map<string, number>();
  for (const { key, weight } of request.flatMap(({ options }) => options)) {
    const { entries, lists } = corpus.find(key);
    const rarity = weight * computeIdf(entries, units);
    for (const form of [key, ...lists.flatMap((list) => list?.forms ?? [])])
      rarities.set(form, Math.max(rarity, rarities.get(form) ?? 0));
  }
  return rarities;
}

/** Returns the words of an entry that match the query, as written there, in lower case. */
const matches = (tokens: readonly TokenizedWord[], rarities: ReadonlyMap<string, number>): string[] => [
  ...new Set(tokens.flatMap(({ text }) => (rarities.has(text) ? [text] : []))),
];

/** Returns the best passage of what an entry says, without its reason; none if that is its text. */
function toPassage(
  found: ReadEntry,
  text: string,
  rarities: ReadonlyMap<string, number>,
): Pick<SearchHit, 'passage'> {
  const whole = getEntryText(found);
  const below = cutAround(text.slice(whole.length), rarities);
  const head = new Set(wordsIn(cutAround(whole, rarities)).map((word) => word.text));
  const isBelow = wordsIn(below).some((word) => rarities.has(word.text) && !head.has(word.text));
  const said = found.type === 'prose' ? text : `${formatEntryText(found)}${isBelow ? below : ''}`;
  const passage = cutPassage(cutAround(said, rarities), rarities);
  return passage === formatEntryText(found) ? {} : { passage };
}

/** Returns the part of a very long text that has the first of the words, with as much before it as behind it. */
function cutAround(text: string, words: ReadonlyMap<string, number>): string {
  if (text.length <= MOST_COMPARED) return text;
  const lower = text.toLowerCase();
  const places = [...words.keys()].map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const from = places.length === 0 ? 0 : Math.max(0, Math.min(...places) - MOST_COMPARED / 2);
  return text.slice(from, from + MOST_COMPARED);
}
