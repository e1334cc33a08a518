import type { Corpus } from '../index/corpus.js';
import { ASKS } from '../index/index-format.js';
import { eachEntry } from '../index/postings.js';
import type { Segment } from '../index/segment.js';
import { fitting } from './dates.js';
import { dayNumber, dayOf } from './days.js';
import type { Question } from './question.js';
import type { Ranking } from './rank.js';
import { POINT, ROUGH, type Scores, score, sectionFrom } from './score.js';
import type { Weights } from './weights.js';

/** What the entries of one index are worth to a question. */
export interface Judged {
  /** How many entries have any of its words. */
  readonly count: number;
  /** True where an entry has one. */
  readonly has: (entry: number) => boolean;
  /**
   * Visits the sections in which something is found, those first whose entries may be worth most, each with about that
   * most, until told to stop.
   */
  readonly visit: (look: (section: number, most: number) => boolean) => void;
  /** Tells the sum of each entry of a section that is not less than a floor; what it is told becomes the floor. */
  readonly each: (section: number, floor: number, tell: (entry: number, sum: number) => number) => void;
  /** The sum that an entry of a section needs at least to be worth so much. */
  readonly floor: (section: number, least: number) => number;
  /** What an entry of such a sum is worth, or 0 as soon as it is known to be less than `least`. */
  readonly worth: (entry: number, sum: number, least: number) => number;
  /** What gave an entry its score, by name, largest first; a factor is shown as what it adds. */
  readonly parts: (entry: number) => Readonly<Record<string, number>>;
}

/** What raises or lowers the sum of an entry, the most that it can be, and the sections where alone it is that, if known. */
interface Factor {
  readonly name: string;
  readonly of: (entry: number) => number;
  readonly most: number;
  readonly sections?: Uint8Array;
}

/** Tags that a person sets on what should not be missed. */
const PINS = ['#pin', '#pinned'];
/** Days in which half of what recency gives is gone. */
const HALF_LIFE = 30;

/** What speaks for an entry: its words and their surroundings are added, all else raises or lowers that sum. */
export function judge(question: Question, corpus: Corpus, part: number, how: Ranking): Judged {
  const { segment } = corpus.parts[part]!;
  const { weights } = how;
  const found = score(question, corpus, part, weights);
  const sums = new Surroundings(found, segment, weights, question.asked.length < FEWEST_WORDS);
  const factors = [
    ...marking('subject', question.labels, weights.label, corpus, part),
    ...marking('pin', PINS, weights.pin, corpus, part),
    ...dating(question, segment, how),
    byKind(segment, how),
    ...recent(segment, how),
  ];
  const rest = factors.map((_, from) => factors.slice(from).reduce((product, { most }) => product * most, 1));
  const mosts = mostsOf(factors, segment.sections.length);
  return {
    count: found.count,
    has: (entry) => found.entries[entry] !== 0,
    visit: (look) => sums.visit(mosts, look),
    each(section, least, tell) {
      const { first, worth, length } = sums.of(section);
      for (let i = 0, floor = least; i < length; i++)
        if (worth[i]! >= floor && worth[i] !== 0) floor = tell(first + i, worth[i]!);
    },
    floor: (section, least) => Math.floor((least * 256) / mosts[section]!),
    worth(entry, sum, least) {
      let score = sum;
      for (let i = 0; i < factors.length; i++) {
        if (score * rest[i]! < least) return 0;
        score *= factors[i]!.of(entry);
      }
      return score < least ? 0 : score;
    },
    parts(entry) {
      const section = segment.sectionOf(entry);
      const { first, worth } = sums.of(section);
      const asks = segment.lengths[entry]! & ASKS;
      const words = (found.entries[entry]! * (asks ? 1 - weights.question : 1)) / POINT;
      const around = (weights.section * found.sections[section]!) / POINT;
      let sum = worth[entry - first]! / POINT;
      const gains: [string, number][] = Object.entries({
        words,
        section: around,
        neighbours: sum - words - around,
      });
      for (const { name, of } of factors) {
        gains.push([name, sum * of(entry) - sum]);
        sum *= of(entry);
      }
      return Object.fromEntries(
        gains.filter(([, gain]) => Math.abs(gain) > LEAST_SHOWN).sort((a, b) => b[1] - a[1]),
      );
    },
  };
}

