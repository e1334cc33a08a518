/** A source of vectors for texts for the second ranking. `of` returns null for a text without a vector. */
export interface MeaningPort {
  /** Identifies the model: vectors of different models are never compared. */
  readonly id: string;
  readonly of: (text: string) => Int8Array | null;
}

/** The most characters of a text that get one vector: small models read about 250 words. */
const PART_CHARS = 1000;

/** Splits the text of an entry into what gets a vector each: the whole of a short text, otherwise its paragraphs. */
export const splitForMeaning = (text: string): readonly string[] =>
  text.length <= PART_CHARS
    ? [text]
    : text
        .split(/\n(?:[ \t]*\n)+/)
        .map((part) => part.trim())
        .filter(Boolean);

/** Returns the cosine of two vectors, 0 if their lengths differ or one is zero. */
export function computeCosine(a: Int8Array, b: Int8Array): number {
  if (a.length !== b.length) return 0;
  let [product, first, second] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    product += a[i]! * b[i]!;
    first += a[i]! ** 2;
    second += b[i]! ** 2;
  }
  return first === 0 || second === 0 ? 0 : product / Math.sqrt(first * second);
}
