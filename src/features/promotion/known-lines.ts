import { LineRanker } from '../../matching/relations/find-related-entries.js';
import { isSameStatement } from '../../matching/relations/find-relation.js';
import { compareParsed } from '../../matching/similarity/similarity.js';
import { parseStatement, type Statement } from '../../matching/similarity/statement.js';

/** So many lines are compared in full; those beyond share fewer words. */
const MOST_COMPARED = 64;

/** Lines that are known, each read once however many fresh ones are held against them. */
export class KnownLines<Line extends { readonly text: string }> {
  readonly #ranker: LineRanker<Line>;
  readonly #byText = new Map<string, Line>();
  readonly #statements = new Map<Line, Statement>();

  constructor(lines: readonly Line[]) {
    this.#ranker = new LineRanker([]);
    for (const line of lines) this.add(line);
  }

  add(line: Line): void {
    this.#ranker.add(line);
    this.#byText.set(line.text, line);
  }

  /** The lines that share words with a text, those that share most first; of equals, the later line first. */
  near(text: string, accept?: (line: Line) => boolean): readonly Line[] {
    return this.#ranker
      .rank(text, accept)
      .slice(0, MOST_COMPARED)
      .map(({ entry }) => entry);
  }

  /** The similarity of a text to each line near it. */
  similarities(text: string): readonly (readonly [Line, number])[] {
    const fresh = parseStatement(text);
    return this.near(text).map((line) => [line, compareParsed(fresh, this.#parse(line)).similarity]);
  }

  /** The line with the same meaning as a text; null for none. */
  findRepeated(text: string): Line | null {
    const fresh = parseStatement(text);
    const same = this.near(text).find((line) => isSameStatement(this.#parse(line), fresh));
    return same ?? this.#byText.get(text) ?? null;
  }

  #parse(line: Line): Statement {
    const statement = this.#statements.get(line) ?? parseStatement(line.text);
    this.#statements.set(line, statement);
    return statement;
  }
}
