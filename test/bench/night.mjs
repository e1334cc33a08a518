// What the jobs of a night take on a large vault: time and peak memory of each, in a process of its own.
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stateOf } from '../support/state.mjs';
import { peak } from './cold.mjs';
import { makeShelf } from './tasks.mjs';
import { makeVault } from './vault.mjs';

const COMMAND = resolve('dist/daybook.cjs');
const BUSY = resolve('.ci/busy-workspace');
/** Limits of each job, for every vault. */
const MOST_MEGABYTES = 300;
/** The day after the last one of the vault, and the day before the second night; both have work on them. */
const DAYS = ['2026-06-07T15:00:00+02:00', '2026-06-08T15:00:00+02:00'];
/** The first night archives what a vault held for years. */
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
    makeShelf(root);
    execFileSync('git', ['init', '--quiet'], { cwd: root });
    everyKind(root, home, DAYS[0]);
    for (const [night, now] of NIGHTS.entries()) {
      busyDay(root, DAYS[night]);
      for (const job of jobsIn(root, home, now)) row(job, { size, night, root, home, now });
    }
    rmSync(home, { recursive: true, force: true });
  }
}

const environment = (home, now) => ({
  ...process.env,
  HOME: home,
  DAYBOOK_HOME: join(home, '.daybook'),
  DAYBOOK_NOW: now,
});

/** Notes of every kind, as the command writes them, so that each job of the night has something to read. */
function everyKind(root, home, now) {
  const program = join(home, 'daybook');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`, { mode: 0o755 });
  execFileSync(BUSY, [program], { cwd: root, env: environment(home, now), stdio: 'ignore' });
}

/** Tools that agents called, the files that they wrote, and a commit. */
function busyDay(root, now) {
  const [date] = now.split('T');
  for (let n = 0; n < CALLS; n++) {
    const at = new Date(Date.parse(now) + n * 10_000).toISOString();
    const input = n % 3 === 0 ? 'npm test' : `src/part${n % 40}.ts`;
    const call = { id: `${date}-${n}`, parent: null, session: 's1', at, tool: n % 3 === 0 ? 'Bash' : 'Edit' };
    const line = { ...call, input, ok: n % 30 !== 0, files: n % 3 === 0 ? [] : [input], started: null };
    appendFileSync(stateOf(root, 'keep', `tools-${date}.jsonl`), `${JSON.stringify(line)}\n`);
  }
  mkdirSync(join(root, 'src'), { recursive: true });
  for (let n = 0; n < 40; n++) writeFileSync(join(root, `src/part${n}.ts`), `export const on = '${now}';\n`);
  execFileSync('git', ['add', 'src'], { cwd: root });
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgSign=false'];
  const env = { ...process.env, GIT_AUTHOR_DATE: now, GIT_COMMITTER_DATE: now };
  execFileSync('git', [...who, 'commit', '--quiet', '-m', `Work of ${date}`], { cwd: root, env });
}

/** Calls of tools on a day. */
const CALLS = 600;

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
