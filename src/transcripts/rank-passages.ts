import { STOP_WORDS } from '../text/english-words.js';
import { stem } from '../text/stem.js';
import { tokenizeText } from '../text/tokenize.js';
import type { Passage, PassageRole } from './session-passages.js';

/** A session that matches, by its best passage. */
export interface RankedSession<T> {
  readonly session: T;
  readonly score: number;
  readonly passage: Passage;
  /** How many of its passages have a word of the query. */
  readonly count: number;
}

/** Parameters of BM25: saturation of repeated words, and weight of length. */
const K1 = 1.2;
const B = 0.5;
/** Share of the weight for words found in other passages of the session. */
const ELSEWHERE = 0.6;

/** Prompts and answers are weighted above tool output. */
const ROLE_WEIGHT: Readonly<Record<PassageRole, number>> = {
  prompt: 1.25,
  answer: 1.1,
  summary: 1,
  error: 1,
  call: 0.8,
  result: 0.7,
};

/** Counts one candidate: the query's words in a passage, and its length in words. */
interface Scored {
  readonly passage: Passage;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** Collects the sessions that match a query, and ranks them at the end. */
export interface PassageRanking<T> {
  /** Returns true if a lower-case text can hold a word of the query. */
  mayMatch(lowerText: string): boolean;
  add(session: T, passages: readonly Passage[]): void;
  end(limit: number): { readonly hits: readonly RankedSession<T>[]; readonly total: number };
}

/** Creates a ranking for a query. Words count by their stems; stop words count only where there is nothing else. */
export function createPassageRanking<T>(query: string): PassageRanking<T> {
  const words = listKeys(query);
  const starts = [...words].map((word) => (word.length > 4 ? word.slice(0, -1) : word));
  const found: { readonly session: T; readonly scored: readonly Scored[] }[] = [];
  const holders = new Map<string, number>();
  let [total, lengths] = [0, 0];
  return {
    mayMatch: (lowerText) => starts.some((start) => lowerText.includes(start)),
    add(session, passages) {
      const scored = passages.flatMap((passage): readonly Scored[] => {
        const lower = passage.text.toLowerCase();
        total++;
        lengths += passage.text.length / CHARACTERS_A_WORD;
        return starts.some((start) => lower.includes(start)) ? [countWords(passage, words) ?? []].flat() : [];
      });
      if (scored.length > 0) found.push({ session, scored });
      for (const { counts } of scored)
        for (const word of counts.keys()) holders.set(word, (holders.get(word) ?? 0) + 1);
    },
    end(limit) {
      const mean = lengths / Math.max(1, total);
      const weights = new Map(
        [...words].map((word) => {
          const holding = holders.get(word) ?? 0;
          return [word, Math.log(1 + (total - holding + 0.5) / (holding + 0.5))] as const;
        }),
      );
      const ranked = found.map(({ session, scored }) => rankSession(session, scored, { weights, mean }));
      const hits = ranked.toSorted((a, b) => b.score - a.score).slice(0, limit);
      return { hits, total: ranked.length };
    },
  };
}

const CHARACTERS_A_WORD = 6;

function rankSession<T>(
  session: T,
  scored: readonly Scored[],
  { weights, mean }: { readonly weights: ReadonlyMap<string, number>; readonly mean: number },
): RankedSession<T> {
  const score = ({ passage, counts, length }: Scored): number => {
    let sum = 0;
    for (const [word, count] of counts)
      sum += ((weights.get(word) ?? 0) * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / mean));
    return sum * ROLE_WEIGHT[passage.role];
  };
  let best = scored[0] as Scored;
  let bestScore = score(best);
  for (const one of scored) {
    const own = score(one);
    if (own > bestScore) [best, bestScore] = [one, own];
  }
  const others = new Set(scored.flatMap(({ counts }) => [...counts.keys()]));
  const beside = [...others].filter((word) => !best.counts.has(word));
  const extra = beside.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0);
  return { session, score: bestScore + ELSEWHERE * extra, passage: best.passage, count: scored.length };
}

function listKeys(text: string): ReadonlySet<string> {
  const all = tokenizeText(text);
  const telling = all.filter(({ text: word }) => !STOP_WORDS.has(word));
  return new Set((telling.length > 0 ? telling : all).map(({ text: word }) => stem(word)));
}

/** Returns null where the passage has none of the words. */
function countWords(passage: Passage, words: ReadonlySet<string>): Scored | null {
  const counts = new Map<string, number>();
  let length = 0;
  for (const { text, whole } of tokenizeText(passage.text)) {
    if (!whole) length++;
    const key = stem(text);
    if (words.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts.size === 0 ? null : { passage, counts, length: Math.max(1, length) };
}
