/* A process that holds the lock of a workspace until its input ends. It is bundled and run by the tests here. */
import { readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../src/store/store.js';

const dir = process.argv[2] ?? '';
const root = {
  root: dir,
  reason: 'test',
  content: 'content',
  worktree: dir,
  global: join(dir, '../home/.daybook'),
};

openStore(root, { fsync: 'off', command: 'holder' }).transaction(60_000, () => {
  writeSync(1, 'held\n');
  while (readSync(0, Buffer.alloc(64)) > 0);
});
