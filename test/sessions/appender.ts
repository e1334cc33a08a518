/* A process that appends to one session until it is through or killed, and says so on standard output. */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { appended } from '../../src/sessions/moves.js';
import { layoutOf } from '../../src/store/layout.js';
import { thisMachine } from '../../src/store/machine.js';
import { realPort } from '../../src/store/port.js';
import { openSessions } from '../../src/store/sessions/sessions.js';

const [, , root = '', name = '', from = '0', to = '0'] = process.argv;

const place = { root, reason: '', content: 'content', worktree: root, global: join(root, '.global') };
const ground = {
  port: realPort,
  machine: thisMachine(realPort),
  root: place,
  at: layoutOf(place, realPort),
  fsync: 'full',
  command: 'test',
} as const;

const sessions = openSessions(ground, 120_000);
for (let number = Number(from); number < Number(to); number++) {
  const words = `${name} ${number} ${'x'.repeat(80)}`;
  const at = new Date().toISOString();
  const { state } = sessions.extend('s', (now) => appended(now, [{ role: 'user', content: words }]), {
    at,
    begins: 'log',
  });
  writeSync(1, `${JSON.stringify({ leaf: state.leaf, words })}\n`);
}
