/* A process that dies in the middle of an operation: of two notes it has written one. It is bundled and run by the tests here. */
import { join } from 'node:path';
import { nodeFileSystem } from '../../../src/platform/file-system.js';
import { openStore } from '../../../src/store/store.js';

const dir = process.argv[2] ?? '';
const root = {
  root: dir,
  reason: 'test',
  content: 'content',
  worktree: dir,
  global: join(dir, '../home/.daybook'),
};
const port = {
  ...nodeFileSystem,
  rename(from: string, to: string) {
    if (to.endsWith('SESSION.md')) process.kill(process.pid, 'SIGKILL');
    nodeFileSystem.rename(from, to);
  },
};

const store = openStore(root, { port, fsync: 'off', command: 'half' });
const snapshot = store.snapshot();
const changes = ['content/MEMORY.md', 'content/SESSION.md'].map((path) => {
  const { text, hash } = snapshot.note(path) ?? { text: '', hash: '' };
  const splices = [{ at: text.length, old: '', new: '- the cafe moved to the harbour\n' }];
  return { kind: 'edit' as const, path, base: hash, splices, why: 'test' };
});
store.transaction(1000, (tx) =>
  tx.commit({
    id: 'half-way',
    verb: 'log',
    input: {},
    now: Date.UTC(2026, 5, 7, 12),
    seed: 'half',
    by: null,
    session: null,
    say: 'Logged.',
    changes,
  }),
);
