import { fromLengthClass, ROW } from '../../search/index/format.js';
import { addTimes } from '../../search/index/postings.js';
import type { Segment } from '../../search/index/segment.js';
import {
  type IndexedPassages,
  listPlaceWords,
  PASSAGE_WEIGHTS,
  type RankedPlace,
  ROLE_WEIGHT,
} from '../../transcripts/rank-passages.js';
import type { SessionHeader } from '../../transcripts/session-header.js';
import type { Passage, PassageRole } from '../../transcripts/session-passages.js';

/** A part of the index of sessions by words: each note of it is a session, each section an exchange. */
export interface WordLayer {
  readonly segment: Segment;
  /** The session of each note of the segment; null if it is gone or not searched. */
  readonly heads: readonly (SessionHeader | null)[];
}

/** How passages count and are read. */
export interface IndexedRanking {
  /** Stems of the query, the rarest first. Each has a bit in a mask. */
  readonly words: ReadonlySet<string>;
  /** The day of a passage as in the index; false for one that is not searched. */
  readonly isInTime: ((day: number) => boolean) | null;
  readonly raise: ((day: number) => number) | null;
  /** Reads passages of a session by their places; null for one that is missing. */
  readonly read: (head: SessionHeader, places: readonly number[]) => readonly (Passage | null)[];
}

/** More words of a query are left out: a number has so many bits. */
const MOST_WORDS = 24;
/** The bits of the length class, and the length in words of each class. */
const LENGTH = 127;
const LENGTHS = Float64Array.from({ length: LENGTH + 1 }, (_, of) => Math.max(1, fromLengthClass(of)));
/** The most that a word can count in one passage, as a share of its weight. */
const MOST_ALONE = (PASSAGE_WEIGHTS.k1 + 1) * Math.max(...Object.values(ROLE_WEIGHT));

/** The passages of a session in a segment. */
interface SessionRange {
  readonly head: SessionHeader;
  readonly firstEntry: number;
  readonly endEntry: number;
  readonly firstSection: number;
}

/** The best passage of a session, and the range of its exchange. */
interface BestPassage {
  readonly score: number;
  readonly entry: number;
  readonly from: number;
  readonly end: number;
}

/** Counts the words of a query in a layer. */
export function countIndexedPassages(
  { segment, heads }: WordLayer,
  ranking: IndexedRanking,
): IndexedPassages<SessionHeader> {
  const { words, isInTime } = ranking;
  const keys = [...words].slice(0, MOST_WORDS);
  const times = keys.map((key) => readTimes(segment, key));
  const masks = new Uint32Array(segment.entries);
  const ranges = heads.flatMap((head, ordinal) =>
    head === null ? [] : [{ head, ...segment.file(ordinal) }],
  );
  const isWhole = isInTime === null && ranges.length === segment.fileCount;
  let [total, all] = isWhole ? [segment.entries, segment.head.words] : [0, 0];
  const counts = keys.map(() => 0);
  for (const { firstEntry: from, endEntry: end } of ranges) {
    for (let entry = from; !isWhole && entry < end; entry++) {
      if (isInTime?.(segment.day(entry)) === false) {
        for (const of of times) if (of) of[entry] = 0;
        continue;
      }
      total++;
      all += LENGTHS[segment.lengths[entry]! & LENGTH]!;
    }
    for (const [word, of] of times.entries())
      if (of) counts[word]! += markWord(of, masks, { bit: 1 << word, from, end });
  }
  return {
    total,
    words: all,
    holders: new Map(keys.flatMap((key, word) => (counts[word] === 0 ? [] : [[key, counts[word]!]]))),
    rank(weights, mean) {
      const scorer = new PassageScorer({ segment, keys, times, masks, weights, mean, raise: ranking.raise });
      return ranges.flatMap((range) => scorer.rank(range, ranking.read) ?? []);
    },
  };
}

/** Returns how often each passage has a word, at most 255 times; null if none has it. */
function readTimes(segment: Segment, key: string): Uint8Array | null {
  const list = segment.list(key);
  if (!list) return null;
  const times = new Uint8Array(segment.entries);
  addTimes(list, times);
  return times;
}

/** Scores the passages of a layer. A mask has a bit for each word of the query. */
class PassageScorer {
  readonly #segment: Segment;
  readonly #roles: readonly PassageRole[];
  readonly #keys: readonly string[];
  readonly #words: ReadonlySet<string>;
  readonly #times: readonly (Uint8Array | null)[];
  readonly #masks: Uint32Array;
  readonly #weights: readonly number[];
  readonly #mean: number;
  readonly #raise: IndexedRanking['raise'];

  constructor({
    segment,
    keys,
    times,
    masks,
    weights,
    mean,
    raise,
  }: {
    readonly segment: Segment;
    readonly keys: readonly string[];
    readonly times: readonly (Uint8Array | null)[];
    readonly masks: Uint32Array;
    readonly weights: ReadonlyMap<string, number>;
    readonly mean: number;
    readonly raise: IndexedRanking['raise'];
  }) {
    this.#segment = segment;
    this.#roles = segment.head.types as readonly PassageRole[];
    this.#keys = keys;
    this.#words = new Set(keys);
    this.#times = times;
    this.#masks = masks;
    this.#weights = keys.map((key) => weights.get(key) ?? 0);
    this.#mean = mean;
    this.#raise = raise;
  }

