import { fromDayNumber, toDayNumber } from '../../dates/day-number.js';
import type { Corpus } from '../index/corpus.js';
import { ASKS } from '../index/format.js';
import type { TermList } from '../index/postings.js';
import type { Segment } from '../index/segment.js';
import { OWNER_KEY } from '../index/term.js';
import { scoreBm25 } from './bm25.js';
import type { ParsedQuery } from './parse-query.js';
import { countMatchingParts } from './query-dates.js';
import type { RankingWeights } from './ranking-weights.js';
import { createScorer, POINT, type Scorer } from './scorer.js';

/** What the entries of one index are worth to a question. */
export interface ScoredPart {
  /** How many entries have any of its words. */
  readonly count: number;
  /** True where an entry has one. */
  readonly has: (entry: number) => boolean;
  /**
   * Tells the entries that may be worth so much, with their sums, more or less those first that may be worth most; what
   * it is told is what the next must be worth at least.
   */
  readonly visit: (least: number, tell: (entry: number, sum: number) => number) => void;
  /** What an entry of such a sum is worth, or 0 as soon as it is known to be less than `least`. */
  readonly worth: (entry: number, sum: number, least: number) => number;
  /** The words of the question, as bits, that an entry and those beside it have. */
  readonly wordsAround: (entry: number) => number;
  /** What gave an entry its score, by name, largest first; a factor is shown as what it adds. */
  readonly parts: (entry: number) => Readonly<Record<string, number>>;
}

/** What raises or lowers the sum of an entry, the most that it can be, and the bit of the entries where alone it is that, if known. */
interface Factor {
  readonly name: string;
  readonly of: (entry: number) => number;
  readonly most: number;
  readonly bit?: number;
}

/** Tags that a person sets on what should not be missed. */
const PINS = ['#pin', '#pinned'];

/** Days in which half of what recency gives is gone. */
const HALF_LIFE = 30;

/** What speaks for an entry: its words and their surroundings are added, all else raises or lowers that sum. */
export function scoreEntries(question: ParsedQuery, corpus: Corpus, part: number, how: Ranking): ScoredPart {
  const { segment } = corpus.parts[part]!;
  const { weights } = how;
  const scorer = createScorer(corpus, part, weights);
  scoreBm25(scorer, question, corpus, part);
  const onlyOwn = question.matchedWords.length < FEWEST_WORDS;
  const lists = (keys: readonly string[]) => keys.flatMap((key) => corpus.find(key).lists[part] ?? []);
  const factors = [
    ...marking('subject', lists(question.labels), weights.label, scorer, SUBJECT),
    ...marking('owner', question.isFirstPerson ? lists([OWNER_KEY]) : [], weights.owner, scorer, OWNER),
    ...marking('pin', lists(PINS), weights.pin, scorer, PIN),
    ...dating(question, segment, how),
    byKind(segment, how),
    ...recent(segment, how),
  ];
  const rest = factors.map((_, from) => factors.slice(from).reduce((product, { most }) => product * most, 1));
  const everywhere = factors.reduce((product, { most, bit }) => product * (bit ? 1 : most), 1);
  scorer.setMostFactor(Math.ceil(256 * everywhere));
  for (const { bit, most } of factors) if (bit) scorer.raiseMostFactor(bit, most);
  return {
    count: scorer.found,
    has: (entry) => scorer.entryPoints(entry) !== 0,
    visit: (least, tell) => scorer.visitBest(onlyOwn, least, tell),
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

/** Less is the rounding of whole numbers. */
const LEAST_SHOWN = 0.01;

/** An entry may answer by its neighbours' words alone, but not where one word is all that is asked. */
const FEWEST_WORDS = 2;

/** The bits with which entries are marked. */
const SUBJECT = 1;

const PIN = 2;

const OWNER = 4;

/** A factor for those entries that stand in one of the lists, if any does. */
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
  return [{ name, of, most: 1 + gain, bit }];
}

/** Days that the question names. */
function dating({ days: request }: ParsedQuery, segment: Segment, { weights }: Ranking): Factor[] {
  if (request.length === 0 || weights.date === 0) return [];
  const named = byDay((day) => 1 + weights.date * countMatchingParts(request, fromDayNumber(day) ?? ''));
  const of = (entry: number) => named(segment.day(entry));
  return [{ name: 'date', of, most: 1 + weights.date * request.length }];
}

/** A little for what is new; asked last, since it hardly ever matters. */
function recent(segment: Segment, { weights, today }: Ranking): Factor[] {
  if (weights.recency === 0) return [];
  const now = toDayNumber(today);
  const fresh = byDay((day) => 1 + (day > now ? 0 : weights.recency * 2 ** ((day - now) / HALF_LIFE)));
  const of = (entry: number) => fresh(segment.day(entry));
  return [{ name: 'recency', of, most: 1 + weights.recency }];
}

/** Many entries share a day: each is worked out once. 0 stands for no day. */
function byDay(work: (day: number) => number): (day: number) => number {
  const known = new Map([[0, 1]]);
  return (day) => {
    const value = known.get(day) ?? work(day);
    known.set(day, value);
    return value;
  };
}

/** Entries of one note come one after another: its kind is looked up once. */
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
  /** Local day on which is asked. */
  readonly today: string;
  readonly kindWeight: (kind: string) => number;
  readonly weights: RankingWeights;
  /** Where there are no words to rank by: list what passes, newest first, instead of nothing. */
  readonly listing: boolean;
}
