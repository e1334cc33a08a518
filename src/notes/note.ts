/** A Markdown file as it was read: its text is the truth, all else is a look at it. */
export interface Note {
  /** Relative to the root, with `/`; a note of the global root begins with `~/`. */
  readonly path: string;
  /** The decoded text without its BOM, line endings as found. */
  readonly text: string;
  readonly bom: boolean;
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string;
  /** Permission bits of its file, as far as it was read from one. */
  readonly mode?: number;
}

/** True for a note whose file nobody may write, not even its owner. */
export const isReadOnly = ({ mode = 0o200 }: Pick<Note, 'mode'>): boolean => (mode & 0o222) === 0;
