import type { EntryType } from '../kinds/types.js';

/** One thing remembered: a line or a block of a note. The first sixteen fields are what `--json` shows. */
export interface Entry {
  /** The block id without its caret, or the handle `~` + 8 hex where the line has none. */
  readonly id: string;
  readonly type: EntryType;
  /** Name of the kind that its note is of. */
  readonly kind: string;
  readonly text: string;
  readonly why: string | null;
  /** ISO 8601 with offset. */
  readonly at: string | null;
  readonly by: string | null;
  readonly branch: string | null;
  readonly tags: readonly string[];
  readonly path: string;
  readonly line: number;
  readonly confidence: number | null;
  readonly status: string | null;
  readonly verified: string | null;
  /** The source link as written, e.g. `[[2026-06-07#^k3m9p2x1ab4]]`. */
  readonly from: string | null;
}
