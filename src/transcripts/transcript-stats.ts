import type { MessageEntry, TranscriptReader, TranscriptSink } from './entry.js';
import { findFiles, getMessageText, listMessageParts, parseJsonObject } from './message.js';
import { CLIENTS, type Client, detectClient } from './readers/index.js';

/** What a transcript shows of its context. */
export interface TranscriptStats {
  readonly client: Client | null;
  /** Tokens in the context at its end; null if unknown. */
  readonly tokens: number | null;
  /** The time of that, ISO 8601 in UTC; null if unknown. */
  readonly tokensAt: string | null;
  /** The model's window in tokens; null if unknown. */
  readonly window: number | null;
  /** Tokens of all turns, each message counted once. */
  readonly spent: number;
  /** All tool calls, and those shortly before the last line. */
  readonly toolCalls: number;
  readonly recentToolCalls: number;
  /** Files of tool calls, each once, in order of first use. */
  readonly files: readonly string[];
  /** The user's first words; null for none. */
  readonly firstPrompt: string | null;
  /** The last words of both, the oldest first; of consecutive answers only the last. */
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  readonly turns: number;
}

/** Reads a transcript line by line and keeps only counts, so a large file needs little memory. */
interface TranscriptFold {
  line(text: string): void;
  end(): TranscriptStats;
}

/** Reads transcripts of all known clients; `recentMs` is how long a tool call counts as recent. */
export function createTranscriptFold(recentMs: number): TranscriptFold {
  const tally = createTally(recentMs);
  let read: TranscriptReader | null = null;
  let client: Client | null = null;
  let number = 0;
  return {
    line(text) {
      const line = parseJsonObject(text);
      if (!line) return;
      client ??= detectClient(line);
      if (client) read ??= CLIENTS[client](tally.sink);
      read?.(line, number++);
    },
    end: () => ({ client, ...tally.look() }),
  };
}

/** Call times that are remembered. */
const MOST_TIMES = 1000;
const MOST_OF_A_PROMPT = 500;
const MOST_OF_AN_ANSWER = 4000;
const MOST_MESSAGES = 100;

function createTally(recentMs: number) {
  let known: { tokens: number | null; window: number | null } = { tokens: null, window: null };
  const spent = new Map<string, number>();
  const calls = new Set<string>();
  const files = new Set<string>();
  let times: number[] = [];
  let [latest, turns, unnamed] = [0, 0, 0];
  let firstPrompt: string | null = null;
  let messages: TranscriptStats['messages'] = [];
  let [last, tokensAt]: (string | null)[] = [null, null];
  const recent = () => times.filter((at) => at > latest - recentMs);
  const called = (entry: MessageEntry, at: number): void => {
    for (const part of listMessageParts(entry.message)) {
      if (part.kind !== 'call') continue;
      for (const file of findFiles(part.input)) files.add(file);
      if (calls.has(part.id)) continue;
      calls.add(part.id);
      if (Number.isFinite(at)) times.push(at);
    }
    if (times.length > MOST_TIMES) times = recent();
  };
  const sink: TranscriptSink = {
    entry(entry) {
      if (entry.side !== null) return;
      last = entry.at ?? last;
      if (entry.type !== 'message') return;
      const at = Date.parse(entry.at ?? '');
      if (Number.isFinite(at)) latest = Math.max(latest, at);
      called(entry, at);
      if (entry.message.role === 'assistant') {
        const text = getMessageText(entry.message).slice(0, MOST_OF_AN_ANSWER).trim();
        if (text !== '') {
          const before = messages.at(-1)?.role === 'assistant' ? messages.slice(0, -1) : messages;
          messages = [...before.slice(1 - MOST_MESSAGES), { role: 'assistant', text }];
        }
      }
      if (!entry.isPrompt) return;
      turns++;
      const words = getMessageText(entry.message).slice(0, MOST_OF_A_PROMPT);
      firstPrompt ??= words;
      messages = [...messages.slice(1 - MOST_MESSAGES), { role: 'user', text: words }];
    },
    usage({ message, tokens }) {
      spent.set(message ?? `${unnamed++}`, tokens);
      known = { ...known, tokens };
      tokensAt = last;
    },
    context(reportedUsage) {
      known = { ...known, ...reportedUsage };
      if (reportedUsage.tokens !== undefined) tokensAt = last;
    },
    about: () => undefined,
    leaf: () => undefined,
  };
  return {
    sink,
    look: () => ({
      ...known,
      tokensAt: tokensAt ?? null,
      spent: [...spent.values()].reduce((sum, one) => sum + one, 0),
      toolCalls: calls.size,
      recentToolCalls: recent().length,
      files: [...files],
      firstPrompt,
      messages,
      turns,
    }),
  };
}
