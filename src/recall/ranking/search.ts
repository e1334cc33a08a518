import type { Located } from '../../wiki/entries.js';
import { bare } from '../../wiki/entry.js';
import type { Note } from '../../wiki/note.js';
import { Corpus } from '../index/corpus.js';
import { createFetch } from '../index/fetch.js';
import { IndexBuilder } from '../index/index-builder.js';
import { leafOf, type Read } from '../index/leaf.js';
import { inMemory } from '../index/pages.js';
import { Segment } from '../index/segment.js';
import { counted } from '../index/term.js';
import type { Hit, Hits, Query } from '../query.js';
import { type Word, words as wordsIn } from '../words/tokenize.js';
import { acceptor } from './filter.js';
import { Once, saying } from './once.js';
import { hasPhrases, phrasesIn } from './phrase.js';
import { type Question, type Setting, understand } from './question.js';
import { type Ranked, ranked } from './rank.js';
import { WEIGHTS, type Weights } from './weights.js';

/** What a search must know besides the entries. */
export interface SearchSetting extends Setting {
  /** Rank of a kind among equals, 1 for most; the archive last. */
  readonly kindWeight: (kind: string) => number;
  /** Kinds whose entries follow one another: there one may answer by what stands around it. All, if left out. */
  readonly flows?: (kind: string) => boolean;
  readonly weights?: Weights;
}

/** So many more are ranked than shown, since some fold into others. */
const SPARE = 4;

/** So many more, where those were too few. */
const MORE = 20;

/** Of what has the words of a quoted phrase, so many more are read to see whether they stand in its order. */
const MOST_READ = 300;

/** Answers a query from indexes; the hits themselves are read from their notes. Throws what `fetch` and indexes throw. */
export function answer(
  query: Query,
  corpus: Corpus,
  fetch: (segment: Segment, entry: number) => Located,
  setting: SearchSetting,
): Hits {
  const weights = setting.weights ?? WEIGHTS;
  const question = understand(query.words, corpus, setting, weights);
  const phrases = phrasesIn(query.words);
  const needed = phrases.flat().flatMap((word) => counted(word, setting.language).map(({ key }) => key));
  const filter = (part: number) => acceptor(query, needed, corpus, part);
  const listing = isFiltered(query);
  const rank = (most: number) => ranked(question, corpus, filter, { ...setting, weights, most, listing });
  const wanted = formsOf(question, corpus);

  const shown = (best: readonly Ranked[]): Hit[] => {
    const hits: Hit[] = [];
    const once = new Once(setting.language);
    for (const one of best) {
      if (hits.length >= query.limit) break;
      const { score, segment, entry } = one;
      const flows = question.asked.length === 0 || setting.flows?.(segment.fileOf(entry).kind) !== false;
      if (!flows && !answersItself(one)) continue;
      const found = fetch(segment, entry);
      if (needed.length > 0 && !hasPhrases(saying(found), phrases)) continue;
      const said = wordsIn(saying(found));
      if (!once.passes(said)) continue;
      hits.push({
        ...bare(found),
        score,
        matches: matches([...said, ...wordsIn(found.tags.join(' '))], wanted),
        section: found.section,
        ...(query.explain ? { parts: one.parts } : {}),
      });
    }
    return hits;
  };

  const few = query.limit + SPARE;
  const { best, total } = rank(few);
  let hits = shown(best);
  if (hits.length < query.limit && best.length === few) {
    hits = shown(rank(few + (needed.length > 0 ? MOST_READ : MORE)).best);
  }
  return {
    hits,
    total: hits.length < query.limit ? hits.length : Math.max(total, hits.length),
    nearly: question.nearly,
  };
}

/** A search over notes in memory, for use without a workspace. Notes may come in any order. */
export function createSearch(
  notes: readonly Note[],
  read: Read,
  setting: SearchSetting,
): (query: Query) => Hits {
  const byPath = new Map(notes.map((note) => [note.path, note]));
  const builder = new IndexBuilder(setting.language);
  for (const note of byPath.values()) builder.add(leafOf(note, read(note)));
  const corpus = new Corpus([{ segment: new Segment(inMemory(builder.done())), gone: null }]);
  const fetch = createFetch((path) => byPath.get(path)!, read);
  return (query) => answer(query, corpus, fetch, setting);
}

/** True for an entry that has a word of the question, or its day: not for one that only stands near such. */
const answersItself = ({ parts }: Ranked): boolean => parts.words !== undefined || parts.date !== undefined;

/** With filters and no words, everything that passes is listed, newest first. */
const isFiltered = ({ types, kinds, tags, paths, after, before }: Query): boolean =>
  Boolean(types?.length || kinds?.length || tags?.length || paths?.length || after || before);

/** The forms in which entries have what the question asks for; a name as a whole is filed under itself. */
function formsOf({ asked }: Question, corpus: Corpus): ReadonlySet<string> {
  const keys = asked.flatMap(({ options }) => options.map(({ key }) => key));
  const lists = keys.flatMap((key) => corpus.find(key).lists);
  return new Set([...keys, ...lists.flatMap((list) => list?.forms ?? [])]);
}

/** The words of an entry that the question asks for, as they are written there, in lower case. */
const matches = (said: readonly Word[], wanted: ReadonlySet<string>): string[] => [
  ...new Set(said.flatMap(({ text }) => (wanted.has(text) ? [text] : []))),
];
