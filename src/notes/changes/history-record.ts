import type { LinePair, TextEdit } from '../../markdown/text-edit.js';
import type { Origin } from '../origin.js';

/**
 * One file of a journaled operation. `before` and `after` are SHA-256 in hex; null if the file did not or does not
 * exist.
 */
export interface TouchedFile {
  readonly do: 'edit' | 'create' | 'move' | 'remove';
  readonly path: string;
  readonly to?: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly splices: readonly TextEdit[];
  /** The full lines that an edit changed in part; missing if there are none, and in records of earlier builds. */
  readonly lines?: readonly LinePair[];
  readonly why: string;
}

/** One journaled operation, as `history` shows it. */
export interface HistoryRecord {
  readonly seq: number;
  /** ISO 8601 with offset. */
  readonly at: string;
  readonly verb: string;
  readonly by: string | null;
  readonly session: string | null;
  readonly say: string;
  readonly touched: readonly TouchedFile[];
  /** The origin of the text added to the notes at these paths, where it differs from the origin of the request. */
  readonly origins?: Readonly<{ [path: string]: Origin }>;
  /** Adopted from state of another root: the author is not verified. */
  readonly adopted?: true;
  /** The current worktree, if it is not the root. Files other than notes were changed there. */
  readonly worktree?: string;
  /** The number, or numbers, of the operations that this one reverted, if it is an undo. */
  readonly undoes?: number | readonly number[];
}
