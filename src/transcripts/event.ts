import type { SessionFiles, Todo } from './entry.js';
import type { Message } from './message.js';

/** Who created a session, where and how: its first event. */
export interface SessionHeaderEvent {
  readonly session: string;
  readonly cwd: string | null;
  readonly branch: string | null;
  readonly by: string | null;
  /** The session and entry that it was forked from, if any. */
  readonly from?: { readonly session: string; readonly entry: string | null };
  readonly was?: OriginalEntry;
}

/** The source of an imported entry: its id and time there, and its original lines if the entry does not contain all of them. */
export interface OriginalEntry {
  readonly id: string;
  /** ISO 8601 in UTC. */
  readonly at: string | null;
  readonly lines?: readonly unknown[];
}

/**
 * The events of a session. Messages, compactions and states are entries of its tree, with the id `e` + number; a leaf,
 * an undo and a label only point at entries. Events are never removed.
 */
export type SessionEvent =
  | ({ readonly t: 'header' } & SessionHeaderEvent)
  | {
      readonly t: 'message';
      readonly parent: string | null;
      readonly message: Message;
      readonly was?: OriginalEntry;
    }
  | {
      readonly t: 'compaction';
      readonly parent: string | null;
      readonly summary: string;
      /** Null for all before it. */
      readonly replaces: readonly string[] | null;
      readonly memory: readonly string[];
      readonly was?: OriginalEntry;
    }
  | {
      readonly t: 'state';
      readonly parent: string | null;
      readonly todos?: readonly Todo[];
      readonly files?: SessionFiles;
      readonly was?: OriginalEntry;
    }
  | { readonly t: 'leaf'; readonly leaf: string | null; readonly branch?: string }
  | { readonly t: 'undo'; readonly leaf: string | null; readonly back: number }
  | { readonly t: 'label'; readonly entry: string | null; readonly name: string; readonly as: LabelKind };

/** A branch moves with what is appended on it; a checkpoint stays. */
export type LabelKind = 'branch' | 'checkpoint';

/** A stored event: numbered, with the number of its predecessor, so that gaps are detected. */
export type StoredEvent = SessionEvent & {
  readonly seq: number;
  /** 0 for the first. */
  readonly prev: number;
  /** ISO 8601 in UTC. */
  readonly at: string;
};

/** Returns the entry id for an event number. */
export const toEntryId = (seq: number): string => `e${seq}`;
