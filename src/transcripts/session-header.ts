import type { SessionMetadata, TranscriptSink } from './entry.js';
import { getMessageText, parseJsonObject } from './message.js';
import { CLIENTS, type Client } from './readers/index.js';

/** A session as a list shows it: whose it is, where it lies, and what its beginning tells. */
export interface SessionHeader {
  readonly id: string;
  /** Who writes it, in whose form; `daybook` for those that are kept here. */
  readonly client: Client | 'daybook';
  /** Whose it is for people: the client, or which of Chimera's commands. */
  readonly origin: string;
  /** Its transcript, and those of agents beside it, each read in place. */
  readonly files: readonly string[];
  readonly bytes: number;
  readonly cwd: string | null;
  readonly branch: string | null;
  /** ISO 8601 in UTC. */
  readonly started: string | null;
  readonly last: string | null;
  /** Its title, else the first words that somebody typed. */
  readonly goal: string | null;
}

/** What the beginning of a transcript tells; it is complete once a prompt came. */
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
    isComplete: () => prompt !== null,
    end: () => ({ about: { ...about, started: about.started ?? first ?? null, last: last ?? null }, prompt }),
  };
}

/** The time that stands last in a piece of a transcript; null where none does. */
export function findLastTimestamp(text: string): string | null {
  const at = text.lastIndexOf('"timestamp":');
  const [, time = ''] = /^"timestamp":\s*"([^"]{10,40})"/.exec(text.slice(at, at + 80)) ?? [];
  const ms = Date.parse(time);
  return Number.isFinite(ms) ? new Date(ms).toISOString() : null;
}

/** Each session once, the last used first: where it is kept in several places, the one that is named first counts. */
export function removeDuplicateSessions(heads: readonly SessionHeader[]): readonly SessionHeader[] {
  const byId = new Map<string, SessionHeader>();
  for (const head of heads) if (!byId.has(head.id)) byId.set(head.id, head);
  return [...byId.values()].sort((a, b) => ((a.last ?? '') < (b.last ?? '') ? 1 : -1));
}
