import type { Corpus } from '../index/corpus.js';
import { ASKS } from '../index/index-format.js';
import { postingsOf } from '../index/postings.js';
import type { Segment } from '../index/segment.js';
import { fitting } from './dates.js';
import { dayNumber, dayOf } from './days.js';
import type { Question } from './question.js';
import type { Ranking } from './rank.js';
import { POINT, type Scores, score, sectionFrom } from './score.js';
import type { Weights } from './weights.js';

/** What the entries of one index are worth to a question. */
export interface Judged {
  /** How many entries have any of its words. */
  readonly count: number;
  /** True where an entry has one. */
  readonly has: (entry: number) => boolean;
  /** Sections in which something is found, those first whose entries may be worth most, with that most. */
  readonly sections: () => Iterable<{ readonly section: number; readonly most: number }>;
  /** Tells the sum of each entry of a section: its words and their surroundings, added up, where there are any. */
  readonly each: (section: number, tell: (entry: number, sum: number) => void) => void;
  /** What an entry of such a sum is worth, or 0 as soon as it is known to be less than `least`. */
  readonly worth: (entry: number, sum: number, least: number) => number;
  /** What gave an entry its score, by name, largest first; a factor is shown as what it adds. */
  readonly parts: (entry: number) => Readonly<Record<string, number>>;
}

/** What raises or lowers the sum of an entry, the most that it can be, and that for a section where it is known. */
interface Factor {
  readonly name: string;
  readonly of: (entry: number) => number;
  readonly most: number;
  readonly in?: (section: number) => number;
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
  const most = (section: number) =>
    factors.reduce((product, { most, in: inSection }) => product * (inSection?.(section) ?? most), 1);
  return {
    count: found.count,
    has: (entry) => found.entries[entry] !== 0,
    sections: () => sums.inOrder(most),
    each(section, tell) {
      const { first, worth, length } = sums.of(section);
      for (let i = 0; i < length; i++) if (worth[i] !== 0) tell(first + i, worth[i]!);
    },
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

/** Less is the rounding of whole numbers. */
const LEAST_SHOWN = 0.01;

/** An entry may answer by its neighbours' words alone, but not where one word is all that is asked. */
const FEWEST_WORDS = 2;

/** The words of each entry, what the entries around it in its section give, and the section itself. */
class Surroundings {
  readonly #found: Scores;
  readonly #segment: Segment;
  readonly #onlyOwn: boolean;
  readonly #before: Int32Array;
  readonly #after: Int32Array;
  readonly #answer: number;
  readonly #asking: number;
  readonly #around: number;
  /** What an entry and those around it can have together, for each point of the best of them. */
  readonly #reach: number;
  /** The largest share of what an entry has that any entry gets. */
  readonly #largest: number;
  #worth = new Int32Array(64);

  constructor(found: Scores, segment: Segment, weights: Weights, onlyOwn: boolean) {
    this.#found = found;
    this.#segment = segment;
    this.#onlyOwn = onlyOwn;
    this.#before = Int32Array.from(weights.before, share);
    this.#after = Int32Array.from(weights.after, share);
    this.#answer = share(weights.answer);
    this.#asking = share(1 - weights.question);
    this.#around = share(weights.section);
    const shares = [256, this.#answer, ...this.#before, ...this.#after];
    this.#reach = shares.reduce((all, one) => all + one, 0) / 256;
    const neighbour = Math.max(0, this.#answer + (this.#before[0] ?? 0), ...this.#before, ...this.#after);
    this.#largest = Math.max(256, neighbour) / 256;
  }

  /** Sections by what their entries may be worth at most, each with that most. */
  *inOrder(factor: (section: number) => number): Iterable<{ section: number; most: number }> {
    const { peaks, sums, sections } = this.#found;
    const order = new Float64Array(sections.length);
    let count = 0;
    for (let section = 0; section < peaks.length; section++) {
      if (peaks[section] === 0) continue;
      const most = Math.min(peaks[section]! * this.#reach, sums[section]! * this.#largest);
      const around = (sections[section]! * this.#around) / 256;
      order[count++] = Math.ceil((most + around + 1) * factor(section)) * SECTIONS + section;
    }
    const sorted = order.subarray(0, count).sort();
    for (let i = count - 1; i >= 0; i--) {
      const most = Math.floor(sorted[i]! / SECTIONS);
      yield { section: sorted[i]! - most * SECTIONS, most };
    }
  }

  /** What each entry of a section has, before factors; the array is used again for the next. */
  of(section: number): { first: number; length: number; worth: Int32Array } {
    const { entries: own, sections } = this.#found;
    const { sections: firsts, lengths } = this.#segment;
    const [before, after] = [this.#before, this.#after];
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
      for (let k = 0, to = i + 1; k < before.length && to < length; k++, to++) worth[to]! += part * before[k]!;
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

/** More sections than an index ever has: a whole number of that size and one of 31 bits share the 53 bits of a double. */
const SECTIONS = 2 ** 22;

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
    for (const { entry } of postingsOf(list)) {
      marked[entry] = 1;
      section = sectionFrom(segment.sections, section, entry);
      sections[section] = 1;
    }
  }
  const of = (set: Uint8Array) => (at: number) => (set[at] ? 1 + gain : 1);
  return [{ name, of: of(marked), in: of(sections), most: 1 + gain }];
}

/** Days that the question names. */
function dating({ days: asked }: Question, segment: Segment, { weights }: Ranking): Factor[] {
  if (asked.length === 0 || weights.date === 0) return [];
  const named = byDay((day) => 1 + weights.date * fitting(asked, dayOf(day) ?? ''));
  const of = (entry: number) => named(segment.row(entry).day);
  return [{ name: 'date', of, most: 1 + weights.date * asked.length }];
}

/** A little for what is new; asked last, since it hardly ever matters. */
function recent(segment: Segment, { weights, today }: Ranking): Factor[] {
  if (weights.recency === 0) return [];
  const now = dayNumber(today);
  const fresh = byDay((day) => 1 + (day > now ? 0 : weights.recency * 2 ** ((day - now) / HALF_LIFE)));
  const of = (entry: number) => fresh(segment.row(entry).day);
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
      [first, end, weight] = [file.firstEntry, file.endEntry, kindWeight(file.kind)];
    }
    return weight;
  };
  return { name: 'kind', of, most: Math.max(0, ...weights) };
}
