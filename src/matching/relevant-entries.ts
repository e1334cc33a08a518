import { type Entry, formatEntryText, isStanding } from '../notes/entries/entry.js';
import type { LocatedEntry } from '../notes/entries/read-entries.js';
import type { Corpus } from '../search/index/corpus.js';
import { eachEntry } from '../search/index/postings.js';
import type { Segment } from '../search/index/segment.js';
import { listIndexedWords, toTypeKey } from '../search/index/term.js';
import { computeIdf } from '../search/ranking/bm25.js';
import { DuplicateFilter, getEntryText as whole } from '../search/ranking/dedupe.js';
import { compareByPosition } from '../search/ranking/rank.js';
import { TopK } from '../search/ranking/top-k.js';
import { ENGLISH, type Language } from '../text/language.js';
import { findSynonyms } from '../text/synonyms.js';
import { tokenizeText } from '../text/tokenize.js';
import { createRelevanceTest } from './topics/relevance-test.js';
import { listNames } from './topics/shared-names.js';
import { toSubjectText } from './topics/shared-words.js';

/** A text such as a prompt, and the types of entries that may be shown for it. */
export interface RelevanceQuery {
  readonly text: string;
  readonly types: readonly string[];
  readonly most: number;
  /** Files that will be edited: entries that name one are relevant. */
  readonly files?: readonly string[];
  /** True if the user did not ask for entries. */
  readonly isUnasked?: boolean;
}

/** The workspace's words for matching. */
interface WordMeaning {
  readonly synonyms?: readonly (readonly string[])[];
  readonly language?: Language;
}

/** Most subject words that are looked up. */
const MOST_SUBJECTS = 8;
const MOST_NAMES = 6;
/** Above this many subject words a single shared one is not enough, unless very few entries have it. */
const FEW = 2;
const RARE = 3;
/** Candidates that are read for each wanted entry. */
const READ_FOR_ONE = 3;

/**
 * Entries that are relevant to a text, those that share its rarest words first (FEATURES A9). It runs at every prompt: only
 * the postings of a few words are walked, and only the likeliest entries read.
 */
export function findRelevantEntries(
  { text, types, most, files = [], isUnasked = false }: RelevanceQuery,
  corpus: Corpus,
  fetch: (segment: Segment, entry: number) => LocatedEntry,
  meaning: WordMeaning,
): readonly Entry[] {
  const subject = toSubjectText(text);
  const subjects = [
    ...files.map((file) => file.slice(file.lastIndexOf('/') + 1)),
    ...[...listNames(text)].slice(0, MOST_NAMES),
    ...subject
      .telling()
      .slice(0, MOST_SUBJECTS)
      .map(({ form }) => form),
  ];
  if (subjects.length === 0) return [];
  const isRelevant = createRelevanceTest(text, { files, isUnasked, said: subject });
  const found: Entry[] = [];
  const once = new DuplicateFilter(meaning.language);
  for (const { segment, entry } of likeliest(subjects, types, most * READ_FOR_ONE, corpus, meaning)) {
    const one = fetch(segment, entry);
    if (!isStanding(one) || !isRelevant(formatStatement(one)) || !once.passes(tokenizeText(whole(one))))
      continue;
    found.push(one);
    if (found.length === most) break;
  }
  return found;
}

/** Formats an entry with its reason for comparison. A one-word rejection is a name. */
export function formatStatement({ type, why, ...entry }: StatementParts): string {
  const text = formatEntryText(entry);
  const isName = REJECTIONS.has(type) && /^[^\s`]{3,}$/.test(text);
  return [isName ? `\`${text}\`` : text, why].filter(Boolean).join(': ');
}

type StatementParts = Pick<Entry, 'type' | 'text' | 'workaround' | 'why'>;
const REJECTIONS: ReadonlySet<string> = new Set(['rejected', 'failure']);

interface Likely {
  readonly score: number;
  readonly day: number;
  readonly segment: Segment;
  readonly entry: number;
}

/** Entries of the types with subject words: rarer words first, then the newest. */
function likeliest(
  subjects: readonly string[],
  types: readonly string[],
  most: number,
  corpus: Corpus,
  meaning: WordMeaning,
): readonly Likely[] {
  const top = new TopK<Likely>(most, comesBefore);
  const rare = computeIdf(RARE, corpus.entries);
  const keys = subjects.map((form) => keysOf(form, meaning));
  for (const [part, { segment }] of corpus.parts.entries()) {
    const may = ofTypes(types, corpus, part);
    for (const [entry, { score, subjects: shared }] of shares(keys, may, corpus, part))
      if (shared > 1 || subjects.length <= FEW || score >= rare)
        top.offer({ score, day: segment.day(entry), segment, entry });
  }
  return top.done();
}

function comesBefore(a: Likely, b: Likely): boolean {
  if (a.score !== b.score) return a.score > b.score;
  return a.day === b.day ? compareByPosition(a, b) : a.day > b.day;
}

/** The index terms of a word: its stem, and those of its synonyms. */
function keysOf(word: string, { language = ENGLISH, synonyms }: WordMeaning): readonly string[] {
  const own = [...new Set(listIndexedWords(word, language).map(({ key }) => key))];
  return [...own, ...own.flatMap((key) => findSynonyms(key, language, synonyms))];
}

/** Marks current entries of these types up to the last one; lasting notes are few and come first. */
function ofTypes(types: readonly string[], corpus: Corpus, part: number): Uint8Array {
  const { segment, gone } = corpus.parts[part]!;
  const marks = new Uint8Array(segment.entries);
  let end = 0;
  for (const type of types) {
    const list = segment.list(toTypeKey(type));
    if (list)
      eachEntry(list, (entry) => {
        if (gone?.[entry]) return;
        marks[entry] = 1;
        end = Math.max(end, entry + 1);
      });
  }
  return marks.subarray(0, end);
}

/** The weight that an entry shares with the subjects, and how many of them. */
interface Share {
  readonly score: number;
  readonly subjects: number;
}

/** By entry: the weight it shares with the subjects; each counts once, by its rarest word. */
function shares(
  subjects: readonly (readonly string[])[],
  may: Uint8Array,
  corpus: Corpus,
  part: number,
): ReadonlyMap<number, Share> {
  const all = new Map<number, Share>();
  for (const keys of subjects) {
    const best = new Map<number, number>();
    for (const key of keys) {
      const { entries, lists } = corpus.find(key);
      const list = lists[part];
      if (!list) continue;
      const rarity = computeIdf(entries, corpus.entries);
      const tell = (entry: number) => {
        if (may[entry] === 1 && rarity > (best.get(entry) ?? 0)) best.set(entry, rarity);
      };
      eachEntry(list, tell, may.length);
    }
    for (const [entry, rarity] of best) {
      const { score = 0, subjects: shared = 0 } = all.get(entry) ?? {};
      all.set(entry, { score: score + rarity, subjects: shared + 1 });
    }
  }
  return all;
}
