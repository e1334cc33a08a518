import { stem } from '../../text/stem.js';
import { STOP } from './canonical-words.js';
import { listWords, splitParts } from './sketch.js';

/** A sentence with at least this share of the best weight states the fact too. */
const ALSO = 0.5;

/** Returns the sentences of a passage that a statement comes from, best first; none if they share no word with it. */
export function findStatingSentences(statement: string, passage: string) {
  const rated = rateSentences(statement, passage);
  const best = rated[0]?.weight ?? 0;
  return rated.filter(({ weight }) => weight > 0 && weight >= ALSO * best);
}

/** Rates the sentences of a passage by the words that they share with a statement, best first. */
export function rateSentences(statement: string, passage: string) {
  const wanted = new Set(listStems(statement));
  const sentences = splitParts(passage).map((sentence) => ({
    sentence,
    stems: new Set(listStems(sentence)),
  }));
  const holding = (word: string) => sentences.filter(({ stems }) => stems.has(word)).length;
  const weights = new Map([...wanted].map((word) => [word, 1 / Math.max(1, holding(word))]));
  return sentences
    .map(({ sentence, stems }) => {
      const shared = [...wanted].filter((word) => stems.has(word));
      const weight = shared.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0);
      return { sentence, weight, share: shared.length / Math.max(1, wanted.size) };
    })
    .toSorted((a, b) => b.weight - a.weight);
}

const listStems = (text: string): readonly string[] =>
  listWords(text)
    .filter((word) => !STOP.has(word))
    .map(stem);

/** Normalises a sentence, so that its hash does not depend on case and marks. */
export const normalizeSentence = (sentence: string): string => `sentence ${listWords(sentence).join(' ')}`;
