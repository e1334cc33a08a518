import { computeIdf } from '../../search/ranking/bm25.js';
import { stem } from '../../text/stem.js';
import { type TokenizedWord, tokenizeText } from '../../text/tokenize.js';
import { LIGHT, STOP, toCanonicalWord } from '../similarity/canonical-words.js';
import { NEGATES_CLAUSE } from '../similarity/negation-words.js';
import { NUMBER_WORDS } from '../similarity/statement.js';
import { FIXES } from './find-relation.js';

/** An entry that may be related to a new line. */
export interface RelatedCandidate {
  readonly text: string;
  readonly type: string;
}

/** An entry with the weight of the words that it shares with a line. */
export interface RankedCandidate<Candidate> {
  readonly entry: Candidate;
  readonly score: number;
  /** The number of words that both have. */
  readonly words: number;
}

/** The least number of entries for the rarity of a word. */
const FEWEST_ENTRIES = 500;

/** Ranks the accepted entries of a list by the words that they share with a line: best first, of equals the later first. */
export type RankEntries<Candidate> = (
  text: string,
  accept: (entry: Candidate) => boolean,
) => readonly RankedCandidate<Candidate>[];

/** Ranks the entries that share a word with a line, best first, later ones first among equals. */
export function rankByShare<Candidate extends RelatedCandidate>(
  text: string,
  entries: readonly Candidate[],
): readonly RankedCandidate<Candidate>[] {
  const line = parseLine(text);
  if (line.terms.length === 0) return [];
  const find = createTermFinder(line.terms);
  const found = entries.map((entry) => ({ entry, shared: find(entry.text) }));
  return rankFound(line, found, ({ text: own }) => countWords(listWords(own)));
}

/** Prepares a list that many lines are compared with: its entries are read once. */
export function createEntryRanker<Candidate extends RelatedCandidate>(
  entries: readonly Candidate[],
): RankEntries<Candidate> {
  const lengths = new Map(entries.map((entry) => [entry, countWords(listWords(entry.text))]));
  const having = new Map<string, Set<Candidate>>();
  const alike = new Map<string, Set<string>>();
  for (const entry of entries)
    for (const [word] of entry.text
      .slice(0, MAX_LENGTH)
      .toLowerCase()
      .matchAll(/[\p{L}\p{N}]+/gu)) {
      const term = toTerm(word);
      addTo(having, term, entry);
      addTo(alike, term.slice(0, SHORTEST_BEGINNING), term);
    }
  return (text, accept) => {
    const line = parseLine(text);
    const found = new Map<Candidate, Map<string, number>>();
    const share = (entry: Candidate, term: string, weight: number) => {
      const own = found.get(entry) ?? new Map<string, number>();
      if (own.has(term) || (own.size === 0 && !accept(entry))) return;
      found.set(entry, own.set(term, weight));
    };
    const known = new Set(line.terms);
    for (const term of line.terms) {
      if (HAN.test(term)) for (const entry of entries) if (entry.text.includes(term)) share(entry, term, 1);
      for (const entry of having.get(term) ?? []) share(entry, term, 1);
      for (const other of alike.get(term.slice(0, SHORTEST_BEGINNING)) ?? [])
        if (!known.has(other) && beginsAlike(other, term))
          for (const entry of having.get(other) ?? []) share(entry, term, BEGINS_ALIKE);
    }
    const list = entries.flatMap((entry) => {
      const shared = found.get(entry);
      return shared ? [{ entry, shared }] : [];
    });
    return rankFound(line, list, (entry) => lengths.get(entry) ?? 0);
  };
}

function addTo<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const own = map.get(key);
  if (own) own.add(value);
  else map.set(key, new Set([value]));
}

/** The subject words of a line, each once, and how many they are; a name counts by its parts. */
function parseLine(text: string): { readonly terms: readonly string[]; readonly length: number } {
  const words = listWords(text);
  return { terms: [...new Set(words.map(({ text: word }) => toTerm(word)))], length: countWords(words) };
}

