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

/** Parameters of BM25: saturation of repeated words, and weight of length. */
const K1 = 1.2;
const B = 0.5;
/** Share of the weight for words found in other passages of the same exchange: a prompt, and all up to the next one. */
const IN_EXCHANGE = 0.9;
/** The same for words found in other exchanges of the session. */
const ELSEWHERE = 0.1;
/** The same for words of the session's folder and branch. */
const OF_PLACE = 0.5;

/** Prompts and answers are weighted above tool output. */
const ROLE_WEIGHT: Readonly<Record<PassageRole, number>> = {
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

/** Collects the sessions that match a query, and ranks them at the end. */
export interface PassageRanking<T> {
  /** Returns true if a lower-case text can hold a word of the query. */
  mayMatch(lowerText: string): boolean;
  /** Adds a session with the names of its folder and branch; `read` returns its passages, now and for a hit. */
  add(session: T, read: () => readonly Passage[], place?: string): void;
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
  const words = listKeys(query);
  const starts = [...words].map((word) => (word.length > 4 ? word.slice(0, -1) : word));
  const found: Found<T>[] = [];
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
    listUnknown: () => listForms(query).flatMap(({ key, form }) => (holders.has(key) ? [] : form)),
    end(limit) {
      const mean = lengths / Math.max(1, total);
      const weights = new Map(
        [...words].map((word) => {
          const holding = holders.get(word) ?? 0;
          return [word, Math.log(1 + (total - holding + 0.5) / (holding + 0.5))] as const;
        }),
      );
      const ranked = found.map((one) => rankSession(one, { weights, mean, raise }));
      const best = ranked.toSorted((a, b) => b.score - a.score).slice(0, limit);
      const hits = best.flatMap(readHit);
      return { hits, total: ranked.length };
    },
  };
}

const CHARACTERS_A_WORD = 6;

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
): BestPassage<T> {
  const scoreAlone = ({ role, counts, length }: Scored): number => {
    let sum = 0;
    for (const [word, count] of counts)
      sum += ((weights.get(word) ?? 0) * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / mean));
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
      scoreAlone(one) + IN_EXCHANGE * weigh(beside) + ELSEWHERE * weigh(far) + OF_PLACE * weigh(named);
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
  return { session, read, score: bestScore, place: at, count: scored.length };
}

interface BestPassage<T> extends Pick<Found<T>, 'session' | 'read'> {
  readonly score: number;
  /** The place of its best passage. */
  readonly place: number;
  readonly count: number;
}

/** Reads the best passage of a session again, and its partner; nothing if the transcript is gone. */
function readHit<T>({ session, read, score, place, count }: BestPassage<T>): readonly RankedSession<T>[] {
  const passages = read();
  const passage = passages[place];
  return passage ? [{ session, score, passage, partner: findPartner(passage, passages), count }] : [];
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

/** The stems of a query, and those of two adjacent words written as one: `log in` finds `login`. */
const listKeys = (text: string): ReadonlySet<string> =>
  new Set([...listForms(text).map(({ key }) => key), ...joinAdjacentWords(text).map(stem)]);

function listPlaceWords(place: string, words: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(listForms(place).flatMap(({ key }) => (words.has(key) ? key : [])));
}

/** Returns null where the passage has none of the words. */
function countWords(passage: string, words: ReadonlySet<string>): Pick<Scored, 'counts' | 'length'> | null {
  const counts = new Map<string, number>();
  let length = 0;
  for (const { text, whole } of tokenizeText(passage)) {
    if (!whole) length++;
    const key = stem(text);
    if (words.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts.size === 0 ? null : { counts, length: Math.max(1, length) };
}
