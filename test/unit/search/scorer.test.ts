import { describe, expect, it } from 'vitest';
import { IndexBuilder } from '../../../src/search/index/builder.js';
import { Corpus } from '../../../src/search/index/corpus.js';
import { toSearchDocument } from '../../../src/search/index/document.js';
import { ASKS, fromLengthClass, MOST_TIMES } from '../../../src/search/index/format.js';
import { createMemorySource } from '../../../src/search/index/paged-bytes.js';
import { listPostings } from '../../../src/search/index/postings.js';
import { Segment } from '../../../src/search/index/segment.js';
import { computeIdf, countUnits, scoreBm25 } from '../../../src/search/ranking/bm25.js';
import { type ParsedQuery, parseQuery } from '../../../src/search/ranking/parse-query.js';
import { RANKING_WEIGHTS } from '../../../src/search/ranking/ranking-weights.js';
import { GAIN_POINT, RARITY_POINT, Scorer } from '../../../src/search/ranking/scorer.js';
import { createRandom } from '../../support/random.js';
import { noteOf, read, SETTING } from '../../support/search-notebook.js';

const WORDS =
  'queue queues worker workers retry retries retrying lock locked billing host okapi ledger'.split(' ');

/** Indexes of random notes, of one of which some no longer stand. */
function corpusOf(random: () => number): Corpus {
  const any = (most: number) => Math.floor(random() * most);
  const line = () => {
    const words = Array.from({ length: 1 + any(random() < 0.1 ? 200 : 9) }, () => WORDS[any(WORDS.length)]);
    return `- ${words.join(' ')}${random() < 0.2 ? '?' : ''}`;
  };
  const note = () =>
    Array.from({ length: 1 + any(4) }, (_, at) =>
      [`## Part ${at}`, '', ...Array.from({ length: any(12) }, line), ''].join('\n'),
    ).join('\n');
  const parts = Array.from({ length: 1 + any(3) }, (_, part) => {
    const builder = new IndexBuilder(SETTING.language);
    for (let n = 0; n < 1 + any(6); n++) {
      const one = noteOf(`content/page-${part}-${n}.md`, note());
      builder.add(toSearchDocument(one, read(one)));
    }
    const segment = new Segment(createMemorySource(builder.done()));
    const gone = part === 0 || random() < 0.5 ? null : new Uint8Array(segment.entries);
    if (gone && segment.fileCount > 1) {
      const { firstEntry, endEntry } = segment.file(any(segment.fileCount));
      gone.fill(1, firstEntry, endEntry);
    }
    return { segment, gone };
  });
  return new Corpus(parts);
}

