// @module-tag full: 10 s of processor time
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { openRuntime } from '../../../src/app/runtime.js';
import type { Job } from '../../../src/config/jobs.js';
import { runDueJobs } from '../../../src/scheduler/tick.js';
import { pause, startWorker, type Worker } from '../../robustness/crash/bench.js';
import { MODULE_FILES } from '../../support/bundled.js';
import { createRandom } from '../../support/random.js';
import { freshFolder, hasState, stateOf } from '../../support/store-root.js';
import { createWorkspace, FULL, SEED, type Workspace } from '../../support/workspace.js';

const PERIODS = FULL ? 400 : 30;
const KILLS = FULL ? 60 : 8;
const SCHEDULERS = 4;
/** More than a process needs to start on a busy machine, less than a hanging one takes. */
const LIMIT_MS = 3000;
const TIMES = ['04:10', '04:15', '04:20'];
const BEGIN = Date.parse('2026-06-07T10:00:00Z');

let script: string;
beforeAll(() => {
  script = join(freshFolder(), 'scheduler.mjs');
  const entry = join(dirname(fileURLToPath(import.meta.url)), 'scheduler.ts');
  const banner = {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  };
  buildSync({
    entryPoints: [entry],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner,
    alias: MODULE_FILES,
    logLevel: 'silent',
  });
});

describe(`${SCHEDULERS} real schedulers`, () => {
  it(`do each of ${PERIODS} times once, whichever of them is killed`, async () => {
    const { marks, kills, inside } = await atWork('claiming', PERIODS, KILLS);
    console.log(
      `schedulers: ${SCHEDULERS} × ${PERIODS} periods, ${kills} kills (${inside} in the middle of a run), ${PERIODS - twice(marks) - never(marks, PERIODS)} once, ${twice(marks)} twice, ${never(marks, PERIODS)} never`,
    );
    expect([twice(marks), never(marks, PERIODS), kills >= KILLS]).toEqual([0, 0, true]);
  });

  it('that take nothing on do some twice (control)', async () => {
    const { marks } = await atWork('naive', 15, 0);
    console.log(`schedulers (control, without the run ledger): 15 periods, ${twice(marks)} twice`);
    expect(twice(marks)).toBeGreaterThan(0);
  });
});

async function atWork(way: 'claiming' | 'naive', periods: number, kills: number) {
  const bench = createWorkspace({ 'daybook.yaml': 'timezone: UTC\nstore.fsync: "off"\n' });
  const random = createRandom(`${SEED} ${way}`);
  const clock = join(bench.root, 'clock');
  writeFileSync(clock, '');
  const workers = Array.from({ length: SCHEDULERS }, () => startWorker(script, way, bench.root));
  const count = { kills: 0, inside: 0 };
  for (let period = 0; period < periods; period++) {
    const minute = new Date(BEGIN + period * 60_000).toISOString();
    writeFileSync(`${clock}.next`, minute);
    renameSync(`${clock}.next`, clock);
    const dies =
      count.kills < kills && (random() < (1.5 * kills) / periods || periods - period <= kills - count.kills);
    if (dies) {
      const victim = await busy(workers, bench, random);
      count.kills++;
      if (await killed(workers[victim], bench)) count.inside++;
      workers[victim] = startWorker(script, way, bench.root);
    }
    const isDone =
      way === 'naive'
        ? () => read(bench).includes(minute.slice(0, 16))
        : () => ledger(bench).includes(`"period":"${minute.slice(0, 16)}Z","t":"done"`);
    for (let waited = 0; !isDone(); waited += 5) {
      if (waited > 60_000)
        throw new Error(`${minute} is not done: ${workers.flatMap(({ faults }) => faults).join('')}`);
      await pause(5);
    }
    if (way === 'naive') await pause(40);
  }
  rmSync(clock);
  await Promise.all(workers.map(({ ended }) => ended));
  return { marks: read(bench).match(/did \S+/g) ?? [], ...count };
}

/** The worker that has just taken a job on, a little later; any other where none is seen to. */
async function busy(workers: readonly Worker[], bench: Workspace, random: () => number): Promise<number> {
  for (const end = Date.now() + 200; Date.now() < end; await new Promise((wake) => setImmediate(wake))) {
    const last = ledger(bench).trimEnd().split('\n').at(-1) ?? '';
    const found = workers.findIndex(
      ({ process: { pid } }) => last.includes('"t":"claimed"') && last.includes(`"pid":${pid},`),
    );
    if (found < 0) continue;
    await pause(random() * 20);
    return found;
  }
  return Math.floor(random() * SCHEDULERS);
}

/** Kills a worker; true where it had taken a job on. */
async function killed(worker: Worker | undefined, bench: Workspace): Promise<boolean> {
  worker?.process.kill('SIGKILL');
  await worker?.ended;
  const last = ledger(bench).trimEnd().split('\n').at(-1) ?? '';
  return last.includes('"t":"claimed"') && last.includes(`"pid":${worker?.process.pid},`);
}

const text = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
const read = ({ root }: Workspace): string => text(join(root, 'content/MARKS.md'));
const ledger = ({ root }: Workspace): string =>
  hasState(root) ? text(stateOf(root, 'keep/runs.jsonl')) : '';
const twice = (marks: readonly string[]): number => marks.length - new Set(marks).size;
const never = (marks: readonly string[], periods: number): number => periods - new Set(marks).size;

describe('a job that fails, one that hangs and one that is slow', () => {
  const jobs: readonly Job[] = ['failing', 'hanging', 'slow', 'fine'].map((name) => ({
    name,
    command: 'mark',
    input: {},
    at: '10 4 * * *',
    about: name,
  }));

  it('do not stop the others, are tried again later and later, and are not done', async () => {
    const bench = createWorkspace({ 'daybook.yaml': 'timezone: UTC\nstore.fsync: "off"\n' });
    const tried: string[] = [];
    for (const time of FULL ? [...TIMES, '05:00', '05:20', '06:00', '23:00'] : TIMES) {
      const env = { DAYBOOK_NOW: `2026-06-07T${time}:00Z`, DAYBOOK_HOME: join(bench.home, '.daybook') };
      const runtime = await openRuntime({ cwd: bench.root, env, warn: () => undefined }, 'workspace');
      const command = ({ name }: Job) => [process.execPath, script, 'once', bench.root, name];
      const done = await runDueJobs({ runtime, env, jobs, command, limit: LIMIT_MS });
      for (const { job, what, said } of done) tried.push(`${time} ${job} ${what}: ${said}`);
    }
    const tries = FULL ? 3 : 2;
    const late = `took longer than ${LIMIT_MS / 60_000} minutes and was stopped`;
    expect(tried).toEqual([
      '04:10 failing failed: it cannot be done',
      `04:10 hanging failed: ${late}`,
      '04:10 slow done: - did 2026-06-07T04:10',
      '04:10 fine done: - did 2026-06-07T04:10',
      '04:20 failing failed: it cannot be done',
      `04:20 hanging failed: ${late}`,
      ...(FULL ? ['05:20 failing failed: it cannot be done', `05:20 hanging failed: ${late}`] : []),
    ]);
    const lines = ledger(bench)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const ended = (job: string, t: string) => lines.filter((line) => line.job === job && line.t === t).length;
    expect(
      ['failing', 'hanging', 'slow', 'fine'].map((job) => [ended(job, 'done'), ended(job, 'failed')]),
    ).toEqual([
      [0, tries],
      [0, tries],
      [1, 0],
      [1, 0],
    ]);
  });
});
