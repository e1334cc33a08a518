/* A process that takes the lock, does nothing for a while, and only then commits. It is bundled and run by the tests here. */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../src/store/store.js';

const [dir = '', how, ms] = process.argv.slice(2);
const root = {
  root: dir,
  reason: 'test',
  content: 'content',
  worktree: dir,
  global: join(dir, '../home/.daybook'),
};
const store = openStore(root, { fsync: 'off', command: 'stalled' });

store.transaction(60_000, (tx) => {
  const note = store.snapshot().note('content/MEMORY.md');
  if (!note) throw new Error('there is no note');
  writeSync(1, 'held\n');
  const until = performance.now() + (how === 'busy' ? Number(ms) : 300);
  while (performance.now() < until);
  const splices = [{ at: note.text.length, old: '', new: '- from the stalled holder\n' }];
  tx.commit({
    id: `stalled-${process.pid}`,
    now: Date.UTC(2026, 5, 7),
    seed: 'x',
    by: null,
    session: null,
    verb: 'log',
    input: {},
    say: 'stalled',
    changes: [{ kind: 'edit', path: note.path, base: note.hash, splices, why: 'stalled' }],
  });
  writeSync(1, 'committed\n');
});