/** Weighs what entries share with a line by its rarity among them, and by the lengths of both. */
function rankFound<Candidate>(
  { length }: { readonly length: number },
  found: readonly { readonly entry: Candidate; readonly shared: ReadonlyMap<string, number> }[],
  measure: (entry: Candidate) => number,
): readonly RankedCandidate<Candidate>[] {
  const counts = new Map<string, number>();
  for (const { shared } of found)
    for (const term of shared.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  const all = Math.max(FEWEST_ENTRIES, found.length);
  return found
    .flatMap(({ entry, shared }, at) => {
      if (shared.size === 0) return [];
      const weight = [...shared].reduce(
        (sum, [term, share]) => sum + share * computeIdf(counts.get(term) ?? 0, all),
        0,
      );
      const score = weight / Math.sqrt(Math.max(1, length) * Math.max(1, measure(entry)));
      return [{ entry, score, words: shared.size, at }];
    })
    .toSorted((a, b) => b.score - a.score || b.at - a.at);
}

/** The subject words of a line; names are listed whole and in parts. */
const listWords = (text: string): readonly TokenizedWord[] =>
  tokenizeText(text.slice(0, MAX_LENGTH)).filter(({ text: word }) => {
    const plain = toPlainWord(word);
    return !STOP.has(plain) && !LIGHT.has(plain) && !NEGATES_CLAUSE.has(plain) && !FIXES.has(stem(plain));
  });

/** The number of different words in a line; a name counts by its parts. */
const countWords = (words: readonly TokenizedWord[]): number =>
  new Set(words.flatMap(({ text: word, whole }) => (whole ? [] : [toTerm(word)]))).size;

/** Characters of a text that are read. */
const MAX_LENGTH = 4096;

const toPlainWord = (word: string): string => NUMBER_WORDS.get(word) ?? toCanonicalWord(word);
const toTerm = (word: string): string => toCanonicalWord(stem(toPlainWord(word)));

/** The share for a word that only begins the same: explain, explanation. */
const BEGINS_ALIKE = 0.7;
const SHORTEST_BEGINNING = 4;

/**
 * Returns a function that finds which of some terms a text has, and how well. Only words that begin like a term are
 * stemmed: most words of most entries are passed over.
 */
function createTermFinder(terms: readonly string[]): (text: string) => ReadonlyMap<string, number> {
  const han = terms.filter((term) => HAN.test(term));
  const others = terms.filter((term) => !HAN.test(term));
  const known = new Set(others);
  const numbers = [...NUMBER_WORDS].flatMap(([word, number]) => (known.has(number) ? [word] : []));
  const beginnings = [...others.map(toBeginning), ...numbers];
  const either = beginnings.map(escapeRegex).join('|');
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${either})[\\p{L}\\p{N}]*`, 'gu');
  return (text) => {
    const lower = text.toLowerCase();
    const found = new Map(han.filter((term) => lower.includes(term)).map((term) => [term, 1]));
    if (!beginnings.some((one) => lower.includes(one))) return found; // cheaper than the pattern
    for (const [word] of lower.matchAll(pattern)) {
      const own = toTerm(word);
      if (known.has(own)) found.set(own, 1);
      else
        for (const term of others)
          if (!found.has(term) && beginsAlike(own, term)) found.set(term, BEGINS_ALIKE);
    }
    return found;
  };
}

const HAN = /^\p{Script=Han}+$/u;

/** The first letters that all forms of a term share. */
const toBeginning = (term: string): string =>
  term.slice(
    0,
    term.length > SHORTEST_BEGINNING
      ? Math.max(SHORTEST_BEGINNING, term.length - 4)
      : Math.max(2, term.length - 1),
  );

/** True where two stems differ only by their endings. */
function beginsAlike(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < SHORTEST_BEGINNING || long.length - short.length > 4 || /\d/.test(long)) return false;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same++;
  return same >= Math.max(SHORTEST_BEGINNING, short.length - 2, long.length - 4);
}

const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
