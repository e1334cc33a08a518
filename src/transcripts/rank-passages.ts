import { STOP_WORDS } from '../text/english-words.js';
import { stem } from '../text/stem.js';
import { joinAdjacentWords, tokenizeText } from '../text/tokenize.js';
import type { Passage, PassageRole } from './session-passages.js';

/** A session that matches, by its best passage. */
export interface RankedSession<T> {
  readonly session: T;
  readonly score: number;
  readonly passage: Passage;
  /** The prompt before an answer, or the answer to a prompt; null where there is none. */
  readonly partner: Passage | null;
  /** How many of its passages have a word of the query. */
  readonly count: number;
}

/** Weights of a word of the query. */
export const PASSAGE_WEIGHTS = {
  /** Parameters of BM25: saturation of repeated words, and weight of length. */
  k1: 1.2,
  b: 0.5,
  /** Share for words found in other passages of the same exchange: a prompt, and all up to the next one. */
  inExchange: 0.9,
  /** The same for words found in other exchanges of the session. */
  elsewhere: 0.1,
  /** The same for words of the session's folder and branch. */
  ofPlace: 0.5,
} as const;

/** Prompts and answers are weighted above tool output. */
export const ROLE_WEIGHT: Readonly<Record<PassageRole, number>> = {
  prompt: 1.25,
  answer: 1.1,
  summary: 1,
  text: 1.1,
  error: 1,
  call: 0.8,
  result: 0.7,
};

/** Counts one candidate: the query's words in a passage, and its length in words. Without its text. */
interface Scored extends Pick<Passage, 'role' | 'at'> {
  /** Its place among the passages of the session. */
  readonly place: number;
  /** The exchange that it belongs to. */
  readonly exchange: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** Sessions whose words are in an index, so that only the passages of hits are read. */
export interface IndexedPassages<T> {
  /** How many passages there are, and the words that count for their length. */
  readonly total: number;
  readonly words: number;
  /** By word of the query: how many passages have it. */
  readonly holders: ReadonlyMap<string, number>;
  /** Returns the sessions with a word, each by its best passage. */
  rank(weights: ReadonlyMap<string, number>, meanLength: number): readonly RankedPlace<T>[];
}

/** A session that matches; the texts of its best passage and its partner are read for a hit. */
export interface RankedPlace<T> extends Pick<RankedSession<T>, 'session' | 'score' | 'count'> {
  /** Returns null where the transcript is gone. */
  readonly read: () => Pick<RankedSession<T>, 'passage' | 'partner'> | null;
}

/** Collects the sessions that match a query, and ranks them at the end. */
export interface PassageRanking<T> {
  /** Returns true if a lower-case text can hold a word of the query. */
  mayMatch(lowerText: string): boolean;
  /** Adds a session with the names of its folder and branch; `read` returns its passages, now and for a hit. */
  add(session: T, read: () => readonly Passage[], place?: string): void;
  /** Adds sessions whose words are in an index. */
  addIndex(index: IndexedPassages<T>): void;
  /** The words of the query that no passage has. */
  listUnknown(): readonly string[];
  end(limit: number): { readonly hits: readonly RankedSession<T>[]; readonly total: number };
}

/**
 * Creates a ranking for a query. Words count by their stems; stop words count only where there is nothing else. `raise` is a
 * factor for passages of a time.
 */
export function createPassageRanking<T>(
  query: string,
  raise: (at: string | null) => number = () => 1,
): PassageRanking<T> {
  const words = listQueryStems(query);
  const starts = [...words].map((word) => (word.length > 4 ? word.slice(0, -1) : word));
  const found: Found<T>[] = [];
  const indexes: IndexedPassages<T>[] = [];
  const holders = new Map<string, number>();
  let [total, lengths] = [0, 0];
  return {
    mayMatch: (lowerText) => starts.some((start) => lowerText.includes(start)),
    add(session, read, place = '') {
      let exchange = 0;
      const scored = read().flatMap((passage, at): readonly Scored[] => {
        const lower = passage.text.toLowerCase();
        total++;
        lengths += passage.text.length / CHARACTERS_A_WORD;
        if (passage.role === 'prompt') exchange++;
        const counted = starts.some((start) => lower.includes(start))
          ? countWords(passage.text, words)
          : null;
        return counted ? [{ ...counted, role: passage.role, at: passage.at, place: at, exchange }] : [];
      });
      if (scored.length > 0) found.push({ session, read, scored, place: listPlaceWords(place, words) });
      for (const { counts } of scored)
        for (const word of counts.keys()) holders.set(word, (holders.get(word) ?? 0) + 1);
    },
    addIndex(index) {
      indexes.push(index);
      total += index.total;
      lengths += index.words;
      for (const [word, count] of index.holders) holders.set(word, (holders.get(word) ?? 0) + count);
    },
    listUnknown: () => listForms(query).flatMap(({ key, form }) => (holders.has(key) ? [] : form)),
    end(limit) {
      const mean = lengths / Math.max(1, total);
      const weights = new Map(
        [...words].map((word) => {
          const holding = holders.get(word) ?? 0;
          return [word, Math.log(1 + (total - holding + 0.5) / (holding + 0.5))] as const;
        }),
      );
      const ranked = [
        ...indexes.flatMap((index) => index.rank(weights, mean)),
        ...found.map((one) => rankSession(one, { weights, mean, raise })),
      ];
      const best = ranked.toSorted((a, b) => b.score - a.score).slice(0, limit);
      const hits = best.flatMap(({ session, score, count, read }) => {
        const hit = read();
        return hit === null ? [] : [{ session, score, count, ...hit }];
      });
      return { hits, total: ranked.length };
    },
  };
}

/** Characters of a passage for each of its words that is no stop word, on average. */
const CHARACTERS_A_WORD = 10;

interface Found<T> {
  readonly session: T;
  readonly read: () => readonly Passage[];
  readonly scored: readonly Scored[];
  /** The words of the query in the names of its folder and branch. */
  readonly place: ReadonlySet<string>;
}

function rankSession<T>(
  { session, read, scored, place }: Found<T>,
  {
    weights,
    mean,
    raise,
  }: {
    readonly weights: ReadonlyMap<string, number>;
    readonly mean: number;
    readonly raise: (at: string | null) => number;
  },
): RankedPlace<T> {
  const { k1, b, inExchange, elsewhere, ofPlace } = PASSAGE_WEIGHTS;
  const scoreAlone = ({ role, counts, length }: Scored): number => {
    let sum = 0;
    for (const [word, count] of counts)
      sum += ((weights.get(word) ?? 0) * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / mean));
    return sum * ROLE_WEIGHT[role];
  };
  const weigh = (words: Iterable<string>): number => {
    let sum = 0;
    for (const word of words) sum += weights.get(word) ?? 0;
    return sum;
  };
  const everywhere = new Set(scored.flatMap(({ counts }) => [...counts.keys()]));
  const byExchange = new Map<number, Set<string>>();
  for (const { exchange, counts } of scored)
    byExchange.set(exchange, new Set([...(byExchange.get(exchange) ?? []), ...counts.keys()]));
  const score = (one: Scored): number => {
    const near = [...(byExchange.get(one.exchange) ?? [])];
    const beside = near.filter((word) => !one.counts.has(word));
    const far = [...everywhere].filter((word) => !near.includes(word));
    const named = [...place].filter((word) => !near.includes(word));
    const sum =
      scoreAlone(one) + inExchange * weigh(beside) + elsewhere * weigh(far) + ofPlace * weigh(named);
    return sum * raise(one.at);
  };
  let best = scored[0] as Scored;
  let bestScore = score(best);
  for (const one of scored) {
    const own = score(one);
    if (own > bestScore) [best, bestScore] = [one, own];
  }
  const covers = ({ counts }: Scored): number => weigh(counts.keys());
  const { place: at } = scored
    .filter(({ exchange }) => exchange === best.exchange)
    .reduce((one, other) => (covers(other) > covers(one) ? other : one), best);
  const readHit = () => {
    const passages = read();
    const passage = passages[at];
    return passage ? { passage, partner: findPartner(passage, passages) } : null;
  };
  return { session, score: bestScore, count: scored.length, read: readHit };
}

