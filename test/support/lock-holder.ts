/* A process that holds the lock of a session until it is killed. It is bundled and run by the tests here. */
import { readSync, writeSync } from 'node:fs';
import { openWorkspaceSessions } from '../../src/app/agents/agent-sessions.js';
import { findRoot } from '../../src/store/workspace/find-workspace.js';

const [, , workspace = '', id = ''] = process.argv;

openWorkspaceSessions(findRoot({ cwd: workspace, env: process.env }), 'off').extend(
  id,
  () => {
    writeSync(1, 'held\n');
    while (readSync(0, Buffer.alloc(64)) > 0);
    return [];
  },
  { at: new Date().toISOString() },
);
