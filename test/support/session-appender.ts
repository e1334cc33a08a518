/* A process that appends to one session until it is through or killed, and says so on standard output. */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFileSystem } from '../../src/platform/file-system.js';
import { createSystem } from '../../src/platform/process-identity.js';
import { createStoreLayout } from '../../src/store/layout.js';
import { openSessionStore } from '../../src/store/session-logs/sessions.js';
import { appendMessages } from '../../src/transcripts/operations.js';

const [, , root = '', name = '', from = '0', to = '0'] = process.argv;

const place = { root, reason: '', content: 'content', worktree: root, global: join(root, '.global') };
const ground = {
  port: nodeFileSystem,
  machine: createSystem(nodeFileSystem),
  root: place,
  at: createStoreLayout(place, nodeFileSystem),
  fsync: 'full',
  command: 'test',
} as const;

const sessions = openSessionStore(ground, 120_000);
for (let number = Number(from); number < Number(to); number++) {
  const words = `${name} ${number} ${'x'.repeat(80)}`;
  const at = new Date().toISOString();
  const { state } = sessions.extend('s', (now) => appendMessages(now, [{ role: 'user', content: words }]), {
    at,
    begins: 'log',
  });
  writeSync(1, `${JSON.stringify({ leaf: state.leaf, words })}\n`);
}
