// `npm start`: shows the brief, a search and a warning in a small sample project, in a temporary folder that it removes.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createDemoWorkspace, DEMO_NOW } from '../test/support/demo-workspace.mjs';

const SHOWN = [
  ['what an agent reads when it starts', 'recall'],
  ['a search', 'search', 'why do we store cents'],
  ['a warning before a mistake is repeated', 'guard', 'add a queue for bank files'],
];

const folder = mkdtempSync(join(tmpdir(), 'daybook-start-'));
try {
  const { root, env } = createDemoWorkspace(folder);
  console.log('The memory of an invented shop, in a temporary folder:');
  for (const [purpose, ...args] of SHOWN) {
    const typed = args.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' ');
    const output = execFileSync(process.execPath, [resolve('dist/daybook.cjs'), ...args], {
      cwd: root,
      env: { ...env, DAYBOOK_NOW: DEMO_NOW },
      encoding: 'utf8',
    });
    console.log(`\n# ${purpose}\n$ daybook ${typed}\n${output.trimEnd()}`);
  }
  console.log('\nIn your own project: daybook init, then daybook log "decided X because Y".');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
