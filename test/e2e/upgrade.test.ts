// @module-tag full: it builds the old packages
// @module-tag nightly: `.ci/run` upgrades from the first version
/* Upgrades from the first version and from the last of each later step. Building the old packages takes minutes. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('hooks, server, timer, plugin, caches and settings outlive every upgrade', {
  timeout: 3_600_000,
}, () => {
  const { status, stdout } = spawnSync(process.execPath, ['.ci/upgrade.mjs'], { encoding: 'utf8' });
  console.log(stdout);
  expect([status, stdout]).toEqual([0, expect.not.stringContaining('failed:')]);
});
