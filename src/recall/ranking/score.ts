import type { Corpus } from '../index/corpus.js';
import { classLength, MOST_TIMES } from '../index/index-format.js';
import type { TermList } from '../index/postings.js';
import type { Question } from './question.js';
import type { Weights } from './weights.js';

/**
 * What the words of a question give to every entry of one part, and to its sections, in whole numbers:
 * `POINT` is one. Whole numbers add up the same in any order, and cost a cold process no garbage.
 */
export interface Scores {
  readonly entries: Int32Array;
  readonly sections: Int32Array;
}

export const POINT = 1 << 15;
/** A word's rarity is at most 16, its weight in an entry below 2: 32 words of both stay below 2 ** 31. */
const RARITY_POINT = 1 << 7;
const GAIN_POINT = POINT / RARITY_POINT;

/** Scores every entry of one part of the corpus by its own words (BM25: Robertson and Zaragoza 2009). */
export function score(question: Question, corpus: Corpus, part: number, weights: Weights): Scores {
  const { segment, gone } = corpus.parts[part]!;
  const entries = new Int32Array(segment.entries);
  const sections = new Int32Array(segment.sections.length);
  const gains = new Int32Array(256 * 8);
  const fill = filler(gains, corpus, weights);
  const ground = { gains, fill, lengths: segment.lengths, gone, entries, sections: segment.sections };
  const addSections = sectionAdder(sections, segment.sectionWords, corpus, weights);
  for (const { options } of question.asked) {
    const exact = options.find(({ why }) => why === 'word');
    const least = exact ? corpus.find(exact.key).entries : 0;
    for (const { key, weight } of options) {
      const found = corpus.find(key);
      const list = found.lists[part];
      if (found.entries === 0 || !list) continue;
      const rarity = Math.round(weight * idf(Math.max(found.entries, least), corpus.entries) * RARITY_POINT);
      addSections(walk(list, rarity, ground), rarity);
    }
  }
  return { entries, sections };
}

/** How much a word says that so many of all entries have. */
const idf = (having: number, all: number): number => Math.log(1 + (all - having + 0.5) / (having + 0.5));

/** What a word gives by how often it stands in an entry of a class of lengths: `gains[of * 8 + times]`, filled by need. */
function filler(gains: Int32Array, { meanLength }: Corpus, { k1, b, bLong }: Weights): (of: number) => void {
  return (of) => {
    // A length up to two means is weighed lightly, and fully beyond: a line is not worse than half a line, a page is.
    const length = classLength(of) / meanLength;
    const norm = k1 * (1 - b + b * Math.min(length, 2) + bLong * Math.max(0, length - 2));
    for (let times = 1; times <= MOST_TIMES; times++)
      gains[of * 8 + times] = Math.round(((k1 + 1) * times * GAIN_POINT) / (times + norm));
  };
}

/** Adds what a word gives to the sections in which it stands so often. */
function sectionAdder(sections: Int32Array, words: Uint32Array, { meanSection }: Corpus, { k1, b }: Weights) {
  return (often: Uint16Array, rarity: number): void => {
    for (let s = 0; s < often.length; s++) {
      if (often[s] === 0) continue;
      const norm = k1 * (1 - b + (b * words[s]!) / meanSection);
      sections[s]! += rarity * Math.round(((k1 + 1) * often[s]! * GAIN_POINT) / (often[s]! + norm));
    }
  };
}

interface Ground {
  readonly gains: Int32Array;
  readonly fill: (of: number) => void;
  readonly lengths: Uint8Array;
  readonly gone: Uint8Array | null;
  readonly entries: Int32Array;
  readonly sections: Uint32Array;
}

/** Adds what one word gives to every entry, and tells how often it stands in each section. */
function walk({ body }: TermList, rarity: number, ground: Ground): Uint16Array {
  const { gains, lengths, gone, entries, sections } = ground;
  const often = new Uint16Array(sections.length);
  let entry = 0;
  let times = 0;
  let section = 0;
  let next = sections[1] ?? entries.length;
  for (let at = 0; at < body.length; ) {
    let packed = body[at++]!;
    if (packed > 127) {
      packed &= 127;
      for (let shift = 7, more = 128; more > 127; shift += 7) {
        more = body[at++]!;
        packed |= (more & 127) << shift;
      }
    }
    const step = packed >>> 1;
    const before = step === 0 ? times : 0;
    entry += step;
    times = Math.min(before + 1, MOST_TIMES);
    if ((packed & 1) === 0) {
      times = Math.min(before + (body[at]! & 7), MOST_TIMES);
      while (body[at++]! > 127);
    }
    if (gone !== null && gone[entry] === 1) continue;
    const row = lengths[entry]! << 3;
    if (gains[row | 1] === 0) ground.fill(lengths[entry]!);
    entries[entry]! += rarity * (gains[row | times]! - gains[row | before]!);
    while (entry >= next) {
      section++;
      next = sections[section + 1] ?? entries.length;
    }
    often[section]! += times - before;
  }
  return often;
}
