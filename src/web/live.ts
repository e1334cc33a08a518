import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';

/** Watches the notes and calls back after each change. Returns a function that stops it. */
export type WatchNotes = (onChange: () => void) => () => void;

/** The most open event streams. */
const MOST_STREAMS = 20;
const BEAT_MS = 25_000;

/** Adds the event stream that signals changes of notes. It carries no content. */
export function addLive(app: Hono, watchNotes: WatchNotes): void {
  let open = 0;
  app.get('/live', (c) => {
    if (open >= MOST_STREAMS)
      return c.text('Too many pages are open: at most 20 are updated. Close some.\n', 503);
    return streamSSE(c, async (stream) => {
      open++;
      const stop = watchNotes(() => void stream.writeSSE({ event: 'change', data: '' }));
      stream.onAbort(() => {
        stop();
        open--;
      });
      while (!stream.aborted) {
        await stream.writeSSE({ event: 'beat', data: '' });
        await stream.sleep(BEAT_MS);
      }
    });
  });
}
