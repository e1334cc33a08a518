import type { Corpus, IndexPart } from '../index/corpus.js';
import { ASKS, fromLengthClass, MOST_TIMES } from '../index/format.js';
import type { TermList } from '../index/postings.js';
import { findSection } from './find-section.js';
import type { RankingWeights } from './ranking-weights.js';

/** Points for a score of 1. Scores are whole numbers, so their sum does not depend on the order. */
export const POINT = 1 << 15;
/** A word's rarity is at most 16 and its weight in an entry below 2, so 32 words of both stay below 2 ** 31. */
export const RARITY_POINT = 1 << 7;
export const GAIN_POINT = POINT / RARITY_POINT;
/** Shares are counted in 256ths. */
const ONE = 256;
/** Number of entries before and after an entry that add to its score. */
const NEIGHBOURS = 4;

/** One scorer for each part of a corpus, reused between searches: to allocate arrays as long as the index takes longer than a search. */
const scorers: Scorer[] = [];

/** Returns the scorer of one part, with all scores reset. */
export function createScorer(corpus: Corpus, part: number, weights: RankingWeights): Scorer {
  const scorer = scorers[part] ?? new Scorer();
  scorers[part] = scorer;
  scorer.reset(corpus, corpus.parts[part]!, weights);
  return scorer;
}

/** Scores the entries and sections of one part of an index, and visits the entries. */
export class Scorer {
  #part: IndexPart | null = null;
  #entries = 0;
  #sections = 0;
  #lengths: Uint8Array = new Uint8Array(0);
  #gone: Uint8Array | null = null;
  /** By section: its first entry, and one more where they end. */
  #firsts = new Uint32Array(1);
  #sectionWords: ArrayLike<number> = [];

  /** By entry: points of its own words; points with and without its surroundings, for the current section; marks as bits. */
  #own = new Int32Array(0);
  #worth = new Int32Array(0);
  #alone = new Int32Array(0);
  #marks = new Uint8Array(0);
  /** By entry: the words of the query in it, one bit for each word. */
  #words = new Int32Array(0);
  /** By section: points of the whole. */
  #whole = new Int32Array(0);

  #found = 0;
  #k1 = 0;
  #b = 0;
  #meanSection = 1;
  /** By length class: the length norm of BM25. */
  readonly #norms = new Float64Array(2 * ASKS);
  /** By length class, in 256ths: the share of points that such an entry takes from its surroundings and gives to its neighbours. */
  readonly #takes = new Int32Array(2 * ASKS);
  readonly #gives = new Int32Array(2 * ASKS);
  readonly #before = new Int32Array(NEIGHBOURS);
  readonly #after = new Int32Array(NEIGHBOURS);
  #kept = 0;
  #answer = 0;
  #around = 0;

  #first = 0;

