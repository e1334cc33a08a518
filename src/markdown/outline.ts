/**
 * What the root of a Markdown note holds, block by block, without a look inside.
 * Two producers give the same shape: `scan` (lines only, no imports) and `tree` (remark).
 * Blocks are whole lines: ordered, disjoint, blank lines around and behind them belong to none.
 * Offsets are UTF-16 units of the text without its BOM; lines count from 1.
 */
export type BlockKind =
  | 'frontmatter'
  | 'heading'
  | 'item'
  | 'paragraph'
  | 'code'
  | 'html'
  | 'quote'
  | 'rule'
  | 'definition';

export interface Block {
  readonly kind: BlockKind;
  /** First and last line, from 1. */
  readonly line: number;
  readonly lastLine: number;
  /** Offset of the first line's first unit. */
  readonly start: number;
  /** Offset behind the last line's ending (or the end of the text). */
  readonly end: number;
  /** A heading's depth (1–6); 0 for every other block. */
  readonly depth: number;
  /**
   * A heading's text as written; of an item the first paragraph, where nothing else stands before it. Else ''.
   * Lines of one text are trimmed and joined by `\n`.
   */
  readonly text: string;
  /** An item's marker with its indentation and the white space behind it, e.g. `- ` or `  1. `; else ''. */
  readonly marker: string;
}

/** Lines that the scanner read, but that only remark can judge. Behind `lastLine` it is sure again. */
export interface UncertainRange {
  readonly line: number;
  /** Infinity where everything below is in doubt. */
  readonly lastLine: number;
  /** Why remark could not decide either; missing if it did not run yet. */
  readonly why?: string;
}

export interface Outline {
  readonly blocks: readonly Block[];
  /** True without any doubt; `tree` is always certain. */
  readonly isCertain: boolean;
  readonly uncertainRanges: readonly UncertainRange[];
  /** The ending that most lines have; `\n` where there is none. */
  readonly eol: '\n' | '\r\n' | '\r';
}
