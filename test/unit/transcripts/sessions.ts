import type { MessageEntry, SessionEntry } from '../../../src/transcripts/entry.js';
import type { SessionEvent, StoredEvent } from '../../../src/transcripts/event.js';
import { type Message, parseJsonObject } from '../../../src/transcripts/message.js';
import { CLIENTS, type Client } from '../../../src/transcripts/readers/index.js';
import { applyEvents, type SessionState } from '../../../src/transcripts/session-state.js';
import { createTreeFold, findPathToEntry, type SessionTree } from '../../../src/transcripts/tree.js';

/** Reads a transcript of a client. */
export function treeOf(
  client: Client,
  lines: readonly string[],
  keep = (entry: SessionEntry) => entry,
): SessionTree {
  const fold = createTreeFold(keep);
  const read = CLIENTS[client](fold);
  lines.forEach((text, number) => {
    const line = parseJsonObject(text);
    if (line) read(line, number);
  });
  return fold.end();
}

/** The messages on the way to a leaf. */
export const messagesOf = (tree: SessionTree, leaf = tree.leaf): readonly MessageEntry[] =>
  findPathToEntry(tree, leaf).filter((entry): entry is MessageEntry => entry.type === 'message');

export const AT = '2026-06-07T12:00:00.000Z';
export const user = (content: string): Message => ({ role: 'user', content });

/** The same session after events, as an engine numbers them. */
export function next(state: SessionState, events: readonly SessionEvent[]): SessionState {
  const { seq } = state;
  return applyEvents(
    state,
    events.map(
      (event, index) => ({ ...event, seq: seq + 1 + index, prev: seq + index, at: AT }) as StoredEvent,
    ),
  );
}
