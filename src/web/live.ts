import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';

/** Watches the notes; calls back after each change. Returns what stops it. */
export type WatchNotes = (onChange: () => void) => () => void;

/** Browsers of one run that get changes at the same time. */
const MOST_STREAMS = 20;
const BEAT_MS = 25_000;

/** Adds the stream that tells a page that notes changed. It carries no text. */
export function addLive(app: Hono, watchNotes: WatchNotes): void {
  let open = 0;
  app.get('/live', (c) => {
    if (open >= MOST_STREAMS) return c.text('Too many pages are open.\n', 503);
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
