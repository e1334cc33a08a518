import type { Message } from './message.js';

/** A thing to be done, as a harness keeps it. */
export interface Todo {
  readonly content: string;
  readonly status: string;
  readonly [field: string]: unknown;
}

/** The files that a session read and changed, each once, in the order in which they came. */
export interface SessionFiles {
  readonly read: readonly string[];
  readonly modified: readonly string[];
}

interface Base {
  /** Unique within its session. */
  readonly id: string;
  /** What it goes on from; null for what begins. */
  readonly parent: string | null;
  /** ISO 8601 in UTC; null where nobody said. */
  readonly at: string | null;
  /** The agent beside, whose branch it is on; null on the main one. */
  readonly side: string | null;
  /** The line of the transcript that it stands on, from 0; missing where it was said to Daybook itself. */
  readonly line?: number;
}

export interface MessageEntry extends Base {
  readonly type: 'message';
  readonly message: Message;
  /** Words that somebody typed, and no tool, hook or harness. */
  readonly isPrompt: boolean;
}

/** What a context was cut down to. */
export interface CompactionEntry extends Base {
  readonly type: 'compaction';
  /** What stands for all that was replaced; empty where the next message says it. */
  readonly summary: string;
  /** Entries that are no longer in the context; null for all before it. */
  readonly replaces: readonly string[] | null;
  /** Blocks `<memory source=…>` that the replaced entries held, byte for byte. */
  readonly memory: readonly string[];
}

/** A cut that a client tells of: what it replaced where that is told, and never what of memory was in it. */
export const cutDown = (
  at: Base,
  { summary = '', replaces = null }: Partial<Pick<CompactionEntry, 'summary' | 'replaces'>>,
): CompactionEntry => ({ ...at, type: 'compaction', summary, replaces, memory: [] });

/** What is to be done and which files are worked on, from here on. */
export interface StateEntry extends Base {
  readonly type: 'state';
  readonly todos?: readonly Todo[];
  readonly files?: SessionFiles;
}

/** A kind of entry that a later version knows: kept as it is. */
export interface UnknownEntry extends Base {
  readonly type: 'unknown';
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An entry of a session's tree. It never changes; what comes later goes on from it. */
export type SessionEntry = MessageEntry | CompactionEntry | StateEntry | UnknownEntry;

/** What is known of a session besides its entries; null where nobody said. */
export interface SessionMetadata {
  readonly id: string | null;
  /** The folder that it was held in. */
  readonly cwd: string | null;
  readonly branch: string | null;
  readonly model: string | null;
  readonly title: string | null;
  /** ISO 8601 in UTC. */
  readonly started: string | null;
  readonly last: string | null;
}

/** A session of which nothing is known yet. */
export const UNKNOWN_SESSION: SessionMetadata = {
  id: null,
  cwd: null,
  branch: null,
  model: null,
  title: null,
  started: null,
  last: null,
};

/** What a model was given and gave for one message; `message` is the same for all lines of one message. */
export interface TokenUsage {
  readonly message: string | null;
  /** Tokens in the context after it. */
  readonly tokens: number;
}

/** Whoever is told what a transcript holds, in its order. */
export interface TranscriptSink {
  entry(entry: SessionEntry): void;
  usage(usage: TokenUsage): void;
  /** Tokens left by a compaction, or the model's window. */
  context(known: { readonly tokens?: number; readonly window?: number }): void;
  /** What is known of the session; a field that is said again is the last said, but `started` the first. */
  about(fields: Partial<SessionMetadata>): void;
  /** The session goes on from here. */
  leaf(id: string | null): void;
}

/** Takes the lines of one client's transcript in their order; what it does not know it passes over. */
export type TranscriptReader = (line: Readonly<Record<string, unknown>>, number: number) => void;

/** An entry with its place and its role alone: however many there are, they fit the memory so. */
export const removeContent = (entry: SessionEntry): SessionEntry =>
  entry.type === 'message' ? { ...entry, at: null, message: roleOnly(entry.message.role) } : entry;

const ROLES = new Map<string, Message>();

/** One message for all of a role. */
function roleOnly(role: string): Message {
  const known = ROLES.get(role);
  if (known) return known;
  const fresh = { role };
  ROLES.set(role, fresh);
  return fresh;
}
