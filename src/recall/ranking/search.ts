import type { Located } from '../../wiki/entries.js';
import { bare, type Entry } from '../../wiki/entry.js';
import type { Note } from '../../wiki/note.js';
import { Corpus } from '../index/corpus.js';
import { createFetch } from '../index/fetch.js';
import { IndexBuilder } from '../index/index-builder.js';
import { leafOf, type Read } from '../index/leaf.js';
import { inMemory } from '../index/pages.js';
import { Segment } from '../index/segment.js';
import { counted } from '../index/term.js';
import type { Hit, Hits, Query } from '../query.js';
import type { Language } from '../words/language.js';
import { acceptor } from './filter.js';
import { hasPhrases, phrasesIn } from './phrase.js';
import { type Question, type Setting, understand } from './question.js';
import { ranked } from './rank.js';
import { WEIGHTS, type Weights } from './weights.js';

/** What a search must know besides the entries. */
export interface SearchSetting extends Setting {
  /** Rank of a kind among equals, 1 for most; the archive last. */
  readonly kindWeight: (kind: string) => number;
  /** Kinds whose entries follow one another: there one may answer by what stands around it. All, if left out. */
  readonly flows?: (kind: string) => boolean;
  readonly weights?: Weights;
}

/** So many more are looked at than shown, since some fold into others. */
const SPARE = 24;
const FEW = 6;

/** Of what has the words of a quoted phrase, so many are read to see whether they stand in its order. */
const MOST_READ = 300;

/** Answers a query from indexes; the hits themselves are read from their notes. Throws what `fetch` and indexes throw. */
export function answer(
  query: Query,
  corpus: Corpus,
  fetch: (segment: Segment, entry: number) => Located,
  setting: SearchSetting,
): Hits {
  const weights = setting.weights ?? WEIGHTS;
  const spelling = query.quick ? 0 : weights.spelling;
  const question = understand(query.words, corpus, setting, { ...weights, spelling });
  const phrases = phrasesIn(query.words);
  const needed = phrases.flat().flatMap((word) => counted(word, setting.language).map(({ key }) => key));
  const filter = (part: number) => acceptor(query, needed, corpus, part);
  const spare = query.quick ? FEW : SPARE;
  const how = {
    ...setting,
    weights,
    most: needed.length > 0 ? MOST_READ : query.limit + spare,
    listing: isFiltered(query),
    uncounted: query.quick ?? false,
  };
  const { best, total } = ranked(question, corpus, filter, how);
  const hits: Hit[] = [];
  const said: ReadonlySet<string>[] = [];
  for (const { score, parts, segment, entry } of best) {
    if (hits.length >= query.limit) break;
    if (parts.words === undefined && parts.date === undefined && question.asked.length > 0) {
      if (setting.flows?.(segment.fileOf(entry).kind) === false) continue;
    }
    const found = fetch(segment, entry);
    if (needed.length > 0 && !hasPhrases(saying(found), phrases)) continue;
    const words = new Set(counted(saying(found), setting.language).map(({ key }) => key));
    if (said.some((other) => isSame(words, other))) continue;
    said.push(words);
    hits.push({
      ...bare(found),
      score,
      matches: matches(found, question, setting.language),
      section: found.section,
      parts,
    });
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

/** With filters and no words, everything that passes is listed, newest first. */
const isFiltered = ({ types, kinds, tags, after, before }: Query): boolean =>
  Boolean(types?.length || kinds?.length || tags?.length || after || before);

const saying = ({ text, why }: Entry): string => (why ? `${text} ${why}` : text);

/** Entries of fewer words are too short to be called the same by their words. */
const FEWEST = 4;
/** The share of all words of two entries that both have, from which they say the same. */
const SAME = 0.9;

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (Math.min(a.size, b.size) < FEWEST) return false;
  let shared = 0;
  for (const key of a) if (b.has(key)) shared++;
  return shared / (a.size + b.size - shared) >= SAME;
}

/** The words of an entry that the question asks for, as they are written there. */
function matches(entry: Entry, { asked }: Question, language: Language | undefined): string[] {
  const keys = new Set(asked.flatMap(({ options }) => options.map(({ key }) => key)));
  const found = counted([saying(entry), ...entry.tags].join(' '), language).filter(({ key }) =>
    keys.has(key),
  );
  return [...new Set(found.map(({ form }) => form))];
}
