import type { Corpus, Part } from '../index/corpus.js';
import { ASKS, classLength, MOST_TIMES } from '../index/index-format.js';
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
  /** By section: what its entries have together, in `ROUGH` and rounded up, and what the best of them has. */
  readonly sums: Int32Array;
  readonly peaks: Int32Array;
  /** By section: not 0 where one of those that have a word asks. */
  readonly asking: Uint8Array;
  /** How many entries have any word of the question. */
  readonly count: number;
}

export const POINT = 1 << 15;
/** Sums over whole sections are kept in so many bits less, so that no section is too long for them. */
export const ROUGH = 12;
/** A word's rarity is at most 16, its weight in an entry below 2: 32 words of both stay below 2 ** 31. */
const RARITY_POINT = 1 << 7;
const GAIN_POINT = POINT / RARITY_POINT;
/** Gains of longer sections, and of words that stand in one more often, are reckoned each time. */
const MOST_SECTION_WORDS = 1024;
const MOST_OFTEN = 32;

/**
 * Scores every entry of one part of the corpus by its own words (BM25: Robertson and Zaragoza 2009). The next question
 * to this part is reckoned in the same arrays.
 */
export function score(question: Question, corpus: Corpus, part: number, weights: Weights): Scores {
  const walker = walkerOf(corpus, corpus.parts[part]!, weights);
  for (const { options } of question.asked) {
    const exact = options.find(({ why }) => why === 'word');
    const least = exact ? corpus.find(exact.key).entries : 0;
    for (const { key, weight } of options) {
      const found = corpus.find(key);
      const list = found.lists[part];
      if (found.entries === 0 || !list) continue;
      const rarity = Math.round(weight * idf(Math.max(found.entries, least), corpus.entries) * RARITY_POINT);
      walker.walk(list, rarity);
    }
  }
  return walker;
}

/** How much a word says that so many of all entries have. */
export const idf = (having: number, all: number): number =>
  Math.log(1 + (all - having + 0.5) / (having + 0.5));

/** In a process that lives long, arrays as long as the index for every question would keep the collector busy. */
const walkers = new WeakMap<Part, Walker>();

function walkerOf(corpus: Corpus, part: Part, weights: Weights): Walker {
  const known = walkers.get(part);
  if (known?.isOf(corpus, weights)) return known.cleared();
  const made = new Walker(corpus, part, weights);
  walkers.set(part, made);
  return made;
}

class Walker implements Scores {
  readonly entries: Int32Array;
  readonly sections: Int32Array;
  readonly sums: Int32Array;
  readonly peaks: Int32Array;
  readonly asking: Uint8Array;
  count = 0;
  /** What a word gives by how often it stands in an entry of a length as the index has it, filled by need. */
  readonly #gains = new Int32Array(2 * ASKS * 8);
  readonly #corpus: Corpus;
  readonly #part: Part;
  readonly #weights: Weights;
  readonly #sectionWords: Uint32Array;
  /** What a word gives to a section of so many words in which it stands so often, filled by need. */
  readonly #sectionGains = new Int32Array(MOST_SECTION_WORDS * MOST_OFTEN);

  constructor(corpus: Corpus, part: Part, weights: Weights) {
    const { segment } = part;
    const sections = segment.sections.length;
    this.#corpus = corpus;
    this.#part = part;
    this.#weights = weights;
    this.#sectionWords = segment.sectionWords;
    this.entries = new Int32Array(segment.entries);
    this.sections = new Int32Array(sections);
    this.sums = new Int32Array(sections);
    this.peaks = new Int32Array(sections);
    this.asking = new Uint8Array(sections);
  }

  /** True where what it knows of lengths still holds. */
  isOf(corpus: Corpus, weights: Weights): boolean {
    return this.#corpus === corpus && this.#weights === weights;
  }

  /** Itself, with nothing scored. */
  cleared(): this {
    for (const scores of [this.entries, this.sections, this.sums, this.peaks, this.asking]) scores.fill(0);
    this.count = 0;
    return this;
  }

