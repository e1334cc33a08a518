// @module-tag full: it starts a hook 22 times
import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COMMAND, createInitializedWorkspace } from '../../support/workspace.js';

const CLIENT = `#!/bin/sh
for i in 1 2 3 4 5 6 7 8 9 10 11; do
  printf '{"session_id":"%s","tool_name":"Edit","tool_use_id":"t%s","tool_input":{"file_path":"%s.ts"},"tool_response":{}}' "$1" $i $i |
    "${process.execPath}" "${COMMAND}" hook PostToolUse codex
done
`;

it.runIf(process.platform === 'linux')('codex exec saves nothing on its own, codex does', async () => {
  const bench = await createInitializedWorkspace();
  const client = join(bench.home, 'codex');
  writeFileSync(client, CLIENT);
  chmodSync(client, 0o755);
  const run = (word: string) =>
    execFileSync(client, [word], {
      cwd: bench.root,
      env: { ...process.env, HOME: bench.home, DAYBOOK_HOME: join(bench.home, '.daybook') },
      encoding: 'utf8',
    });
  expect(run('exec')).toBe('');
  expect(run('resume')).toContain('Daybook wrote content/snapshots/');
});
