import type { Corpus } from '../index/corpus.js';
import { ASKS } from '../index/index-format.js';
import { postingsOf } from '../index/postings.js';
import type { Segment } from '../index/segment.js';
import { fitting } from './dates.js';
import { dayNumber, dayOf } from './days.js';
import type { Question } from './question.js';
import type { Ranking } from './rank.js';
import { POINT, type Scores, score } from './score.js';
import type { Weights } from './weights.js';

/** What the entries of one index are worth to a question. */
export interface Judged {
  /** By entry: its words and their surroundings, added up; 0 where nothing of the question is found. */
  readonly sums: Int32Array;
  /** What raises or lowers the sum of an entry, and the most that it can be. */
  readonly factor: (entry: number) => number;
  readonly most: number;
  /** What gave an entry its score, by name, largest first; a factor is shown as what it adds. */
  readonly parts: (entry: number) => Readonly<Record<string, number>>;
}

interface Factor {
  readonly name: string;
  readonly of: (entry: number) => number;
  readonly most: number;
}

/** Tags that a person sets on what should not be missed. */
const PINS = ['#pin', '#pinned'];
/** Days in which half of what recency gives is gone. */
const HALF_LIFE = 30;

/** What speaks for an entry: its words and their surroundings are added, all else raises or lowers that sum. */
export function judge(question: Question, corpus: Corpus, part: number, how: Ranking): Judged {
  const { segment } = corpus.parts[part]!;
  const { weights } = how;
  const found = score(question, corpus, part, weights);
  const sums = addUp(found, segment, weights);
  if (question.asked.length < FEWEST_WORDS) onlyWith(found.entries, sums);
  const factors = [
    ...marking('subject', question.labels, weights.label, corpus, part),
    ...marking('pin', PINS, weights.pin, corpus, part),
    ...dating(question, segment, how),
    byKind(segment, how),
  ];
  return {
    sums,
    factor: (entry) => factors.reduce((product, { of }) => product * of(entry), 1),
    most: factors.reduce((product, { most }) => product * most, 1),
    parts(entry) {
      const asks = segment.types[entry]! & ASKS;
      const words = (found.entries[entry]! * (asks ? 1 - weights.question : 1)) / POINT;
      const section = (weights.section * found.sections[segment.sectionOf(entry)]!) / POINT;
      let sum = sums[entry]! / POINT;
      const gains: [string, number][] = Object.entries({ words, section, neighbours: sum - words - section });
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

function onlyWith(own: Int32Array, sums: Int32Array): void {
  for (let e = 0; e < sums.length; e++) if (own[e] === 0) sums[e] = 0;
}

/** The words of each entry, what the entries around it in its section give, and the section itself. */
function addUp({ entries: own, sections }: Scores, segment: Segment, weights: Weights): Int32Array {
  const { types, sections: firsts } = segment;
  const before = shares(weights.before);
  const after = shares(weights.after);
  const answer = share(weights.answer);
  const asking = share(1 - weights.question);
  const sums = new Int32Array(own.length);
  for (let s = 0; s < sections.length; s++) {
    if (sections[s] === 0) continue;
    const first = firsts[s]!;
    const end = firsts[s + 1] ?? own.length;
    for (let e = first; e < end; e++) {
      if (own[e] === 0) continue;
      const part = own[e]! >> 8;
      const asks = types[e]! & ASKS;
      sums[e]! += asks ? part * asking : own[e]!;
      if (asks && e + 1 < end) sums[e + 1]! += part * answer;
      for (let k = 0, to = e + 1; k < before.length && to < end; k++, to++) sums[to]! += part * before[k]!;
      for (let k = 0, to = e - 1; k < after.length && to >= first; k++, to--) sums[to]! += part * after[k]!;
    }
    const around = (sections[s]! >> 8) * share(weights.section);
    for (let e = first; e < end; e++) if (sums[e] !== 0) sums[e]! += around;
  }
  return sums;
}

/** A weight in 256ths, so that the sums stay whole numbers. */
const share = (weight: number): number => Math.round(weight * 256);
const shares = (weights: readonly number[]): Int32Array => Int32Array.from(weights, share);

/** A factor for those entries that have one of the keys, if any has. */
function marking(
  name: string,
  keys: readonly string[],
  gain: number,
  corpus: Corpus,
  part: number,
): Factor[] {
  const lists = keys.flatMap((key) => corpus.find(key).lists[part] ?? []);
  if (lists.length === 0 || gain === 0) return [];
  const marked = new Uint8Array(corpus.parts[part]!.segment.entries);
  for (const list of lists) for (const { entry } of postingsOf(list)) marked[entry] = 1;
  return [{ name, of: (entry) => (marked[entry] ? 1 + gain : 1), most: 1 + gain }];
}

/** Days that the question names, and a little for what is new. Many entries share a day: each is worked out once. */
function dating({ days: asked }: Question, { days }: Segment, { weights, today }: Ranking): Factor[] {
  const now = dayNumber(today);
  const named = byDay((day) => 1 + weights.date * fitting(asked, dayOf(day) ?? ''));
  const fresh = byDay((day) => 1 + (day > now ? 0 : weights.recency * 2 ** ((day - now) / HALF_LIFE)));
  const date = {
    name: 'date',
    of: (entry: number) => named(days[entry]!),
    most: 1 + weights.date * asked.length,
  };
  const recency = { name: 'recency', of: (entry: number) => fresh(days[entry]!), most: 1 + weights.recency };
  return asked.length ? [date, recency] : [recency];
}

/** 0 stands for no day. */
function byDay(work: (day: number) => number): (day: number) => number {
  const known = new Map([[0, 1]]);
  return (day) => {
    const value = known.get(day) ?? work(day);
    known.set(day, value);
    return value;
  };
}

function byKind(segment: Segment, { kindWeight }: Ranking): Factor {
  const most = segment.files.reduce((most, { kind }) => Math.max(most, kindWeight(kind)), 0);
  return { name: 'kind', of: (entry) => kindWeight(segment.fileOf(entry).kind), most };
}
