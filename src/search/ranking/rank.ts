import type { Corpus } from '../index/corpus.js';
import type { Segment } from '../index/segment.js';
import type { Accepts } from './filter.js';
import type { ParsedQuery } from './parse-query.js';
import { createReranking, type Reranking } from './rerank.js';
import { type Ranking, type ScoredPart, scoreEntries } from './score-entry.js';
import { POINT } from './scorer.js';
import { TopK } from './top-k.js';

/** An entry in its place in the order. */
export interface RankedEntry {
  readonly score: number;
  /** The index that has it, and which of its entries it is. */
  readonly segment: Segment;
  readonly entry: number;
  /** What gave the score, largest first; their sum is the score. To be read before the next question is asked. */
  readonly parts: Readonly<Record<string, number>>;
}

type Filter = (part: number) => Accepts | null;

/**
 * The best entries of all parts, and how many have a word of the question. Only sections that may hold one of the
 * best are looked into. Equal scores go by path and place, so the order is one everywhere.
 */
export function rankEntries(
  question: ParsedQuery,
  corpus: Corpus,
  filter: Filter,
  how: Ranking,
): { best: RankedEntry[]; total: number } {
  if (question.matchedWords.length === 0) return how.listing ? newest(corpus, filter, how.most) : NOTHING;
  const top = new TopK<Placed>(Math.max(how.most, RERANKED), comesBefore);
  let total = 0;
  for (const [part, { segment }] of corpus.parts.entries()) {
    const judged = scoreEntries(question, corpus, part, how);
    const accepts = filter(part);
    total += accepts
      ? counted(segment.entries, (entry) => judged.has(entry) && accepts(entry))
      : judged.count;
    let least = top.full ? top.last!.score : 0;
    judged.visit(least, (entry, sum) => {
      const score = judged.worth(entry, sum, least);
      if (score === 0 || (accepts !== null && !accepts(entry))) return least;
      top.offer({ score, judged, segment, entry });
      if (top.full) least = top.last!.score;
      return least;
    });
  }
  const reranking = createReranking(question, corpus, how.weights);
  const again = top.done().map((one) => ({ ...one, score: one.score * reranking.raise(one), reranking }));
  again.sort((a, b) => (comesBefore(a, b) ? -1 : 1));
  return { best: again.slice(0, how.most).map(shown), total };
}

/** So many of the best are put in their last order by what is too dear to look at for all. */
const RERANKED = 120;

const NOTHING = { best: [], total: 0 };

/** What passes a filter, newest first, entries without a day last. */
function newest(corpus: Corpus, filter: Filter, most: number): { best: RankedEntry[]; total: number } {
  const top = new TopK<Placed>(most, comesBefore);
  let total = 0;
  for (const [part, { segment, gone }] of corpus.parts.entries()) {
    const accepts = filter(part);
    for (let entry = 0; entry < segment.entries; entry++) {
      if (gone?.[entry] || (accepts !== null && !accepts(entry))) continue;
      total++;
      top.offer({ score: segment.day(entry) + 1, judged: null, segment, entry });
    }
  }
  return { best: top.done().map(shown), total };
}

function counted(entries: number, holds: (entry: number) => boolean): number {
  let count = 0;
  for (let entry = 0; entry < entries; entry++) if (holds(entry)) count++;
  return count;
}

interface Standing {
  readonly segment: Segment;
  readonly entry: number;
}

interface Placed extends Standing {
  readonly score: number;
  readonly judged: ScoredPart | null;
  readonly reranking?: Reranking;
}

class Shown implements RankedEntry {
  constructor(readonly placed: Placed) {}

  get score(): number {
    return this.placed.score / POINT;
  }
  get segment(): Segment {
    return this.placed.segment;
  }
  get entry(): number {
    return this.placed.entry;
  }
  /** Reckoned only for those that are looked at. */
  get parts(): RankedEntry['parts'] {
    const { judged, entry, reranking } = this.placed;
    const parts = judged?.parts(entry) ?? {};
    return reranking ? { ...parts, ...reranking.parts(this.placed) } : parts;
  }
}

const shown = (placed: Placed): RankedEntry => new Shown(placed);

const comesBefore = (a: Placed, b: Placed): boolean =>
  a.score === b.score ? compareByPosition(a, b) : a.score > b.score;

/** By path, and by place in a note: the same order on every machine. */
export function compareByPosition(a: Standing, b: Standing): boolean {
  const one = a.segment.pathOf(a.entry);
  const two = b.segment.pathOf(b.entry);
  return one === two ? a.entry < b.entry : one < two;
}
