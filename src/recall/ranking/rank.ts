import type { Corpus } from '../index/corpus.js';
import type { Segment } from '../index/segment.js';
import type { Accepts } from './filter.js';
import { type Judged, judge } from './judge.js';
import type { Question } from './question.js';
import { POINT } from './score.js';
import { Top } from './top.js';
import type { Weights } from './weights.js';

/** An entry in its place in the order. */
export interface Ranked {
  readonly score: number;
  /** The index that has it, and which of its entries it is. */
  readonly segment: Segment;
  readonly entry: number;
  /** What gave the score, largest first; their sum is the score. */
  readonly parts: Readonly<Record<string, number>>;
}

export interface Ranking {
  readonly most: number;
  /** Local day on which is asked. */
  readonly today: string;
  readonly kindWeight: (kind: string) => number;
  readonly weights: Weights;
  /** Where there are no words to rank by: list what passes, newest first, instead of nothing. */
  readonly listing: boolean;
}

/** The best entries of all parts and how many match. Equal scores go by path and place, so the order is one everywhere. */
export function ranked(
  question: Question,
  corpus: Corpus,
  filter: (part: number) => Accepts | null,
  how: Ranking,
): { best: Ranked[]; total: number } {
  const top = new Top<Placed>(how.most, comesBefore);
  let total = 0;
  for (const [part, { segment }] of corpus.parts.entries()) {
    const judged = question.asked.length
      ? judge(question, corpus, part, how)
      : byDay(segment.days, how.listing);
    const { sums, factor, most } = judged;
    const accepts = filter(part);
    let least = top.full ? top.last!.score : 0;
    for (let entry = 0; entry < sums.length; entry++) {
      if (sums[entry] === 0 || (accepts !== null && !accepts(entry))) continue;
      total++;
      if (sums[entry]! * most < least) continue;
      const score = sums[entry]! * factor(entry);
      if (score < least) continue;
      top.offer({ score, judged, segment, entry });
      if (top.full) least = top.last!.score;
    }
  }
  return { best: top.done().map(shown), total };
}

interface Placed {
  readonly score: number;
  readonly judged: Judged;
  readonly segment: Segment;
  readonly entry: number;
}

const shown = ({ score, judged, segment, entry }: Placed): Ranked => ({
  score: score / POINT,
  segment,
  entry,
  parts: judged.parts(entry),
});

function comesBefore(a: Placed, b: Placed): boolean {
  if (a.score !== b.score) return a.score > b.score;
  const one = a.segment.fileOf(a.entry).path;
  const two = b.segment.fileOf(b.entry).path;
  return one === two ? a.entry < b.entry : one < two;
}

/** Without words: newest first, entries without a day last; or nothing. */
const byDay = (days: Uint16Array, listing: boolean): Judged => ({
  sums: listing ? Int32Array.from(days, (day) => day + 1) : new Int32Array(days.length),
  factor: () => 1,
  most: 1,
  parts: () => ({}),
});