  /** Adds what one word gives to the entries and sections that it stands in. Every bytecode here counts: nothing is compiled yet. */
  walk({ body }: TermList, rarity: number): void {
    const { entries } = this;
    const { segment, gone } = this.#part;
    const { lengths, sections } = segment;
    const gains = this.#gains;
    let [entry, times, count] = [0, 0, 0];
    let section = 0;
    let next = sections[1] ?? entries.length;
    let [often, sum, peak, asking] = [0, 0, 0, 0];
    for (let at = 0; at < body.length; ) {
      let packed = body[at++]!;
      if (packed > 127) {
        packed &= 127;
        for (let shift = 7, more = 128; more > 127; shift += 7) {
          more = body[at++]!;
          packed |= (more & 127) << shift;
        }
      }
      const before = packed < 2 ? times : 0;
      entry += packed >>> 1;
      times = before + 1;
      if ((packed & 1) === 0) {
        times = before + (body[at]! & 7);
        while (body[at++]! > 127);
      }
      if (times > MOST_TIMES) times = MOST_TIMES;
      if (gone !== null && gone[entry] === 1) continue;
      if (entry >= next) {
        if (often > 0) this.#addSection(section, rarity, often, sum, peak, asking);
        often = sum = peak = asking = 0;
        section++;
        if (entry >= (sections[section + 1] ?? entries.length))
          section = sectionFrom(sections, section, entry);
        next = sections[section + 1] ?? entries.length;
      }
      const length = lengths[entry]!;
      const row = length << 3;
      if (gains[row | 1] === 0) this.#fill(length);
      const gain = rarity * (before === 0 ? gains[row | times]! : gains[row | times]! - gains[row | before]!);
      const had = entries[entry]!;
      const has = had + gain;
      if (had === 0 && gain > 0) count++;
      entries[entry] = has;
      sum += (gain >> ROUGH) + 1;
      if (has > peak) peak = has;
      asking |= length;
      often += times - before;
    }
    if (often > 0) this.#addSection(section, rarity, often, sum, peak, asking);
    this.count += count;
  }

  /** Adds what a word gives to a section in which it stands so often: the sum of all there, and the best of them by now. */
  #addSection(
    section: number,
    rarity: number,
    often: number,
    sum: number,
    peak: number,
    lengths: number,
  ): void {
    this.sections[section]! += rarity * this.#sectionGain(this.#sectionWords[section]!, often);
    this.sums[section]! += sum;
    if (peak > this.peaks[section]!) this.peaks[section] = peak;
    this.asking[section]! |= lengths & ASKS;
  }

  /** Sections are alike: most gains were reckoned for another, and fractions would leave garbage. */
  #sectionGain(words: number, often: number): number {
    const at = words * MOST_OFTEN + often;
    const isKept = words < MOST_SECTION_WORDS && often < MOST_OFTEN;
    if (isKept && this.#sectionGains[at] !== 0) return this.#sectionGains[at]!;
    const { k1, b } = this.#weights;
    const norm = k1 * (1 - b + (b * words) / this.#corpus.meanSection);
    const gain = Math.round(((k1 + 1) * often * GAIN_POINT) / (often + norm));
    if (isKept) this.#sectionGains[at] = gain;
    return gain;
  }

  #fill(length: number): void {
    const { k1, b } = this.#weights;
    const norm = k1 * (1 - b + (b * classLength(length & ~ASKS)) / this.#corpus.meanLength);
    for (let times = 1; times <= MOST_TIMES; times++)
      this.#gains[(length << 3) | times] = Math.round(((k1 + 1) * times * GAIN_POINT) / (times + norm));
  }
}

/** The section of an entry, looked for in ever larger steps from one that begins before it. */
export function sectionFrom(sections: Uint32Array, from: number, entry: number): number {
  let step = 1;
  while (from + step < sections.length && sections[from + step]! <= entry) step *= 2;
  let low = from + (step >> 1);
  let high = Math.min(from + step, sections.length);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (sections[middle]! <= entry) low = middle;
    else high = middle;
  }
  return low;
}
