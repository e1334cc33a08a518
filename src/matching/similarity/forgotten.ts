import {
  compareSketches,
  createPhraseSketch,
  createSketch,
  hasPhrase,
  type KeyedHash,
  type PhraseSketch,
  type Sketch,
} from './sketch.js';

/** What stays of an entry that was forgotten. */
export interface Tombstone {
  /** The id or handle that it had. */
  readonly id: string;
  /** Keyed hashes of what it came from: the entry, the session, the import. */
  readonly sources: readonly string[];
  readonly sketch: Sketch;
}

/** What was forgotten at once. It holds no text. */
export interface ForgottenBatch {
  /** Its name in the history of its workspace. */
  readonly id: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** The absolute path of the root. */
  readonly root: string;
  readonly tombstones: readonly Tombstone[];
  /** Whatever holds this phrase is withheld too. */
  readonly phrase?: PhraseSketch;
  /** The change that forgot was undone. */
  readonly lifted?: true;
}

/** How a text is like what was forgotten: it holds a phrase that is withheld, says the same, or is close. */
export interface ForgottenMatch {
  readonly how: 'phrase' | 'same' | 'close';
  /** A local day is made of it by the caller: ISO 8601 in UTC. */
  readonly at: string;
  /** The parts of the text that match. */
  readonly parts: readonly string[];
}

/** Finds what was forgotten in a text; `sources` names where the text comes from. */
export type FindForgotten = (text: string, sources?: readonly string[]) => ForgottenMatch | null;

/** From this share of its words on a text says the same. */
const SAME = 0.999;
/** From these shares on it is close: where words are only left out, and where others stand in their place. */
const CLOSE = { shortened: 0.66, swapped: 0.8 };
/** The same for a text that has the source of what was forgotten. */
const CLOSE_TO_SOURCE = { shortened: 0.5, swapped: 0.5 };

/** Creates the search through batches; null if nothing is forgotten. */
export function createForgottenSearch(
  batches: readonly ForgottenBatch[],
  hash: KeyedHash,
): FindForgotten | null {
  const standing = batches.filter(({ lifted }) => !lifted);
  if (standing.length === 0) return null;
  const phrases = standing.flatMap(({ phrase, at }) => (phrase ? [{ phrase, at }] : []));
  const tombstones = standing.flatMap(({ tombstones: all, at }) => all.map((one) => ({ ...one, at })));
  const makeSketch = memoize((text) => createSketch(text, hash));
  const rate = (part: string, sources: ReadonlySet<string>): Omit<ForgottenMatch, 'parts'> | null => {
    const words = phrases.length > 0 ? createPhraseSketch(part, hash) : [];
    const withheld = phrases.find(({ phrase }) => hasPhrase(phrase, words));
    if (withheld) return { how: 'phrase', at: withheld.at };
    const sketch = makeSketch(part);
    let close: Omit<ForgottenMatch, 'parts'> | null = null;
    for (const one of tombstones) {
      const { share, isSwapped, isShort } = compareSketches(one.sketch, sketch);
      if (share >= SAME && !isShort) return { how: 'same', at: one.at };
      const isKin = one.sources.some((source) => sources.has(source));
      const limits = isKin ? CLOSE_TO_SOURCE : CLOSE;
      if (isShort && !isKin) continue;
      if (share >= (isSwapped ? limits.swapped : limits.shortened)) close = { how: 'close', at: one.at };
    }
    return close;
  };
  return (text, sources = []) => {
    const from = new Set(sources.map((source) => hash(`source ${source}`)));
    const parts = splitParts(text);
    const found = parts.flatMap((part) => {
      const match = rate(part, from);
      return match ? [{ part, ...match }] : [];
    });
    const [worst] = found.toSorted((a, b) => ORDER.indexOf(a.how) - ORDER.indexOf(b.how));
    if (worst) return { how: worst.how, at: worst.at, parts: found.map(({ part }) => part) };
    const whole = parts.length > 1 ? rate(text, from) : null;
    return whole && { ...whole, parts: [text] };
  };
}

const ORDER: readonly ForgottenMatch['how'][] = ['phrase', 'same', 'close'];

/** Parts a text into sentences; what stands in «…» is one. */
export const splitParts = (text: string): readonly string[] =>
  text
    .split(/(?<=[.!?])\s+|(?<=[。！？])|\n+|[«»]/)
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part));

/** More texts than this are not cached. */
const MOST_KEPT = 5000;

function memoize<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text) ?? make(text);
    if (known.size < MOST_KEPT) known.set(text, found);
    return found;
  };
}
