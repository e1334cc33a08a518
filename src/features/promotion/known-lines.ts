import { isSameStatement } from '../../matching/relations/find-relation.js';
import { STOP, toCanonicalWord } from '../../matching/similarity/canonical-words.js';
import { compareParsed } from '../../matching/similarity/similarity.js';
import { parseStatement, type Statement } from '../../matching/similarity/statement.js';
import { stem } from '../../text/stem.js';
import { tokenizeText } from '../../text/tokenize.js';

/** So many lines are compared in full; those beyond share fewer words. */
const MOST_COMPARED = 64;
/** At half the similarity limit, the shorter line shares this part of its stems with the other one, apart from typing errors. */
const LEAST_SHARED = 0.25;

/** Lines that are known, each read once however many fresh ones are held against them. */
export class KnownLines<Line extends { readonly text: string }> {
  readonly #lines: Line[] = [];
  readonly #sayings = new Map<number, Statement>();
  /** How many rough words each line has, and by a word the lines that have it. */
  readonly #sizes: number[] = [];
  readonly #byWord = new Map<string, number[]>();

  constructor(lines: Iterable<Line>) {
    for (const line of lines) this.add(line);
  }

  add(line: Line): void {
    const index = this.#lines.push(line) - 1;
    const words = roughWords(line.text);
    this.#sizes.push(words.length);
    for (const word of words) {
      const having = this.#byWord.get(word);
      if (having) having.push(index);
      else this.#byWord.set(word, [index]);
    }
  }

  /** The lines that share words with a text, those that share most first; of equals, the later line first. */
  near(text: string, of: (line: Line) => boolean = () => true): Line[] {
    return this.#near(text, of).map((index) => this.#lines[index] as Line);
  }

  /** The similarity of a text to each line near it. */
  similarities(text: string): readonly (readonly [Line, number])[] {
    const fresh = parseStatement(text);
    return this.#near(text, () => true).map((index) => [
      this.#lines[index] as Line,
      compareParsed(fresh, this.#sayingOf(index)).similarity,
    ]);
  }

  /** The line with the same meaning as a text; null for none. */
  findRepeated(text: string): Line | null {
    const fresh = parseStatement(text);
    const index = this.#near(text, () => true).find((one) => isSameStatement(this.#sayingOf(one), fresh));
    return index === undefined ? null : (this.#lines[index] as Line);
  }

  #near(text: string, of: (line: Line) => boolean): number[] {
    const mine = roughWords(text);
    const both = new Map<number, number>();
    for (const word of mine)
      for (const index of this.#byWord.get(word) ?? []) both.set(index, (both.get(index) ?? 0) + 1);
    const found: { index: number; shared: number }[] = [];
    for (const [index, line] of this.#lines.entries()) {
      const words = both.get(index) ?? 0;
      const least = Math.max(1, Math.min(mine.length, this.#sizes[index] ?? 0));
      const shared = line.text === text ? 2 : words / least;
      if (shared >= LEAST_SHARED && of(line)) found.push({ index, shared: shared + words / 1000 });
    }
    found.sort((a, b) => b.shared - a.shared || b.index - a.index);
    return found.slice(0, MOST_COMPARED).map(({ index }) => index);
  }

  #sayingOf(index: number): Statement {
    const saying = this.#sayings.get(index) ?? parseStatement(this.#lines[index]?.text ?? '');
    this.#sayings.set(index, saying);
    return saying;
  }
}

/** Stems and single Chinese characters: cheap, and an upper bound of the similarity. */
const roughWords = (text: string): string[] => [
  ...new Set(
    tokenizeText(text)
      .map(({ text: word }) => toCanonicalWord(word))
      .filter((word) => !STOP.has(word))
      .map((word) => toCanonicalWord(stem(word))),
  ),
];
