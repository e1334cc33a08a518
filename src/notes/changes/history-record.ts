import type { TextEdit } from '../../markdown/text-edit.js';
import type { LinePair } from '../../markdown/whole-lines.js';
import type { Origin } from '../origin.js';

/** One file of a journaled operation. `before` and `after` are SHA-256 in hex; null where there was, or is, no file. */
export interface TouchedFile {
  readonly do: 'edit' | 'create' | 'move' | 'remove';
  readonly path: string;
  readonly to?: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly splices: readonly TextEdit[];
  /** The lines that a splice changed in part, whole; missing where there are none, and in records of earlier builds. */
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
  /** Whose words the notes at these paths gained, where they are not simply those of the one who asked. */
  readonly origins?: Readonly<{ [path: string]: Origin }>;
  /** It was taken over from state that was not this root's: who wrote it is only what it says. */
  readonly adopted?: true;
  /** The worktree stood in, where it is not the root: what is no note was touched there. */
  readonly worktree?: string;
  /** The sequence number, or numbers, that this operation took back, if it is an undo. */
  readonly undoes?: number | readonly number[];
}
