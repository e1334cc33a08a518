import type { Conflict } from './merge/conflict-markers.js';

/** A Markdown file as read. Its text is the source; everything else is derived from it. */
export interface Note {
  /** Relative to the root, with `/`; a note of the global root begins with `~/`. */
  readonly path: string;
  /** The decoded text without its BOM, line endings as found. */
  readonly text: string;
  readonly bom: boolean;
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string;
  /** Permission bits of its file, if it was read from one. */
  readonly mode?: number;
  /** The conflicts in it, while git waits for it to be merged; none if git alone says so. Its `text` hides the markers. */
  readonly conflicts?: readonly Conflict[];
}

/** Returns true while git waits for a note to be merged. Nothing is written to it then. */
export const isUnmerged = ({ conflicts }: Pick<Note, 'conflicts'>): boolean => conflicts !== undefined;

/** Returns true for a note whose file has no write permission for anyone. */
export const isReadOnly = ({ mode = 0o200 }: Pick<Note, 'mode'>): boolean => (mode & 0o222) === 0;
