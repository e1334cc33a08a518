import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../support/random.js';
import { createWorkspace, FULL, later, marks, SEED } from '../../support/workspace.js';
import { pause } from './bench.js';

/** Signals that interrupt a system call and do nothing else. */
const STORM = ['SIGWINCH', 'SIGCONT', 'SIGURG'] as const;
const SIGNALS = FULL ? 15_000 : 600;
const ENDS = FULL ? 200 : 10;

describe('T25: signals', () => {
  it(`${SIGNALS} of them while entries are written: none is lost, none is refused`, async () => {
    const bench = createWorkspace({
      'content/MEMORY.md': `# Memory\n\n${'A text of a person. '.repeat(2000)}\n\n## Facts\n\n- by hand\n`,
    });
    const ids: string[] = [];
    let sent = 0;
    for (let n = 0; sent < SIGNALS; n++) {
      const running = bench.start(['log', `entry ${n}`, '--type', 'fact', '--json'], { now: later(n) });
      let isOver = false;
      const ended = running.ended.finally(() => {
        isOver = true;
      });
      while (!isOver && sent < SIGNALS + 1000) {
        for (const signal of STORM) if (running.process.kill(signal)) sent++;
        await pause(0);
      }
      const { status, out, err } = await ended;
      expect([status, err]).toEqual([0, '']);
      ids.push(JSON.parse(out).entry.id);
    }
    const text = bench.read('content/MEMORY.md');
    for (const id of ids) expect(marks(text, id)).toBe(1);
    console.log(`signals: ${sent} sent while ${ids.length} entries were written, 0 errors, 0 lost`);
  }, 300_000);

  it('SIGTERM and SIGINT in the middle: each entry is there whole, later or not at all, and the next command is not kept waiting', async () => {
    const before = '# Memory\n\n## Facts\n\n- by hand\n';
    const bench = createWorkspace({ 'content/MEMORY.md': before });
    const roll = createRandom(SEED);
    await bench.start(['log', 'the first', '--type', 'fact']).ended; // compiles the command
    const began = performance.now();
    await bench.start(['log', 'the second', '--type', 'fact']).ended;
    const usual = performance.now() - began;
    const count = { ended: 0, done: 0, written: 0 };
    const request = new Set<string>();
    for (let n = 0; n < ENDS; n++) {
      const old = bench.files('content')['content/MEMORY.md'] ?? '';
      const running = bench.start(['log', `entry ${n}`, '--type', 'fact', '--json'], { now: later(n) });
      await pause(usual * (0.4 + roll() * 0.8));
      running.process.kill(n % 2 === 0 ? 'SIGTERM' : 'SIGINT');
      const { status, out } = await running.ended;
      const now = bench.files('content')['content/MEMORY.md'] ?? '';
      request.add(`- entry ${n}`); // one that was ended while it waited may be done by a later command, once
      expect(now.startsWith(old.trimEnd()), now).toBe(true);
      for (const line of now.slice(old.trimEnd().length).trim().split('\n').filter(Boolean)) {
        expect(line).toMatch(/^- entry \d+ \^\w{11}$/);
        expect(request.delete(line.replace(/ \^\w{11}$/, '')), line).toBe(true);
      }
      if (status === 0) {
        count.done++;
        expect(marks(now, JSON.parse(out).entry.id)).toBe(1);
      } else count.ended++;
      if (now !== old) count.written++;
    }
    const next = await bench.json(['log', 'the next', '--type', 'fact'], { now: later(ENDS) });
    expect(next).toMatchObject({ ok: true });
    expect(next.queued).toBeUndefined();
    expect(
      readdirSync(join(bench.root, '.daybook/locks')).filter((name) => !name.startsWith('owner.')),
    ).toEqual([]);
    expect(
      (await bench.json(['doctor'], { now: later(ENDS + 1) })).checks.filter(
        (one: { ok: boolean }) => !one.ok,
      ),
    ).toEqual([]);
    console.log(
      `signals that end: seed ${SEED}, ${ENDS} sent, ${count.ended} ended a command, ${count.done} came too late, ${count.written} entries written, 0 torn`,
    );
    expect(count.ended).toBeGreaterThan(0);
  }, 300_000);
});
