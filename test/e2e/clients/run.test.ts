import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { freshFolder } from '../../support/store-root.js';

/** Runs the check of one client with an npm that installs nothing. */
function runWithout(ping: 'reaches' | 'reaches not') {
  const folder = freshFolder();
  const npm = join(folder, 'npm');
  writeFileSync(
    npm,
    `#!/bin/sh\n[ "$1" = ping ] && exit ${ping === 'reaches' ? 0 : 1}\necho 'npm error 404' >&2\nexit 1\n`,
  );
  chmodSync(npm, 0o755);
  const env = { PATH: `${folder}${delimiter}${process.env.PATH}`, HOME: folder, DAYBOOK_CLIENTS: folder };
  const { status, stdout } = spawnSync(
    process.execPath,
    ['test/e2e/clients/run.mjs', 'hostile', 'together'],
    {
      env,
      encoding: 'utf8',
    },
  );
  return { status, lines: stdout.trimEnd().split('\n') };
}

it('fails where npm cannot install a client though its registry can be reached', () => {
  const { status, lines } = runWithout('reaches');
  expect(status).toBe(1);
  expect(lines.length).toBe(2);
  for (const line of lines)
    expect(line).toMatch(/^failed: \w+: npm cannot install .*\(npm error 404\), though its registry/);
});

it('skips what needs a client only where the registry cannot be reached', () => {
  const { status, lines } = runWithout('reaches not');
  expect(status).toBe(0);
  expect(lines.every((line) => line.startsWith('skipped: '))).toBe(true);
});