/** Returns the last answer to a prompt, or the prompt before another passage. */
function findPartner(passage: Passage, passages: readonly Passage[]): Passage | null {
  const at = passages.indexOf(passage);
  if (passage.role !== 'prompt')
    return passages.slice(0, at).findLast(({ role }) => role === 'prompt') ?? null;
  const next = passages.findIndex(({ role }, index) => index > at && role === 'prompt');
  const own = passages.slice(at + 1, next < 0 ? undefined : next);
  return own.findLast(({ role }) => role === 'answer') ?? null;
}

interface QueryForm {
  readonly key: string;
  readonly form: string;
}

/** Lists the words of a query without stop words, with their stems; all words if there are no others. */
function listForms(text: string): readonly QueryForm[] {
  const all = tokenizeText(text);
  const telling = all.filter(({ text: word }) => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : all).map(({ text: form }) => ({ key: stem(form), form }));
}

/** Returns true if a query has a word other than stop words. */
export const hasTellingWords = (query: string): boolean =>
  tokenizeText(query).some(({ text }) => !STOP_WORDS.has(text));

/** The stems of a query, and those of two adjacent words written as one: `log in` finds `login`. */
export const listQueryStems = (text: string): ReadonlySet<string> =>
  new Set([...listForms(text).map(({ key }) => key), ...joinAdjacentWords(text).map(stem)]);

export function listPlaceWords(place: string, words: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(listForms(place).flatMap(({ key }) => (words.has(key) ? key : [])));
}

/** Returns null where the passage has none of the words. */
function countWords(passage: string, words: ReadonlySet<string>): Pick<Scored, 'counts' | 'length'> | null {
  const counts = new Map<string, number>();
  let length = 0;
  for (const { text, whole } of tokenizeText(passage)) {
    if (!whole && !STOP_WORDS.has(text)) length++;
    const key = stem(text);
    if (words.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts.size === 0 ? null : { counts, length: Math.max(1, length) };
}