/** The same sums, entry by entry, as anybody would write them. */
function reckoned(question: ParsedQuery, corpus: Corpus, part: number) {
  const { segment, gone } = corpus.parts[part]!;
  const { k1, b, long, before, after } = RANKING_WEIGHTS;
  const units = countUnits(corpus, RANKING_WEIGHTS);
  const own = new Array<number>(segment.entries).fill(0);
  const whole = new Array<number>(segment.sections.length).fill(0);
  const gain = (times: number, words: number, mean: number) =>
    Math.round(((k1 + 1) * times * GAIN_POINT) / (times + k1 * (1 - b + (b * words) / mean)));
  for (const { options } of question.matchedWords) {
    const exact = options.find(({ why }) => why === 'word');
    const least = exact ? corpus.find(exact.key).entries : 0;
    for (const { key, weight } of options) {
      const { entries, lists } = corpus.find(key);
      const list = lists[part];
      if (!list || entries === 0) continue;
      const rarity = Math.round(weight * computeIdf(Math.max(entries, least), units) * RARITY_POINT);
      const often = new Map<number, number>();
      for (const { entry, times } of listPostings(list))
        if (!gone?.[entry]) often.set(entry, Math.min(MOST_TIMES, (often.get(entry) ?? 0) + times));
      const bySection = new Map<number, number>();
      for (const [entry, times] of often) {
        const words = fromLengthClass(segment.lengths[entry]! & ~ASKS);
        own[entry]! += rarity * gain(times, Math.min(words, long), Math.min(corpus.meanLength, long));
        const section = segment.sectionOf(entry);
        bySection.set(section, (bySection.get(section) ?? 0) + times);
      }
      for (const [section, times] of bySection)
        whole[section]! += rarity * gain(times, segment.sectionWords[section]!, corpus.meanSection);
    }
  }
  const share = (weight: number) => Math.round(weight * 256);
  const worth = own.map((_, entry) => {
    const section = segment.sectionOf(entry);
    const from = segment.sections[section]!;
    const end = segment.sections[section + 1] ?? segment.entries;
    const asks = (at: number) => (segment.lengths[at]! & ASKS) !== 0;
    const part = (at: number) => (at < from || at >= end ? 0 : own[at]! >> 8);
    const less = (at: number) =>
      Math.min(1, long / Math.max(1, fromLengthClass(segment.lengths[at]! & ~ASKS)));
    const given = (at: number) => (part(at) === 0 ? 0 : (part(at) * Math.floor(256 * less(at))) >> 8);
    const alone = asks(entry) ? part(entry) * share(1 - RANKING_WEIGHTS.question) : own[entry]!;
    let sum = 0;
    if (entry > from && asks(entry - 1)) sum += given(entry - 1) * share(RANKING_WEIGHTS.answer);
    for (const [near, weight] of before.entries()) sum += given(entry - 1 - near) * share(weight);
    for (const [near, weight] of after.entries()) sum += given(entry + 1 + near) * share(weight);
    if (sum === 0 && alone === 0) return 0;
    const around = sum + (whole[section]! >> 8) * share(RANKING_WEIGHTS.section);
    return alone + (around >> 8) * Math.floor(256 * Math.sqrt(less(entry)));
  });
  return { own, whole, worth };
}

const BIT = 4;
const SEEDS = Array.from({ length: 12 }, (_, seed) => seed + 1);

/** A corpus and a question to it. */
function drawn(seed: number) {
  const random = createRandom(seed);
  const corpus = corpusOf(random);
  const request = WORDS.filter(() => random() < 0.4).join(' ') || 'worker';
  return { corpus, question: parseQuery(request, corpus, SETTING, RANKING_WEIGHTS) };
}

describe('the scorer and a plain computation', () => {
  const scorer = new Scorer();
  const scored = (question: ParsedQuery, corpus: Corpus, part: number) => {
    scorer.reset(corpus, corpus.parts[part]!, RANKING_WEIGHTS);
    scoreBm25(scorer, question, corpus, part, RANKING_WEIGHTS);
  };

  it.each(SEEDS)('give every entry and section the same, %i', (seed) => {
    const { corpus, question } = drawn(seed);
    for (const part of corpus.parts.keys()) {
      const { own, whole } = reckoned(question, corpus, part);
      scored(question, corpus, part);
      expect(own.map((_, entry) => scorer.entryPoints(entry))).toEqual(own);
      expect(whole.map((_, section) => scorer.sectionPoints(section))).toEqual(whole);
      expect(scorer.found).toBe(own.filter(Boolean).length);
    }
  });

  it.each(SEEDS)('find the same entries, %i', (seed) => {
    const { corpus, question } = drawn(seed);
    for (const part of corpus.parts.keys()) {
      const { own, worth } = reckoned(question, corpus, part);
      const marked = corpus.find('ledger').lists[part] ?? null;
      const entries = marked ? [...listPostings(marked)].map(({ entry }) => entry) : [];
      for (const onlyOwn of [false, true]) {
        scored(question, corpus, part);
        if (marked) scorer.mark(marked, BIT);
        expect(worth.map((_, entry) => scorer.isMarked(entry, BIT))).toEqual(
          worth.map((_, entry) => entries.includes(entry)),
        );
        const expected = worth.flatMap((sum, entry) =>
          sum > 0 && (!onlyOwn || own[entry]) ? [[entry, sum]] : [],
        );
        const found: number[][] = [];
        scorer.visitAll(onlyOwn, (entry, points) => found.push([entry, points]));
        expect(found).toEqual(expected);
      }
    }
  });
});
