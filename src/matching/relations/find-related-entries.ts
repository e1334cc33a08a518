import { computeIdf } from '../../search/ranking/bm25.js';
import { stem } from '../../text/stem.js';
import { tokenizeText } from '../../text/tokenize.js';
import { LIGHT, STOP, toCanonicalWord } from '../similarity/canonical-words.js';
import { OPEN_TYPES } from './find-relation.js';

/** An entry that a new line may be about. */
export interface RelatedCandidate {
  readonly text: string;
  readonly why?: string | null;
  readonly type: string;
  /** ISO 8601; null where nobody knows. */
  readonly at?: string | null;
}

/** Most entries that are named at once. */
export const MOST_RELATED = 3;

/** The share of its own weight that a line must have in common with an entry. */
const LEAST_SHARE = 0.3;
/** The share of the best score from which on a further entry is named too. */
const NEAR_BEST = 0.75;

/** BM25, Robertson and Zaragoza 2009. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

/**
 * Finds the at most three standing entries that a new line is nearest to, the nearest first: those that share its rare
 * words, the newer of equals first. A line that says that something was done also names the newest that is open.
 */
export function findRelatedEntries<Candidate extends RelatedCandidate>(
  text: string,
  type: string,
  entries: readonly Candidate[],
): readonly Candidate[] {
  const scored = rankByShare(text, entries);
  const [best] = scored;
  const named = scored
    .filter(({ share, score }) => share >= LEAST_SHARE && score >= NEAR_BEST * (best?.score ?? 0))
    .slice(0, MOST_RELATED)
    .map(({ entry }) => entry);
  if (type !== 'progress') return named;
  const open = entries.filter((entry) => OPEN_TYPES.has(entry.type) && !named.includes(entry));
  return [...named, ...newestFirst(open)].slice(0, MOST_RELATED);
}

interface ScoredEntry<Candidate> {
  readonly entry: Candidate;
  readonly score: number;
  /** The share of the weight of the new line that the entry has too, 0–1. */
  readonly share: number;
}

/** Scores the entries that share a word with a line, best first; of equals the later one first. */
export function rankByShare<Candidate extends RelatedCandidate>(
  text: string,
  entries: readonly Candidate[],
): readonly ScoredEntry<Candidate>[] {
  const terms = listTerms(text);
  if (terms.length === 0) return [];
  const find = createTermFinder(terms);
  const said = entries.map(({ text: line, why }) => (why ? `${line} ${why}` : line));
  const found = said.map(find);
  const lengths = said.map((line) => line.length);
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const weights = new Map(
    terms.map((term) => [term, computeIdf(found.filter((own) => own.has(term)).length, entries.length)]),
  );
  const whole = terms.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
  return entries
    .flatMap((entry, at): (ScoredEntry<Candidate> & { readonly at: number })[] => {
      const own = found[at] ?? NOTHING;
      if (own.size === 0) return [];
      const shared = [...own].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
      const length = 1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * (lengths[at] ?? 0)) / average;
      const score = (shared * (SATURATION + 1)) / (1 + SATURATION * length);
      return [{ entry, score, share: shared / whole, at }];
    })
    .toSorted((a, b) => b.score - a.score || b.at - a.at);
}

const NOTHING: ReadonlySet<string> = new Set();

/** The stems that a line is looked up by. */
const listTerms = (text: string): readonly string[] => [
  ...new Set(
    tokenizeText(text)
      .map(({ text: word }) => toCanonicalWord(word))
      .filter((word) => !STOP.has(word) && !LIGHT.has(word))
      .map(toTerm),
  ),
];

const toTerm = (word: string): string => toCanonicalWord(stem(toCanonicalWord(word)));

/** Returns a function that finds which of some stems a text has. Only words that begin like one of them are stemmed. */
function createTermFinder(terms: readonly string[]): (text: string) => ReadonlySet<string> {
  const known = new Set(terms);
  const beginnings = terms.map((term) => escapeRegex(term.slice(0, Math.max(2, term.length - 1))));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${beginnings.join('|')})[\\p{L}\\p{N}]*`, 'gu');
  return (text) => {
    const found = new Set<string>();
    for (const [word] of text.toLowerCase().matchAll(pattern)) {
      const term = toTerm(word);
      if (known.has(term)) found.add(term);
    }
    return found;
  };
}

const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Newest first by time; without times, the last of the list first. */
const newestFirst = <Candidate extends RelatedCandidate>(entries: readonly Candidate[]): Candidate[] =>
  entries
    .toReversed()
    .toSorted((a, b) => ((b.at ?? '') > (a.at ?? '') ? 1 : (b.at ?? '') < (a.at ?? '') ? -1 : 0));