  /** Prepares for a part of a corpus; forgets all scores. */
  reset(corpus: Corpus, part: IndexPart, weights: RankingWeights): void {
    this.#found = 0;
    if (this.#part === part) this.#clear();
    else this.#allocate(part);
    this.#weigh(corpus, weights);
  }

  #allocate(part: IndexPart): void {
    const { segment, gone } = part;
    this.#part = null; // reading the segment may throw where it is damaged
    const [entries, sections] = [segment.entries, segment.sections.length];
    this.#lengths = segment.lengths;
    this.#gone = gone;
    this.#sectionWords = segment.sectionWords;
    this.#firsts = new Uint32Array(sections + 1);
    this.#firsts.set(segment.sections);
    this.#firsts[sections] = entries;
    if (this.#own.length < entries) {
      this.#own = new Int32Array(entries);
      this.#worth = new Int32Array(entries);
      this.#alone = new Int32Array(entries);
      this.#marks = new Uint8Array(entries);
      this.#words = new Int32Array(entries);
    }
    if (this.#whole.length < sections) this.#whole = new Int32Array(sections);
    this.#clear();
    [this.#entries, this.#sections] = [entries, sections];
    this.#part = part;
  }

  #clear(): void {
    for (const array of [this.#own, this.#marks, this.#words, this.#whole]) array.fill(0);
  }

  #weigh({ meanLength, meanSection }: Corpus, weights: RankingWeights): void {
    const { k1, b, before, after } = weights;
    this.#k1 = k1;
    this.#b = b;
    this.#meanSection = meanSection;
    for (let length = 0; length < ASKS; length++) {
      const words = fromLengthClass(length);
      const norm = this.#norm(Math.min(words, weights.long), Math.min(meanLength, weights.long));
      this.#norms[length] = norm;
      this.#norms[length | ASKS] = norm;
      const less = Math.min(1, weights.long / Math.max(1, words));
      this.#takes[length] = this.#takes[length | ASKS] = Math.floor(ONE * Math.sqrt(less));
      this.#gives[length] = this.#gives[length | ASKS] = Math.floor(ONE * less);
    }
    this.#before.fill(0).set(before.map(share));
    this.#after.fill(0).set(after.map(share));
    this.#kept = share(1 - weights.question);
    this.#answer = share(weights.answer);
    this.#around = share(weights.section);
  }

  #norm(words: number, mean: number): number {
    return this.#k1 * (1 - this.#b + (this.#b * words) / mean);
  }

  /** Points of a word by its count in a text and the length norm of that text, before the rarity of the word. */
  #gain(times: number, norm: number): number {
    return times === 0 ? 0 : Math.floor(((this.#k1 + 1) * times * GAIN_POINT) / (times + norm) + 0.5);
  }

  /** Adds the points of one word to the entries and sections that have it; `word` is its bit. For the format of postings see postings.ts. */
  walk({ body }: TermList, rarity: number, word = 0): void {
    const [own, lengths, gone, norms] = [this.#own, this.#lengths, this.#gone, this.#norms];
    const words = this.#words;
    const [entries, end] = [this.#entries, body.length];
    let [section, entry, times, often] = [0, 0, 0, 0];
    let next = this.#firsts[1]!;
    for (let at = 0; at < end; ) {
      let packed = body[at++]!;
      if (packed > 127) {
        packed &= 127;
        for (let bits = 7, more = 128; more > 127; bits += 7) {
          more = body[at++] ?? 0;
          packed |= (more & 127) << bits;
        }
      }
      // An entry has a posting for each form of the word: they count as one.
      const had = packed < 2 ? times : 0;
      entry += packed >>> 1;
      times = had + 1;
      if ((packed & 1) === 0) {
        times = had + ((body[at] ?? 0) & 7);
        while ((body[at++] ?? 0) > 127);
      }
      if (times > MOST_TIMES) times = MOST_TIMES;
      if (entry >= entries) break;
      if (gone !== null && gone[entry]! !== 0) continue;
      if (entry >= next) {
        if (often > 0) this.#addSection(section, rarity, often);
        often = 0;
        section = findSection(this.#firsts, this.#sections, section + 1, entry);
        next = this.#firsts[section + 1]!;
      }
      const norm = norms[lengths[entry]!]!;
      const gain = rarity * (this.#gain(times, norm) - this.#gain(had, norm));
      const before = own[entry]!;
      if (before === 0 && gain > 0) this.#found++;
      own[entry] = before + gain;
      words[entry]! |= word;
      often += times - had;
    }
    if (often > 0) this.#addSection(section, rarity, often);
  }

  #addSection(section: number, rarity: number, often: number): void {
    const norm = this.#norm(this.#sectionWords[section]!, this.#meanSection);
    this.#whole[section]! += rarity * this.#gain(often, norm);
  }

  /** Marks the entries of a list with one of four bits. */
  mark({ body }: TermList, bit: number): void {
    let entry = 0;
    for (let at = 0; at < body.length; ) {
      let packed = body[at]! & 127;
      for (let bits = 7; (body[at++] ?? 0) > 127; bits += 7) packed |= ((body[at] ?? 0) & 127) << bits;
      if ((packed & 1) === 0) while ((body[at++] ?? 0) > 127);
      entry += packed >>> 1;
      if (entry >= this.#entries) break;
      this.#marks[entry]! |= bit;
    }
  }

  /** True if an entry has the mark. */
  isMarked(entry: number, bit: number): boolean {
    return (this.#marks[entry]! & bit) !== 0;
  }

  /** Number of entries with at least one word. */
  get found(): number {
    return this.#found;
  }

  /** Points of the own words of an entry. */
  entryPoints(entry: number): number {
    return this.#own[entry]!;
  }

  /** The words, as bits, of an entry and of its direct neighbours in the section. */
  wordsAround(entry: number): number {
    const section = findSection(this.#firsts, this.#sections, 0, entry);
    let words = this.#words[entry]!;
    if (entry > this.#firsts[section]!) words |= this.#words[entry - 1]!;
    if (entry + 1 < this.#firsts[section + 1]!) words |= this.#words[entry + 1]!;
    return words;
  }

  /** Points of a section as one text. */
  sectionPoints(section: number): number {
    return this.#whole[section]!;
  }

  /** Visits the entries with points, before factors. With `mustHaveWord` an entry needs a word of its own. */
  visitAll(mustHaveWord: boolean, visit: (entry: number, points: number) => void): void {
    for (let section = 0; section < this.#sections; section++) {
      if (this.#whole[section] === 0) continue;
      this.#scoreSection(section);
      for (let entry = this.#first; entry < this.#firsts[section + 1]!; entry++) {
        const points = this.#worth[entry - this.#first]!;
        if (points > 0 && !(mustHaveWord && this.#own[entry] === 0)) visit(entry, points);
      }
    }
  }

  /** Points of an entry with its surroundings, before factors. */
  pointsInContext(entry: number, section: number): number {
    this.#scoreSection(section);
    return this.#worth[entry - this.#first]!;
  }

  /** Computes the points of each entry of a section with its surroundings, before factors. */
  #scoreSection(section: number): void {
    const [own, worth, alone, lengths] = [this.#own, this.#worth, this.#alone, this.#lengths];
    const first = this.#firsts[section]!;
    const length = this.#firsts[section + 1]! - first;
    this.#first = first;
    for (const array of [worth, alone]) array.fill(0, 0, length);
    for (let i = 0; i < length; i++) {
      const words = own[first + i]!;
      if (words === 0) continue;
      const part = words >> 8;
      const share = (part * this.#gives[lengths[first + i]!]!) >> 8;
      const asks = (lengths[first + i]! & ASKS) !== 0;
      alone[i] = asks ? part * this.#kept : words;
      if (asks && i + 1 < length) worth[i + 1]! += share * this.#answer;
      for (let near = 0; near < NEIGHBOURS; near++) {
        if (i + near + 1 < length) worth[i + near + 1]! += share * this.#before[near]!;
        if (i - near > 0) worth[i - near - 1]! += share * this.#after[near]!;
      }
    }
    const all = (this.#whole[section]! >> 8) * this.#around;
    for (let i = 0; i < length; i++) {
      if (worth[i] !== 0 || alone[i] !== 0)
        worth[i] = alone[i]! + ((worth[i]! + all) >> 8) * this.#takes[lengths[first + i]!]!;
    }
  }
}

const share = (weight: number): number => Math.round(weight * ONE);