/** By section: the most that the factors can be there, in 256ths. */
function mostsOf(factors: readonly Factor[], count: number): Int32Array {
  const everywhere = factors.reduce((product, { most, sections }) => product * (sections ? 1 : most), 1);
  const mosts = new Int32Array(count).fill(Math.ceil(256 * everywhere));
  for (const { sections, most } of factors)
    for (let at = sections?.indexOf(1) ?? -1; at >= 0; at = sections!.indexOf(1, at + 1))
      mosts[at] = Math.ceil(mosts[at]! * most);
  return mosts;
}

/** Less is the rounding of whole numbers. */
const LEAST_SHOWN = 0.01;

/** An entry may answer by its neighbours' words alone, but not where one word is all that is asked. */
const FEWEST_WORDS = 2;

/** The words of each entry, what the entries around it in its section give, and the section itself. */
class Surroundings {
  readonly #found: Scores;
  readonly #firsts: Uint32Array;
  readonly #lengths: Uint8Array;
  readonly #onlyOwn: boolean;
  readonly #before: Int32Array;
  readonly #after: Int32Array;
  readonly #answer: number;
  readonly #asking: number;
  readonly #around: number;
  /** What an entry and those around it can have together, for each point of the best of them, in 256ths. */
  readonly #reach: number;
  /** The largest share of what an entry has that another gets, in 256ths: of one that tells, and of one that asks. */
  readonly #told: number;
  readonly #asked: number;
  #worth = new Int32Array(64);

