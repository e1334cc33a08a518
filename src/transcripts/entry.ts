import type { Message } from './message.js';

/** A to-do, as the client has it. */
export interface Todo {
  readonly content: string;
  readonly status: string;
  readonly [field: string]: unknown;
}

/** The files that a session read and changed, each once, in order of first use. */
export interface SessionFiles {
  readonly read: readonly string[];
  readonly modified: readonly string[];
}

interface Base {
  /** Unique within its session. */
  readonly id: string;
  /** The id of its parent; null for a root. */
  readonly parent: string | null;
  /** ISO 8601 in UTC; null if unknown. */
  readonly at: string | null;
  /** The subagent whose branch it is on; null on the main one. */
  readonly side: string | null;
  /** Its line in the transcript, from 0; missing for entries created by Daybook. */
  readonly line?: number;
}

export interface MessageEntry extends Base {
  readonly type: 'message';
  readonly message: Message;
  /** True for text that a person typed. */
  readonly isPrompt: boolean;
}

/** A compaction of the context. */
export interface CompactionEntry extends Base {
  readonly type: 'compaction';
  /** Replaces all removed entries; empty if the next message holds the summary. */
  readonly summary: string;
  /** Removed entries; null for all before it. */
  readonly replaces: readonly string[] | null;
  /** Blocks `<memory source=…>` of the removed entries, byte for byte. */
  readonly memory: readonly string[];
}

/** A compaction in a client's transcript; it lists no memory blocks. */
export const cutDown = (
  at: Base,
  { summary = '', replaces = null }: Partial<Pick<CompactionEntry, 'summary' | 'replaces'>>,
): CompactionEntry => ({ ...at, type: 'compaction', summary, replaces, memory: [] });

/** The to-dos and files from here on. */
export interface StateEntry extends Base {
  readonly type: 'state';
  readonly todos?: readonly Todo[];
  readonly files?: SessionFiles;
}

/** An entry type of a later version, left as it is. */
export interface UnknownEntry extends Base {
  readonly type: 'unknown';
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An entry of a session's tree. It never changes; later entries have it as an ancestor. */
export type SessionEntry = MessageEntry | CompactionEntry | StateEntry | UnknownEntry;

/** Metadata of a session; null if unknown. */
export interface SessionMetadata {
  readonly id: string | null;
  /** The folder in which it ran. */
  readonly cwd: string | null;
  readonly branch: string | null;
  readonly model: string | null;
  readonly title: string | null;
  /** ISO 8601 in UTC. */
  readonly started: string | null;
  readonly last: string | null;
}

/** Metadata of a session that was not read yet. */
export const UNKNOWN_SESSION: SessionMetadata = {
  id: null,
  cwd: null,
  branch: null,
  model: null,
  title: null,
  started: null,
  last: null,
};

/** Token usage of one message; `message` is the same for all lines of one message. */
export interface TokenUsage {
  readonly message: string | null;
  /** Tokens in the context after it. */
  readonly tokens: number;
}

/** Receives the content of a transcript in order. */
export interface TranscriptSink {
  entry(entry: SessionEntry): void;
  usage(usage: TokenUsage): void;
  /** Tokens left by a compaction, or the model's window. */
  context(known: { readonly tokens?: number; readonly window?: number }): void;
  /** Metadata; a later value replaces an earlier one, except for `started`. */
  about(fields: Partial<SessionMetadata>): void;
  /** Moves the active leaf. */
  leaf(id: string | null): void;
}

/** Reads the lines of one client's transcript in order; unknown lines are skipped. */
export type TranscriptReader = (line: Readonly<Record<string, unknown>>, number: number) => void;

/** An entry with its place and role only, to save memory. */
export const removeContent = (entry: SessionEntry): SessionEntry =>
  entry.type === 'message' ? { ...entry, at: null, message: roleOnly(entry.message.role) } : entry;

const ROLES = new Map<string, Message>();

/** A shared message for each role. */
function roleOnly(role: string): Message {
  const known = ROLES.get(role);
  if (known) return known;
  const fresh = { role };
  ROLES.set(role, fresh);
  return fresh;
}
