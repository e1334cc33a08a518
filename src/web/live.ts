import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';

/** Watches the notes and calls back after each change. Returns a function that stops it. */
export type WatchNotes = (onChange: () => void) => () => void;

/** The most open event streams. */
const MOST_STREAMS = 20;
const BEAT_MS = 25_000;

/**
 * Adds the event stream, which sends the number of changes since the start: at first, after each change, and every 25 s.
 * It carries no content. Returns a function for the current number.
 */
export function addLive(app: Hono, watchNotes: WatchNotes): () => number {
  const senders = new Set<() => void>();
  let changes = 0;
  watchNotes(() => {
    changes++;
    for (const send of senders) send();
  });
  app.get('/live', (c) => {
    if (senders.size >= MOST_STREAMS)
      return c.text('Too many pages are open: at most 20 are updated. Close some.\n', 503);
    return streamSSE(c, async (stream) => {
      const send = () => void stream.writeSSE({ event: 'changes', data: String(changes) });
      senders.add(send);
      stream.onAbort(() => {
        senders.delete(send);
      });
      while (!stream.aborted) {
        send();
        await stream.sleep(BEAT_MS);
      }
    });
  });
  return () => changes;
}
