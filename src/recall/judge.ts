import type { Corpus } from './corpus.js';
import { fitting } from './dates.js';
import { dayNumber, dayOf } from './days.js';
import { ASKS } from './index-format.js';
import { postingsOf } from './postings.js';
import type { Question } from './question.js';
import type { Ranking } from './rank.js';
import { POINT, type Scores, score } from './score.js';
import type { Segment } from './segment.js';
import type { Weights } from './weights.js';

/** What the entries of one index are worth to a question. */
export interface Judged {
  /** By entry; 0 where nothing of the question is found. */
  readonly scores: Int32Array;
  /** What gave an entry its score, by name, largest first; a factor is shown as what it adds. */
  readonly parts: (entry: number) => Readonly<Record<string, number>>;
}

/** What raises or lowers scores: the class that each entry is of, and what a score of each class is multiplied by. */
interface Factor {
  readonly name: string;
  readonly of: Uint8Array | Uint16Array;
  readonly by: Float32Array;
}

/** Tags that a person sets on what should not be missed. */
const PINS = ['#pin', '#pinned'];
/** Days in which half of what recency gives is gone. */
const HALF_LIFE = 30;

/**
 * What speaks for an entry: its words and their surroundings are added, all else raises or lowers that sum.
 * Plain loops over typed arrays, since a cold process has no time to make anything else fast.
 */
export function judge(question: Question, corpus: Corpus, part: number, how: Ranking): Judged {
  const { segment } = corpus.parts[part]!;
  const { weights } = how;
  const found = score(question, corpus, part, weights);
  const scores = addUp(found, segment, weights);
  const factors = [
    ...marking('subject', question.labels, weights.label, corpus, part),
    ...marking('pin', PINS, weights.pin, corpus, part),
    ...dating(question, segment, how),
    ...byKind(segment, how),
  ];
  for (const { of, by } of factors) multiply(scores, of, by);
  return { scores, parts };

  function parts(entry: number): Readonly<Record<string, number>> {
    const asks = segment.types[entry]! & ASKS;
    const words = (found.entries[entry]! * (asks ? 1 - weights.question : 1)) / POINT;
    const section = (weights.section * found.sections[segment.sectionOf(entry)]!) / POINT;
    let sum = factors.reduce((rest, { of, by }) => rest / by[of[entry]!]!, scores[entry]! / POINT);
    const gains: [string, number][] = Object.entries({ words, section, neighbours: sum - words - section });
    for (const { name, of, by } of factors) {
      gains.push([name, sum * by[of[entry]!]! - sum]);
      sum *= by[of[entry]!]!;
    }
    return Object.fromEntries(gains.filter(([, gain]) => Math.abs(gain) > 1e-3).sort((a, b) => b[1] - a[1]));
  }
}

function multiply(scores: Int32Array, of: Uint8Array | Uint16Array, by: Float32Array): void {
  for (let e = 0; e < scores.length; e++) if (scores[e] !== 0 && by[of[e]!] !== 1) scores[e]! *= by[of[e]!]!;
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
  const of = new Uint8Array(corpus.parts[part]!.segment.entries);
  for (const list of lists) for (const { entry } of postingsOf(list)) of[entry] = 1;
  return [{ name, of, by: Float32Array.of(1, 1 + gain) }];
}

/** Days that the question names, and a little for what is new. */
function dating({ days: asked }: Question, { days }: Segment, { weights, today }: Ranking): Factor[] {
  const now = dayNumber(today);
  const fit = (day: number) => 1 + weights.date * fitting(asked, dayOf(day) ?? '');
  const fresh = (day: number) => 1 + (day > now ? 0 : weights.recency * 2 ** ((day - now) / HALF_LIFE));
  return [
    ...(asked.length ? [{ name: 'date', of: days, by: byDay(days, fit) }] : []),
    ...(weights.recency ? [{ name: 'recency', of: days, by: byDay(days, fresh) }] : []),
  ];
}

/** By day; each day that some entry has is worked out once, and 0 stands for no day. */
function byDay(days: Uint16Array, work: (day: number) => number): Float32Array {
  let latest = 0;
  for (let e = 0; e < days.length; e++) if (days[e]! > latest) latest = days[e]!;
  const by = new Float32Array(latest + 1);
  by[0] = 1;
  for (let e = 0; e < days.length; e++) if (by[days[e]!] === 0) by[days[e]!] = work(days[e]!);
  return by;
}

function byKind({ files, entries }: Segment, { kindWeight }: Ranking): Factor[] {
  const weights = [...new Set(files.map(({ kind }) => kindWeight(kind)))];
  if (weights.every((weight) => weight === 1)) return [];
  const of = new Uint8Array(entries);
  for (const { kind, firstEntry, entries: count } of files)
    of.fill(weights.indexOf(kindWeight(kind)), firstEntry, firstEntry + count);
  return [{ name: 'kind', of, by: Float32Array.from(weights) }];
}
