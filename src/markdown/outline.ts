/**
 * The root blocks of a Markdown note, without their inner structure. `scan` (lines only, no imports) and `tree`
 * (remark) give the same shape. Blocks are whole lines, ordered and disjoint; blank lines around them belong to none.
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

/** A part of a text, by its offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

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
   * The text of a heading as written, or of an item its first paragraph if that is its first block; else ''. Lines are
   * trimmed and joined by `\n`.
   */
  readonly text: string;
  /** An item's marker with its indentation and the white space behind it, e.g. `- ` or `  1. `; else ''. */
  readonly marker: string;
}

/** Lines that only remark can judge. After `lastLine` the scanner is certain again. */
export interface UncertainRange {
  readonly line: number;
  /** Infinity if all following lines are in doubt. */
  readonly lastLine: number;
  /** Why remark could not decide either; missing if it did not run yet. */
  readonly why?: string;
}

export interface Outline {
  readonly blocks: readonly Block[];
  /** True without any doubt; `tree` is always certain. */
  readonly isCertain: boolean;
  readonly uncertainRanges: readonly UncertainRange[];
  /** The most frequent line ending; `\n` if there is none. */
  readonly eol: '\n' | '\r\n' | '\r';
}
