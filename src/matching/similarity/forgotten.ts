import {
  compareSketches,
  createPhraseSketch,
  createSketch,
  hasPhrase,
  type KeyedHash,
  type PhraseSketch,
  type Sketch,
  splitParts,
} from './sketch.js';
import { normalizeSentence, rateSentences } from './source-passage.js';

/** What stays of an entry that was forgotten. */
export interface Tombstone {
  /** The id or handle that it had. */
  readonly id: string;
  /** Keyed hashes of what it came from: the entry, the session, the import. */
  readonly sources: readonly string[];
  readonly sketch: Sketch;
  /** Keyed hashes of the sentences that it came from, in the passage that it was derived from. */
  readonly passage?: readonly string[];
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

/** A passage that a text may be derived from. */
export interface SourcePassage {
  readonly text: string;
  /** The text names the passage as its source. */
  readonly isNamed: boolean;
}

/** Finds what was forgotten in a text; `sources` names where the text comes from. */
export type FindForgotten = (
  text: string,
  sources?: readonly string[],
  passages?: readonly SourcePassage[],
) => ForgottenMatch | null;

/** From this share of its words on a text says the same. */
const SAME = 0.999;
/** From these shares on it is close: where words are only left out, and where others stand in their place. */
const CLOSE = { shortened: 0.66, swapped: 0.8 };
/** The same for a text that has the source of what was forgotten. */
const CLOSE_TO_SOURCE = { shortened: 0.5, swapped: 0.5 };

/** The least that a text shares with a sentence of a passage that it does not name: weight of words, and share of them. */
const FROM_PASSAGE = { weight: 2, share: 0.2 };

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
  const derived = new Map(
    tombstones.flatMap(({ passage = [], at }) => passage.map((one) => [one, at] as const)),
  );
  const hashSentence = memoize((sentence) => hash(normalizeSentence(sentence)));
  const hasForgotten = memoize((passage) =>
    splitParts(passage).some((one) => derived.has(hashSentence(one))),
  );
  /** Returns when the nearest sentence of its passage was forgotten; null for another sentence, undefined if unknown. */
  const dateNearest = (text: string, passages: readonly SourcePassage[]): string | null | undefined => {
    if (derived.size === 0) return undefined;
    let isOther = false;
    for (const { text: passage, isNamed } of passages) {
      if (!hasForgotten(passage)) continue;
      const [nearest] = rateSentences(text, passage);
      if (!nearest || nearest.weight === 0) continue;
      if (!isNamed && (nearest.weight < FROM_PASSAGE.weight || nearest.share < FROM_PASSAGE.share)) continue;
      const at = derived.get(hashSentence(nearest.sentence));
      if (at !== undefined) return at;
      isOther = true;
    }
    return isOther ? null : undefined;
  };
  return (text, sources = [], passages = []) => {
    const from = new Set(sources.map((source) => hash(`source ${source}`)));
    const parts = splitParts(text);
    const found = parts.flatMap((part) => {
      const match = rate(part, from);
      return match ? [{ part, ...match }] : [];
    });
    const [worst] = found.toSorted((a, b) => ORDER.indexOf(a.how) - ORDER.indexOf(b.how));
    const whole = worst || parts.length < 2 ? null : rate(text, from);
    const match: ForgottenMatch | null = worst
      ? { how: worst.how, at: worst.at, parts: found.map(({ part }) => part) }
      : whole && { ...whole, parts: [text] };
    if (match && match.how !== 'close') return match;
    const nearest = dateNearest(text, passages);
    if (nearest === undefined) return match;
    return nearest === null ? null : { how: 'close', at: nearest, parts: match?.parts ?? [text] };
  };
}

const ORDER: readonly ForgottenMatch['how'][] = ['phrase', 'same', 'close'];

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
