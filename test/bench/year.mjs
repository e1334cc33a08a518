// What a year of busy days takes: the test that lives through it, and what it says of itself.
import { spawnSync } from 'node:child_process';

const TEST = 'test/e2e/cron/long.test.ts';

/** Prints the result of 400 simulated days: entries logged and lost, decisions found, sizes, time. */
export function yearTable() {
  console.log('\n## A year of busy days (each night as the clock asks it, inside one process)\n');
  const { stdout, status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', TEST],
    { encoding: 'utf8', env: { ...process.env, DAYBOOK_FULL: '1', NO_COLOR: '1' } },
  );
  const said = stdout.split('\n').find((line) => /^\d+ days, seed/.test(line));
  console.log(`- ${said ?? `no figures: ${TEST} ended with status ${status}`}`);
}
