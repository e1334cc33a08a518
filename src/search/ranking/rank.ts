import { fromDayNumber } from '../../dates/local-time.js';
import type { Corpus } from '../index/corpus.js';
import type { Segment } from '../index/segment.js';
import type { Accepts } from './filter.js';
import type { ParsedQuery } from './parse-query.js';
import { countMatchingParts, type DayPart } from './query-dates.js';
import { createReranking, type Reranking } from './rerank.js';
import { type Ranking, type ScoredPart, scoreEntries } from './score-entry.js';
import { POINT } from './scorer.js';
import { TopK } from './top-k.js';

/** A ranked entry. */
export interface RankedEntry {
  readonly score: number;
  /** The index that has the entry, and its ordinal there. */
  readonly segment: Segment;
  readonly entry: number;
  /** Parts of the score, largest first; they add up to it. Valid until the next search. */
  readonly parts: Readonly<Record<string, number>>;
}

type Filter = (part: number) => Accepts | null;

/**
 * Returns the best entries of all parts, and how many entries match. Equal scores are ordered by path and position, so the order is the same on every machine.
 */
export function rankEntries(
  question: ParsedQuery,
  corpus: Corpus,
  filter: Filter,
  how: Ranking,
): { best: RankedEntry[]; total: number } {
  const { matchedWords, days } = question;
  if (matchedWords.length === 0 && days.length > 0)
    return newest(corpus, (part) => onDays(days, corpus, part, filter(part)), how.most);
  if (matchedWords.length === 0) return how.listing ? newest(corpus, filter, how.most) : EMPTY;
  const top = new TopK<Placed>(Math.max(how.most, RERANKED), comesBefore);
  let total = 0;
  for (const [part, { segment }] of corpus.parts.entries()) {
    const judged = scoreEntries(question, corpus, part, how);
    const accepts = filter(part);
    total += accepts
      ? counted(segment.entries, (entry) => judged.has(entry) && accepts(entry))
      : judged.count;
    judged.visit((entry, sum) => {
      const score = judged.worth(entry, sum, top.full ? top.last!.score : 0);
      if (score > 0 && (accepts === null || accepts(entry))) top.offer({ score, judged, segment, entry });
    });
  }
  const reranking = createReranking(question, corpus, how.weights, how.similarity ?? null);
  const again = top.done().map((one) => ({ ...one, score: one.score * reranking.raise(one), reranking }));
  again.sort((a, b) => (comesBefore(a, b) ? -1 : 1));
  return { best: again.slice(0, how.most).map(shown), total };
}

/** Number of best entries in the second ranking, whose factors are too slow for all entries. */
const RERANKED = 120;

const EMPTY = { best: [], total: 0 };

/** Returns a test for the entries of the days that a query names. */
function onDays(days: readonly DayPart[], corpus: Corpus, part: number, accepts: Accepts | null): Accepts {
  const { segment } = corpus.parts[part]!;
  return (entry) => {
    const day = fromDayNumber(segment.day(entry)) ?? '';
    return countMatchingParts(days, day) === days.length && (accepts === null || accepts(entry));
  };
}

/** Returns the entries that pass a filter, newest day first, those without a day last. */
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
  /** Computed on first read. */
  get parts(): RankedEntry['parts'] {
    const { judged, entry, reranking } = this.placed;
    const parts = judged?.parts(entry) ?? {};
    return reranking ? { ...parts, ...reranking.parts(this.placed) } : parts;
  }
}

const shown = (placed: Placed): RankedEntry => new Shown(placed);

const comesBefore = (a: Placed, b: Placed): boolean =>
  a.score === b.score ? compareByPosition(a, b) : a.score > b.score;

/** Orders by path, then by position in the note. */
export function compareByPosition(a: Standing, b: Standing): boolean {
  const one = a.segment.pathOf(a.entry);
  const two = b.segment.pathOf(b.entry);
  return one === two ? a.entry < b.entry : one < two;
}
