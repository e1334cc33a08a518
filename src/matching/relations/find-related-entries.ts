import { computeIdf } from '../../search/ranking/bm25.js';
import { stem } from '../../text/stem.js';
import { tokenizeText } from '../../text/tokenize.js';
import { LIGHT, STOP, toCanonicalWord } from '../similarity/canonical-words.js';
import { NEGATES_CLAUSE } from '../similarity/negation-words.js';
import type { RelatedLine } from './changed-value.js';
import { FIXES } from './find-relation.js';

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
export function rankByShare<Candidate extends RelatedLine>(
  text: string,
  entries: readonly Candidate[],
): readonly RankedCandidate<Candidate>[] {
  const beginnings = listTerms(text).map((term) => term.slice(0, 3));
  const near = entries.filter((entry) => {
    const lower = entry.text.toLowerCase();
    return beginnings.some((one) => lower.includes(one)); // cheaper than to read it
  });
  return new LineRanker(near).rank(text);
}

/** Ranks the lines of a list by the words that they share with a text; each line is read once. */
export class LineRanker<Line extends { readonly text: string }> {
  readonly #lines: { readonly entry: Line; readonly length: number }[] = [];
  readonly #having = new Map<string, number[]>();
  /** The terms that begin with the same letters. */
  readonly #alike = new Map<string, string[]>();

  constructor(lines: Iterable<Line>) {
    for (const line of lines) this.add(line);
  }

  add(entry: Line): void {
    const terms = listTerms(entry.text);
    const at = this.#lines.push({ entry, length: terms.length }) - 1;
    for (const term of terms) {
      const own = this.#having.get(term);
      if (own) own.push(at);
      else {
        this.#having.set(term, [at]);
        const start = term.slice(0, SHORTEST_BEGINNING);
        this.#alike.set(start, [...(this.#alike.get(start) ?? []), term]);
      }
    }
  }

  /** Lists the accepted lines that share a word with a text, best first, later ones first among equals. */
  rank(text: string, accept: (line: Line) => boolean = () => true): readonly RankedCandidate<Line>[] {
    const terms = listTerms(text);
    const all = Math.max(FEWEST_ENTRIES, this.#lines.length);
    const shared = new Map<number, { weight: number; words: number }>();
    for (const term of terms) {
      const own = new Map((this.#having.get(term) ?? []).map((at) => [at, 1]));
      for (const other of this.#alike.get(term.slice(0, SHORTEST_BEGINNING)) ?? [])
        if (!terms.includes(other) && beginsAlike(other, term))
          for (const at of this.#having.get(other) ?? []) own.set(at, own.get(at) ?? BEGINS_ALIKE);
      const rarity = computeIdf(own.size, all);
      for (const [at, share] of own) {
        const { weight, words } = shared.get(at) ?? { weight: 0, words: 0 };
        shared.set(at, { weight: weight + share * rarity, words: words + 1 });
      }
    }
    return [...shared]
      .flatMap(([at, { weight, words }]) => {
        const { entry, length } = this.#lines[at] as { entry: Line; length: number };
        return accept(entry) ? [{ at, entry, score: weight / Math.sqrt(terms.length * length), words }] : [];
      })
      .toSorted((a, b) => b.score - a.score || b.at - a.at);
  }
}

/** Characters of a text that are read, and the letters that the forms of a word share. */
const MAX_LENGTH = 4096;
const SHORTEST_BEGINNING = 4;

/** The share for a word that only begins the same: explain, explanation. */
const BEGINS_ALIKE = 0.7;

/** True where two stems differ only by their endings. */
function beginsAlike(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < SHORTEST_BEGINNING || long.length - short.length > 4 || /\d/.test(long)) return false;
  return long.startsWith(short.slice(0, Math.max(SHORTEST_BEGINNING, short.length - 2, long.length - 4)));
}

/** Lists the subject words of a line, each once: without those of the grammar, of denials and of fixes. */
function listTerms(text: string): readonly string[] {
  const terms = new Set<string>();
  for (const { text: word } of tokenizeText(text.slice(0, MAX_LENGTH))) {
    const plain = toCanonicalWord(word);
    const term = toCanonicalWord(stem(plain));
    if (!STOP.has(plain) && !LIGHT.has(plain) && !NEGATES_CLAUSE.has(plain) && !FIXES.has(term))
      terms.add(term);
  }
  return [...terms];
}
