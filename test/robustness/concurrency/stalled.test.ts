// @module-tag full: it runs commands many times over
import { spawn } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundled } from '../../support/bundled.js';
import { createWorkspace, FULL, marks } from '../../support/workspace.js';
import { pause } from '../crash/bench.js';

/** How long the holder does nothing: longer than a command waits by its settings here, in full longer than by default. */
const STALL_MS = FULL ? 9000 : 2500;
const SETTINGS = `timezone: Europe/Berlin\nstore.fsync: "off"\nlock.wait: ${FULL ? 5 : 1}\n`;
const WRITERS = 4;

let script: string;
beforeAll(() => {
  script = bundled('test/robustness/concurrency/stalled.ts');
});

describe('T4: a holder that stalls', () => {
  it.each(['stopped', 'busy'] as const)(
    '%s: is not robbed, loses nothing, and those who wait are queued',
    async (how) => {
      const bench = createWorkspace({
        'daybook.yaml': SETTINGS,
        'content/MEMORY.md': '# Memory\n\n## Facts\n\n- by hand\n',
      });
      await bench.run(['log', 'first of all', '--type', 'fact']);
      const holder = spawn(process.execPath, [script, bench.root, how, String(STALL_MS)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let told = '';
      holder.stdout.on('data', (chunk) => {
        told += chunk;
      });
      const ended = new Promise((done) => holder.on('close', done));
      while (!told.includes('held')) await pause(5);
      if (how === 'stopped') process.kill(holder.pid ?? 0, 'SIGSTOP');
      const began = performance.now();
      let waiting = 0;
      const replies = await Promise.all(
        Array.from({ length: WRITERS }, (_, i) =>
          bench
            .start(['log', `waiting ${i}`, '--type', 'fact', '--json'])
            .ended.then(({ out }) => JSON.parse(out)),
        ),
      );
      const waited = performance.now() - began;
      const text = bench.read('content/MEMORY.md');
      for (const { ok, queued, entry } of replies) {
        const [own, theirs] = [text.indexOf(`^${entry.id}`), text.indexOf('- from the stalled holder')];
        expect(ok).toBe(true);
        expect(
          queued ? own < 0 : theirs >= 0 && own > theirs,
          'no other process got the lock before the holder released it',
        ).toBe(true);
        if (queued) waiting++;
      }
      if (how === 'stopped') {
        await pause(Math.max(0, STALL_MS - waited));
        process.kill(holder.pid ?? 0, 'SIGCONT');
      }
      await ended;
      expect(told).toMatch(/held[\s\S]*committed/);
      expect((await bench.run(['session'])).status).toBe(0);
      const after = bench.read('content/MEMORY.md');
      for (const { entry } of replies) expect(marks(after, entry.id)).toBe(1);
      expect(after.match(/^- from the stalled holder$/gm)?.length).toBe(1);
      console.log(
        `stalled holder (${how}): ${STALL_MS / 1000} s, ${WRITERS} writers, ${waiting} of them queued and filed later, 0 let in, 0 entries lost`,
      );
    },
  );
});