  constructor(found: Scores, segment: Segment, weights: Weights, onlyOwn: boolean) {
    this.#found = found;
    this.#firsts = segment.sections;
    this.#lengths = segment.lengths;
    this.#onlyOwn = onlyOwn;
    this.#before = Int32Array.from(weights.before, share);
    this.#after = Int32Array.from(weights.after, share);
    this.#answer = share(weights.answer);
    this.#asking = share(1 - weights.question);
    this.#around = share(weights.section);
    const shares = [256, this.#answer, ...this.#before, ...this.#after];
    this.#reach = shares.reduce((all, one) => all + one, 0);
    this.#told = Math.max(0, ...this.#before, ...this.#after);
    this.#asked = Math.max(this.#told, this.#answer + (this.#before[0] ?? 0));
  }

  /**
   * Visits sections by what their entries may be worth at most: sorted as far as their leading bits tell, in whole
   * numbers, which leave no garbage. `factors` are in 256ths.
   */
  visit(factors: Int32Array, look: (section: number, most: number) => boolean): void {
    const { peaks, sums, asking, sections } = this.#found;
    const [reach, told, asked, share] = [this.#reach, this.#told, this.#asked, this.#around];
    const mosts = new Int32Array(peaks.length);
    let highest = 0;
    for (let section = 0; section < peaks.length; section++) {
      if (peaks[section] === 0) continue;
      const best = (peaks[section]! >> ROUGH) + 1;
      const given = asking[section] === 0 ? told : asked;
      const rest = given < 256 ? best * (256 - given) : 0;
      const own = Math.min(best * reach, sums[section]! * given + rest) >> 8;
      const around = ((sections[section]! >> ROUGH) * share) >> 8;
      mosts[section] = (((own + around + 3) * factors[section]!) >> 8) + 1;
      if (mosts[section]! > highest) highest = mosts[section]!;
    }
    const { order, count, shift } = ranged(mosts, highest);
    for (let i = 0; i < count; i++) {
      const section = order[i]!;
      if (!look(section, ((mosts[section]! >> shift) + 1) * 2 ** (shift + ROUGH))) return;
    }
  }

  /** What each entry of a section has, before factors; the array is used again for the next. */
  of(section: number): { first: number; length: number; worth: Int32Array } {
    const { entries: own, sections } = this.#found;
    const [firsts, lengths, before, after] = [this.#firsts, this.#lengths, this.#before, this.#after];
    const first = firsts[section]!;
    const length = (firsts[section + 1] ?? own.length) - first;
    if (this.#worth.length < length) this.#worth = new Int32Array(length * 2);
    const worth = this.#worth.fill(0, 0, length);
    for (let i = 0; i < length; i++) {
      const words = own[first + i]!;
      if (words === 0) continue;
      const part = words >> 8;
      const asks = lengths[first + i]! & ASKS;
      worth[i]! += asks ? part * this.#asking : words;
      if (asks && i + 1 < length) worth[i + 1]! += part * this.#answer;
      for (let k = 0, to = i + 1; k < before.length && to < length; k++, to++)
        worth[to]! += part * before[k]!;
      for (let k = 0, to = i - 1; k < after.length && to >= 0; k++, to--) worth[to]! += part * after[k]!;
    }
    const around = (sections[section]! >> 8) * this.#around;
    for (let i = 0; i < length; i++) {
      if (this.#onlyOwn && own[first + i] === 0) worth[i] = 0;
      else if (worth[i] !== 0) worth[i]! += around;
    }
    return { first, length, worth };
  }
}

/** So many steps are told apart. */
const STEPS = 10;

/** The places of numbers above nothing, highest first as far as their leading bits tell; `shift` cuts off the others. */
function ranged(
  numbers: Int32Array,
  highest: number,
): { readonly order: Uint32Array; readonly count: number; readonly shift: number } {
  const shift = Math.max(0, 32 - Math.clz32(highest) - STEPS);
  const starts = new Uint32Array((1 << STEPS) + 1);
  for (let i = 0; i < numbers.length; i++) if (numbers[i] !== 0) starts[numbers[i]! >> shift]!++;
  let count = 0;
  for (let step = 1 << STEPS; step >= 0; step--) {
    const many = starts[step]!;
    starts[step] = count;
    count += many;
  }
  const order = new Uint32Array(count);
  for (let i = 0; i < numbers.length; i++) if (numbers[i] !== 0) order[starts[numbers[i]! >> shift]!++] = i;
  return { order, count, shift };
}

/** A weight in 256ths, so that the sums stay whole numbers. */
const share = (weight: number): number => Math.round(weight * 256);

/** A factor for those entries that have one of the keys, if any has. */
function marking(
  name: string,
  keys: readonly string[],
  gain: number,
  corpus: Corpus,
  part: number,
): Factor[] {
  if (gain === 0) return [];
  const lists = keys.flatMap((key) => corpus.find(key).lists[part] ?? []);
  if (lists.length === 0) return [];
  const { segment } = corpus.parts[part]!;
  const marked = new Uint8Array(segment.entries);
  const sections = new Uint8Array(segment.sections.length);
  for (const list of lists) {
    let section = 0;
    eachEntry(list, (entry) => {
      marked[entry] = 1;
      section = sectionFrom(segment.sections, section, entry);
      sections[section] = 1;
    });
  }
  return [{ name, of: (entry) => (marked[entry] ? 1 + gain : 1), sections, most: 1 + gain }];
}

/** Days that the question names. */
function dating({ days: asked }: Question, segment: Segment, { weights }: Ranking): Factor[] {
  if (asked.length === 0 || weights.date === 0) return [];
  const named = byDay((day) => 1 + weights.date * fitting(asked, dayOf(day) ?? ''));
  const of = (entry: number) => named(segment.day(entry));
  return [{ name: 'date', of, most: 1 + weights.date * asked.length }];
}

/** A little for what is new; asked last, since it hardly ever matters. */
function recent(segment: Segment, { weights, today }: Ranking): Factor[] {
  if (weights.recency === 0) return [];
  const now = dayNumber(today);
  const fresh = byDay((day) => 1 + (day > now ? 0 : weights.recency * 2 ** ((day - now) / HALF_LIFE)));
  const of = (entry: number) => fresh(segment.day(entry));
  return [{ name: 'recency', of, most: 1 + weights.recency }];
}

/** Many entries share a day: each is worked out once. 0 stands for no day. */
function byDay(work: (day: number) => number): (day: number) => number {
  const known = new Map([[0, 1]]);
  return (day) => {
    const value = known.get(day) ?? work(day);
    known.set(day, value);
    return value;
  };
}

/** Entries of one note come one after another: its kind is looked up once. */
function byKind(segment: Segment, { kindWeight }: Ranking): Factor {
  const weights = segment.head.kinds.map(kindWeight);
  let [first, end, weight] = [0, 0, 1];
  const of = (entry: number): number => {
    if (entry < first || entry >= end) {
      const file = segment.fileOf(entry);
      [first, end] = [file.firstEntry, file.endEntry];
      weight = weights[segment.head.kinds.indexOf(file.kind)]!;
    }
    return weight;
  };
  return { name: 'kind', of, most: Math.max(0, ...weights) };
}
