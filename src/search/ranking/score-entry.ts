import { fromDayNumber, toDayNumber } from '../../dates/local-time.js';
import type { Corpus } from '../index/corpus.js';
import { ASKS } from '../index/format.js';
import type { TermList } from '../index/postings.js';
import type { Segment } from '../index/segment.js';
import { scoreBm25 } from './bm25.js';
import type { ParsedQuery } from './parse-query.js';
import { countMatchingParts } from './query-dates.js';
import type { RankingWeights } from './ranking-weights.js';
import { createScorer, POINT, type Scorer } from './scorer.js';

/** The scores of the entries of one index for a query. */
export interface ScoredPart {
  /** Number of entries with at least one word of the query. */
  readonly count: number;
  /** True if an entry has at least one word of the query. */
  readonly has: (entry: number) => boolean;
  /** Calls `tell` with each entry and its sum before factors. */
  readonly visit: (tell: (entry: number, sum: number) => void) => void;
  /** Returns the score of an entry with this sum, or 0 as soon as it is certain to be below `least`. */
  readonly worth: (entry: number, sum: number, least: number) => number;
  /** The words of the query in an entry and in its direct neighbours, one bit for each word. */
  readonly wordsAround: (entry: number) => number;
  /** Parts of the score by name, largest first; a factor is shown as the points that it adds. */
  readonly parts: (entry: number) => Readonly<Record<string, number>>;
}

/** A factor on the sum of an entry: its value, and its largest value. */
interface Factor {
  readonly name: string;
  readonly of: (entry: number) => number;
  readonly most: number;
}

/** Tags by which a person marks an important entry. */
const PINS = ['#pin', '#pinned'];

/** Half-life of the recency bonus (days). */
const HALF_LIFE = 30;

/** Scores the entries of one index: the points of their words and surroundings are added, then multiplied by factors. */
export function scoreEntries(question: ParsedQuery, corpus: Corpus, part: number, how: Ranking): ScoredPart {
  const { segment } = corpus.parts[part]!;
  const { weights } = how;
  const scorer = createScorer(corpus, part, weights);
  scoreBm25(scorer, question, corpus, part, weights);
  const onlyOwn = question.matchedWords.length < FEWEST_WORDS;
  const lists = (keys: readonly string[]) => keys.flatMap((key) => corpus.find(key).lists[part] ?? []);
  const factors = [
    ...marking('subject', lists(question.labels), weights.label, scorer, SUBJECT),
    ...marking('owner', lists(question.ownerKeys), weights.owner, scorer, OWNER),
    ...marking('pin', lists(PINS), weights.pin, scorer, PIN),
    ...dating(question, segment, how),
    byKind(segment, how),
    ...recent(segment, how),
  ];
  const rest = factors.map((_, from) => factors.slice(from).reduce((product, { most }) => product * most, 1));
  return {
    count: scorer.found,
    has: (entry) => scorer.entryPoints(entry) !== 0,
    visit: (tell) => scorer.visitAll(onlyOwn, tell),
    worth(entry, sum, least) {
      let score = sum;
      for (let i = 0; i < factors.length; i++) {
        if (score * rest[i]! < least) return 0;
        score *= factors[i]!.of(entry);
      }
      return score < least ? 0 : score;
    },
    wordsAround: (entry) => scorer.wordsAround(entry),
    parts(entry) {
      const section = segment.sectionOf(entry);
      const asks = segment.lengths[entry]! & ASKS;
      const words = (scorer.entryPoints(entry) * (asks ? 1 - weights.question : 1)) / POINT;
      const around = (weights.section * scorer.sectionPoints(section)) / POINT;
      let sum = scorer.pointsInContext(entry, section) / POINT;
      const gains: [string, number][] = Object.entries({
        words,
        section: around,
        neighbours: sum - words - around,
      });
      for (const { name, of } of factors) {
        gains.push([name, sum * of(entry) - sum]);
        sum *= of(entry);
      }
      return Object.fromEntries(
        gains.filter(([, gain]) => Math.abs(gain) > LEAST_SHOWN).sort((a, b) => b[1] - a[1]),
      );
    },
  };
}

/** Smaller differences come from rounding to whole numbers. */
const LEAST_SHOWN = 0.01;

/** From this number of query words, an entry may match by the words of its neighbours alone. */
const FEWEST_WORDS = 2;

/** The bits of the marks on entries. */
const SUBJECT = 1;

const PIN = 2;

const OWNER = 4;

/** Returns a factor for the entries in the lists; none if the lists are empty. */
function marking(
  name: string,
  lists: readonly TermList[],
  gain: number,
  scorer: Scorer,
  bit: number,
): Factor[] {
  if (gain === 0 || lists.length === 0) return [];
  for (const list of lists) scorer.mark(list, bit);
  const of = (entry: number) => (scorer.isMarked(entry, bit) ? 1 + gain : 1);
  return [{ name, of, most: 1 + gain }];
}

/** Returns a factor for entries of the days that the query names. */
function dating({ days: request }: ParsedQuery, segment: Segment, { weights }: Ranking): Factor[] {
  if (request.length === 0 || weights.date === 0) return [];
  const named = byDay((day) => 1 + weights.date * countMatchingParts(request, fromDayNumber(day) ?? ''));
  const of = (entry: number) => named(segment.day(entry));
  return [{ name: 'date', of, most: 1 + weights.date * request.length }];
}

/** Returns a small factor for new entries. It comes last, because it rarely changes the order. */
function recent(segment: Segment, { weights, today }: Ranking): Factor[] {
  if (weights.recency === 0) return [];
  const now = toDayNumber(today);
  const fresh = byDay((day) => 1 + (day > now ? 0 : weights.recency * 2 ** ((day - now) / HALF_LIFE)));
  const of = (entry: number) => fresh(segment.day(entry));
  return [{ name: 'recency', of, most: 1 + weights.recency }];
}

/** Computes a value once for each day; 0 means no day. */
function byDay(work: (day: number) => number): (day: number) => number {
  const known = new Map([[0, 1]]);
  return (day) => {
    const value = known.get(day) ?? work(day);
    known.set(day, value);
    return value;
  };
}

/** Entries of one note follow one another, so its kind is looked up once. */
function byKind(segment: Segment, { kindWeight }: Ranking): Factor {
  const weights = segment.head.kinds.map(kindWeight);
  let [first, end, weight] = [0, 0, 1];
  const of = (entry: number): number => {
    if (entry < first || entry >= end) {
      const file = segment.fileOf(entry);
      [first, end] = [file.firstEntry, file.endEntry];
      weight = weights[segment.head.kinds.indexOf(file.kind)]!;
    }
    return weight;
  };
  return { name: 'kind', of, most: Math.max(0, ...weights) };
}

export interface Ranking {
  readonly most: number;
  /** Local day of the query. */
  readonly today: string;
  readonly kindWeight: (kind: string) => number;
  readonly weights: RankingWeights;
  /** If the query has no words: list the entries that pass the filters, newest first, instead of none. */
  readonly listing: boolean;
  /** Similarity of an entry's meaning to that of the query, 0 to 1; null if meaning is not compared. */
  readonly similarity?: ((one: { readonly segment: Segment; readonly entry: number }) => number) | null;
}
