/**
 * What the root of a Markdown note holds, block by block, without a look inside.
 * Two producers give the same shape: `scan` (lines only, no imports) and `tree` (remark).
 * Blocks are whole lines: ordered, disjoint, blank lines belong to none.
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
  /** A heading's text, or an item's text behind its marker up to the first nested block; else ''. */
  readonly text: string;
  /** An item's marker with its indentation and the white space behind it, e.g. `- ` or `  1. `; else ''. */
  readonly marker: string;
}

export interface Outline {
  readonly blocks: readonly Block[];
  /** False where the scanner met something that only remark can judge; `tree` is always certain. */
  readonly certain: boolean;
  /** The ending that most lines have; `\n` where there is none. */
  readonly eol: '\n' | '\r\n' | '\r';
}
