// What the jobs of a night take on a large vault: time and peak memory of each, in a process of its own.
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stateOf } from '../support/state.mjs';
import { peak } from './cold.mjs';
import { COMMAND, formatGoal, inFolder, printHead, printRow } from './measure.mjs';
import { makeShelf } from './tasks.mjs';
import { makeVault } from './vault.mjs';

const BUSY = resolve('.ci/busy-workspace');
/** Limits of each job, for every vault. */
const MOST_MEGABYTES = 300;
/** The day after the last one of the vault, and the day before the second night; both have work on them. */
const DAYS = ['2026-06-07T15:00:00+02:00', '2026-06-08T15:00:00+02:00'];
/** The first night archives what a vault held for years. */
const NIGHTS = ['2026-06-08T04:30:00+02:00', '2026-06-09T04:30:00+02:00'];

/** Prints the table of the nights on vaults of so many entries. */
export function nightTable(sizes) {
  printHead(
    'Nights (each job in a process of its own)',
    ...['entries', 'job', 's, first night', 's, second night', 'peak MB', 'goal'],
  );
  for (const size of sizes)
    inFolder((home) => {
      const root = join(home, 'vault');
      mkdirSync(root);
      makeVault(root, size);
      writeFileSync(join(root, 'daybook.yaml'), 'timezone: Europe/Berlin\n');
      makeShelf(root);
      execFileSync('git', ['init', '--quiet'], { cwd: root });
      everyKind(root, home, DAYS[0]);
      const nights = NIGHTS.map((now, night) => {
        busyDay(root, DAYS[night]);
        return new Map(jobsIn(root, home, now).map((job) => [job, runJob(job, { root, home, now })]));
      });
      for (const job of nights[0].keys()) {
        const runs = nights.map((night) => night.get(job));
        const megabytes = Math.max(...runs.map((run) => run.megabytes));
        const goal = formatGoal('≤', MOST_MEGABYTES, megabytes);
        printRow(size, job, ...runs.map(({ seconds }) => seconds.toFixed(1)), megabytes.toFixed(0), goal);
      }
    });
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

/** Asks `cron` for JSON. */
const askCron = (words, cwd, env) =>
  JSON.parse(
    spawnSync(process.execPath, [COMMAND, 'cron', ...words, '--json'], { cwd, env, encoding: 'utf8' }).stdout,
  );

const jobsIn = (root, home, now) =>
  askCron(['list'], root, environment(home, now)).jobs.map(({ name }) => name);

/** Runs a job, and returns the seconds and the memory that it took. */
function runJob(job, { root, home, now }) {
  const env = environment(home, now);
  const began = performance.now();
  const megabytes = peak([COMMAND, 'cron', 'run', job], root, env);
  return { megabytes: megabytes ?? 0, seconds: (performance.now() - began) / 1000 };
}
