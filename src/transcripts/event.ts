import type { SessionFiles, Todo } from './entry.js';
import type { Message } from './message.js';

/** Who began a session, where, and with what: said once, as its first event. */
export interface SessionHeaderEvent {
  readonly session: string;
  readonly cwd: string | null;
  readonly branch: string | null;
  readonly by: string | null;
  /** The session and entry that it was begun from, if any. */
  readonly from?: { readonly session: string; readonly entry: string | null };
  readonly was?: OriginalEntry;
}

/** Where an entry was taken over from: its id and time there, and the lines that came with it, as they were, where it does not say all of them. */
export interface OriginalEntry {
  readonly id: string;
  /** ISO 8601 in UTC. */
  readonly at: string | null;
  readonly lines?: readonly unknown[];
}

/**
 * What can happen to a session. Messages, compactions and states are entries of its tree, called `e` and their number; a leaf, an
 * undo and a label only point at entries. Nothing that happened is ever taken out.
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

/** A branch is a name that goes along with what is appended on it; a checkpoint stays where it was set. */
export type LabelKind = 'branch' | 'checkpoint';

/** An event as it is kept: numbered, with the number of the one before it, so that a missing one is seen. */
export type StoredEvent = SessionEvent & {
  readonly seq: number;
  /** 0 for the first. */
  readonly prev: number;
  /** ISO 8601 in UTC. */
  readonly at: string;
};

/** The entry that an event of this number is. */
export const toEntryId = (seq: number): string => `e${seq}`;
