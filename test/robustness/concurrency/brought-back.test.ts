// @module-tag full: it runs commands many times over
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../src/store/store.js';
import { append, operation, quickStore, workspace } from '../../support/store-root.js';
import { createWorkspace, later } from '../../support/workspace.js';

const MEMORY = 'content/MEMORY.md';
const DAY = 24 * 60;

describe('what was overwritten comes back', () => {
  it('a note that was removed, with its byte order mark', async () => {
    const bytes = Buffer.from('\ufeffone\r\ntwo');
    const bench = createWorkspace({ 'content/page.md': bytes });
    const root = {
      root: bench.root,
      reason: 'test',
      content: 'content',
      worktree: bench.root,
      global: join(bench.home, '.daybook'),
    };
    const store = openStore(root, { fsync: 'off' });
    const { hash } = store.snapshot().note('content/page.md') ?? { hash: '' };
    const remove = { kind: 'remove', path: 'content/page.md', base: hash, why: '' } as const;
    store.transaction(0, (tx) => tx.commit(operation([remove])));
    expect(existsSync(join(bench.root, 'content/page.md'))).toBe(false);
    expect((await bench.run(['undo'])).status).toBe(0);
    expect(readFileSync(join(bench.root, 'content/page.md')).equals(bytes)).toBe(true);
  });

  it('a version that a person saved between two of our changes, by the time of its save', async () => {
    const bench = createWorkspace({ [MEMORY]: '# Memory\n' });
    await bench.run(['log', 'the first one', '--type', 'fact'], { now: later(0) });
    const first = bench.read(MEMORY);
    const theirs = `${first}\nwritten by hand\n`;
    bench.write(MEMORY, theirs);
    const at = new Date(later(10));
    utimesSync(join(bench.root, MEMORY), at, at);
    await bench.run(['log', 'the second one', '--type', 'fact'], { now: later(20) });
    const restored = async (minutes: number) => {
      const { status } = await bench.run(['restore', MEMORY, '--at', later(minutes)], { now: later(30) });
      return [status, bench.read(MEMORY)];
    };
    expect(await restored(15)).toEqual([0, theirs]);
    expect(await restored(5)).toEqual([0, first]);
  });

  it('nothing older than 30 days but the last version of everything: doctor --fix forgets the rest', async () => {
    const bench = createWorkspace({ [MEMORY]: '# Memory\n' });
    for (let day = 0; day < 50; day += 5)
      await bench.run(['log', `of day ${day}`, '--type', day === 0 ? 'gotcha' : 'learning'], {
        now: later(day * DAY),
      });
    const { text } = await bench
      .json(['diff', '1'], { now: later(50 * DAY) })
      .then(({ diff }) => ({ text: String(diff) }));
    expect(text).toContain('of day 0');
    await bench.run(['doctor', '--fix'], { now: later(50 * DAY) });
    const { history } = await bench.json(['history'], { now: later(50 * DAY) });
    expect(history.map(({ seq }: { seq: number }) => seq)).toEqual([10, 9, 8, 7, 6, 5]);
    expect((await bench.run(['undo', '5'], { now: later(50 * DAY) })).status).toBe(0);
  });

  it('T24: a clock that is set forward makes no history old', () => {
    const store = quickStore(workspace());
    for (let n = 0; n < 5; n++) append(store, MEMORY, `line ${n}`, { now: Date.now() });
    expect(store.prune(Date.now() + 400 * DAY * 60_000, 30)).toBe(0);
    expect(store.history()).toHaveLength(5);
  });
});

describe('doctor unlock', () => {
  it('removes a lock with an unknown owner once it is a minute old, and no other', async () => {
    const bench = createWorkspace({ [MEMORY]: '# Memory\n' });
    await bench.run(['log', 'x', '--type', 'fact']);
    const lock = join(bench.root, '.daybook/locks/store.lock');
    writeFileSync(lock, '');
    const young = await bench.run(['doctor', 'unlock']);
    expect([young.status, young.err]).toEqual([4, expect.stringMatching(/cannot be named/)]);
    const then = new Date(Date.now() - 61_000);
    utimesSync(lock, then, then);
    const old = await bench.run(['doctor', 'unlock']);
    expect([old.status, old.out]).toEqual([0, 'The lock is taken away.\n']);
    expect(existsSync(lock)).toBe(false);
  });
});
