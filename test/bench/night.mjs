// What the jobs of a night take on a large vault: time and peak memory of each, in a process of its own.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { peak } from './cold.mjs';
import { makeVault } from './vault.mjs';

const COMMAND = resolve('dist/daybook.cjs');
/** No job may take more, whatever the vault. */
const MOST_MEGABYTES = 300;
/** Behind the last day of the vault, and a night later: the first night archives what a vault held for years. */
const NIGHTS = ['2026-06-08T04:30:00+02:00', '2026-06-09T04:30:00+02:00'];

/** Prints the table of the nights on vaults of so many entries. */
export function nightTable(sizes) {
  console.log('\n## Nights (each job in a process of its own)\n');
  console.log('| entries | night | job | s | peak MB | goal | did |\n|---|---|---|---|---|---|---|');
  for (const size of sizes) {
    const home = mkdtempSync(join(tmpdir(), 'daybook-night-'));
    const root = join(home, 'vault');
    mkdirSync(root);
    makeVault(root, size);
    writeFileSync(join(root, 'daybook.yaml'), 'timezone: Europe/Berlin\n');
    for (const [night, now] of NIGHTS.entries())
      for (const job of jobsIn(root, home, now)) row(job, { size, night, root, home, now });
    rmSync(home, { recursive: true, force: true });
  }
}

const environment = (home, now) => ({
  ...process.env,
  HOME: home,
  DAYBOOK_HOME: join(home, '.daybook'),
  DAYBOOK_NOW: now,
});

function jobsIn(root, home, now) {
  const { stdout } = spawnSync(process.execPath, [COMMAND, 'cron', 'list', '--json'], {
    cwd: root,
    env: environment(home, now),
    encoding: 'utf8',
  });
  return JSON.parse(stdout).jobs.map(({ name }) => name);
}

function row(job, { size, night, root, home, now }) {
  const env = environment(home, now);
  const began = performance.now();
  const megabytes = peak([COMMAND, 'cron', 'run', job], root, env);
  const seconds = (performance.now() - began) / 1000;
  const { stdout } = spawnSync(process.execPath, [COMMAND, 'cron', 'log', job, '--json'], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  const [last] = JSON.parse(stdout).runs;
  const goal = `≤ ${MOST_MEGABYTES}${megabytes > MOST_MEGABYTES ? ' **missed**' : ''}`;
  const did = (last?.say ?? last?.why ?? '').slice(0, 60);
  console.log(
    `| ${[size, night + 1, job, seconds.toFixed(1), megabytes?.toFixed(0) ?? '', goal, did].join(' | ')} |`,
  );
}