  /** Ranks a session by its best passage; null if no passage has a word. */
  rank(range: SessionRange, read: IndexedRanking['read']): RankedPlace<SessionHeader> | null {
    const { head, firstEntry, endEntry } = range;
    let count = 0;
    for (let entry = firstEntry; entry < endEntry; entry++) if (this.#masks[entry] !== 0) count++;
    if (count === 0) return null;
    const best = this.#findBest(range);
    return {
      session: head,
      score: best.score,
      count,
      read: () => {
        const shown = this.#findShown(best);
        const partner = this.#findPartner(shown, best);
        const places = partner === null ? [shown] : [shown, partner];
        const [passage = null, other = null] = read(
          head,
          places.map((entry) => entry - firstEntry),
        );
        return passage && { passage, partner: other };
      },
    };
  }

  #findBest({ head, firstEntry, endEntry, firstSection }: SessionRange): BestPassage {
    const { entries, sections } = this.#segment;
    const everywhere = this.#joinMasks(firstEntry, endEntry);
    const place = this.#maskOf(listPlaceWords(getPlace(head), this.#words));
    let best: BestPassage = { score: -1, entry: 0, from: 0, end: 0 };
    for (let section = firstSection, from = firstEntry; from < endEntry; section++) {
      const end = Math.min(endEntry, sections[section + 1] ?? entries);
      const near = this.#joinMasks(from, end);
      const { elsewhere, ofPlace } = PASSAGE_WEIGHTS;
      const around = elsewhere * this.#weigh(everywhere & ~near) + ofPlace * this.#weigh(place & ~near);
      const mayBeBest = this.#raise !== null || MOST_ALONE * this.#weigh(near) + around > best.score;
      for (let entry = from; near !== 0 && mayBeBest && entry < end; entry++) {
        const score = this.#masks[entry] === 0 ? -1 : this.#score(entry, near, around);
        if (score > best.score) best = { score, entry, from, end };
      }
      from = end;
    }
    return best;
  }

  /** Scores a passage: its own words, those of its exchange, and those around it. */
  #score(entry: number, near: number, around: number): number {
    const { k1, b, inExchange } = PASSAGE_WEIGHTS;
    const { lengths, rows } = this.#segment;
    const mask = this.#masks[entry]!;
    const damping = k1 * (1 - b + (b * LENGTHS[lengths[entry]! & LENGTH]!) / this.#mean);
    let own = 0;
    for (let word = 0; word < this.#weights.length; word++) {
      const count = this.#times[word]?.[entry] ?? 0;
      own += (this.#weights[word]! * count * (k1 + 1)) / (count + damping);
    }
    const role = this.#roles[rows[entry * ROW + 2]!]!;
    const score = own * (ROLE_WEIGHT[role] ?? 1) + inExchange * this.#weigh(near & ~mask) + around;
    return this.#raise ? score * this.#raise(this.#segment.day(entry)) : score;
  }

  /** Finds the passage of the best exchange that has most of the words. */
  #findShown({ entry: best, from, end }: BestPassage): number {
    let shown = best;
    for (let entry = from; entry < end; entry++)
      if (this.#weigh(this.#masks[entry]!) > this.#weigh(this.#masks[shown]!)) shown = entry;
    return shown;
  }

  /** Finds the answer to a prompt, or the prompt of an answer. */
  #findPartner(shown: number, { from, end }: BestPassage): number | null {
    const roleOf = (entry: number) => this.#roles[this.#segment.rows[entry * ROW + 2]!];
    if (roleOf(shown) !== 'prompt') return roleOf(from) === 'prompt' ? from : null;
    for (let entry = end - 1; entry > shown; entry--) if (roleOf(entry) === 'answer') return entry;
    return null;
  }

  #joinMasks(from: number, end: number): number {
    let joined = 0;
    for (let entry = from; entry < end; entry++) joined |= this.#masks[entry]!;
    return joined;
  }

  #maskOf(words: ReadonlySet<string>): number {
    return this.#keys.reduce((mask, key, word) => (words.has(key) ? mask | (1 << word) : mask), 0);
  }

  #weigh(mask: number): number {
    let weight = 0;
    for (let word = 0; word < this.#weights.length; word++)
      if (mask & (1 << word)) weight += this.#weights[word]!;
    return weight;
  }
}

/** Sets the bit of a word in the masks of a range of entries; returns how many have it. */
function markWord(
  times: Uint8Array,
  masks: Uint32Array,
  { bit, from, end }: { readonly bit: number; readonly from: number; readonly end: number },
): number {
  let count = 0;
  for (let entry = from; entry < end; entry++)
    if (times[entry] !== 0) {
      masks[entry]! |= bit;
      count++;
    }
  return count;
}

/** The names of the folder and branch of a session. */
export const getPlace = ({ cwd, branch }: SessionHeader): string =>
  `${cwd?.slice(cwd.lastIndexOf('/') + 1) ?? ''} ${branch ?? ''}`;
