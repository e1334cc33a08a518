import type { SessionMetadata, TranscriptSink } from './entry.js';
import { getMessageText, parseJsonObject } from './message.js';
import { CLIENTS, type Client } from './readers/index.js';

/** A session in a list: client, location, and the metadata from its beginning. */
export interface SessionHeader {
  readonly id: string;
  /** The program that writes it; `daybook` for stored sessions. */
  readonly client: Client | 'daybook';
  /** Its name for people: the client, or a command of Chimera. */
  readonly origin: string;
  /** Its transcript and those of its subagents, read in place. */
  readonly files: readonly string[];
  /** Changes when the session does; missing if its files tell. */
  readonly state?: string;
  readonly bytes: number;
  readonly cwd: string | null;
  readonly branch: string | null;
  /** ISO 8601 in UTC. */
  readonly started: string | null;
  readonly last: string | null;
  /** Its title, else the first words that a person typed. */
  readonly goal: string | null;
}

/** Sessions that a client keeps in a form that is not read. */
export interface UnreadSessions {
  readonly client: Client;
  /** The file or folder that holds them. */
  readonly what: string;
  readonly count: number;
  readonly why: string;
}

/** Metadata from the beginning of a transcript; complete after the first prompt. */
export interface HeadFold {
  line(text: string): void;
  isComplete(): boolean;
  end(): { readonly about: Partial<SessionMetadata>; readonly prompt: string | null };
}

/** A goal is one line. */
const MOST_OF_A_GOAL = 200;

/** Reads the beginning of a client's transcript. */
export function createHeadFold(client: Client): HeadFold {
  let about: Partial<SessionMetadata> = {};
  let prompt: string | null = null;
  let [first, last]: (string | null)[] = [null, null];
  const sink: TranscriptSink = {
    entry(entry) {
      first ??= entry.at;
      last = entry.at ?? last ?? null;
      if (prompt === null && entry.type === 'message' && entry.isPrompt)
        prompt = getMessageText(entry.message).replace(/\s+/g, ' ').slice(0, MOST_OF_A_GOAL);
    },
    usage: () => undefined,
    context: () => undefined,
    leaf: () => undefined,
    about(fields) {
      about = { ...about, ...fields };
    },
  };
  const read = CLIENTS[client](sink);
  let number = 0;
  return {
    line(text) {
      const line = parseJsonObject(text);
      if (line) read(line, number++);
    },
    // Antigravity names its folder only with the first command.
    isComplete: () => prompt !== null && (client !== 'antigravity' || about.cwd !== undefined),
    end: () => ({ about: { ...about, started: about.started ?? first ?? null, last: last ?? null }, prompt }),
  };
}

/** Returns the last time in a piece of a transcript; null if there is none. */
export function findLastTimestamp(text: string): string | null {
  const at = Math.max(text.lastIndexOf('"timestamp":'), text.lastIndexOf('"created_at":'));
  const [, time = ''] = /^"\w+":\s*"([^"]{10,40})"/.exec(text.slice(Math.max(0, at), at + 80)) ?? [];
  const ms = Date.parse(time);
  return Number.isFinite(ms) ? new Date(ms).toISOString() : null;
}

/** Returns each session once, last used first; of duplicates the first counts. */
export function removeDuplicateSessions(heads: readonly SessionHeader[]): readonly SessionHeader[] {
  const byId = new Map<string, SessionHeader>();
  for (const head of heads) if (!byId.has(head.id)) byId.set(head.id, head);
  return [...byId.values()].sort((a, b) => ((a.last ?? '') < (b.last ?? '') ? 1 : -1));
}
