// @module-tag full: 10 s of processor time
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { JOBS, type Job } from '../../../src/config/jobs.js';
import { addDays } from '../../../src/dates/local-time.js';
import { createRandom } from '../../support/random.js';
import { stateOf } from '../../support/store-root.js';
import { createWorkspace, FULL, QUICK, SEED, type Workspace } from '../../support/workspace.js';

const DAYS = FULL ? 400 : 8;
/** Days from one busy day to the next: a quick run covers as long a time with fewer of them. */
const STEP = FULL ? 1 : 5;
const FIRST = '2026-03-02';
/** A memory of this size is too large here, so that settled lines leave within the days of a quick run. */
const LIMIT_KB = 16;

const THINGS = 'sessions retries uploads invoices webhooks avatars exports search caching logins'.split(' ');
const WAYS = 'Postgres queues streams cron signed cookies workers sqlite brotli leases'.split(' ');

/** A unique word that identifies one entry. */
const mark = (sort: string, turn: number): string => `${sort}q${turn.toString(36)}z`;

/** Logs the entries of one busy day; returns their unique words. */
async function busyDay(
  bench: Workspace,
  date: string,
  turn: number,
  random: () => number,
): Promise<string[]> {
  const told: string[] = [];
  const at = (time: string) => ({ now: `${date}T${time}:00+02:00`, seed: `${date} ${time}` });
  const say = async (sort: string, time: string, words: (mark: string) => readonly string[]) => {
    const own = mark(sort, turn);
    expect((await bench.run(words(own), at(time))).status, `${date} ${sort}`).toBe(0);
    told.push(own);
  };
  const pick = (all: readonly string[]) => all[Math.floor(random() * all.length)] ?? '';
  const thing = pick(THINGS);
  await bench.run(['recall'], at('09:00'));
  await say('decided', '09:30', (own) => [
    'log',
    `keep ${thing} with ${pick(WAYS)} ${own}`,
    '--type',
    'decision',
  ]);
  await say('done', '10:00', (own) => [
    'log',
    `fixed the ${thing} of ${own} ${'and more of it '.repeat(20)}`,
    '--type',
    'progress',
  ]);
  await say('tried', '10:30', (own) => ['log', `tried ${thing} in src/${own}.ts`, '--type', 'experience']);
  await say('error', '11:00', (own) => ['day', 'add', 'error', `${own} failed in ${thing}`]);
  appendFileSync(join(bench.root, 'content/MEMORY.md'), `- a person typed hand${turn}q about ${thing}\n`);
  told.push(`hand${turn}q`);
  const call = {
    id: `t${turn}`,
    parent: null,
    session: `s${turn}`,
    at: `${date}T09:00:00.000Z`,
    tool: 'Bash',
    input: 'npm test',
    files: [],
    started: null,
  };
  for (const ok of [false, true])
    appendFileSync(stateOf(bench.root, `keep/tools-${date}.jsonl`), `${JSON.stringify({ ...call, ok })}\n`);
  if (turn % 4 === 0) commit(bench.root, date, turn);
  return told;
}

function commit(root: string, date: string, turn: number): void {
  const when = `${date}T12:00:00+02:00`;
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgSign=false'];
  const env = { ...process.env, GIT_AUTHOR_DATE: when, GIT_COMMITTER_DATE: when };
  execFileSync('git', [...who, 'commit', '--quiet', '--allow-empty', '-m', `step ${turn}`], {
    cwd: root,
    env,
  });
}

/** Jobs that only look: in a quick run they come on Mondays. */
const LOOKING: readonly string[] = ['unresolved', 'audit', 'lint', 'reminders'];

/** Every job once, as the clock would ask it. */
async function night(bench: Workspace, date: string): Promise<void> {
  const isWeekly = !FULL && new Date(date).getUTCDay() !== 1;
  for (const { name } of JOBS.filter((job: Job) => job.authority === undefined)) {
    if (isWeekly && LOOKING.includes(name)) continue;
    const { status, err } = await bench.run(['cron', 'run', name], {
      now: `${date}T04:30:00+02:00`,
      seed: `${date} ${name}`,
    });
    expect([status, err.replace(/^daybook: .*\n/gm, '')], `${date} ${name}`).toEqual([0, '']);
  }
}

const linesOf = (bench: Workspace, path: string): number => bench.read(path).split('\n').length;

describe('a busy workspace', () => {
  it(`of ${DAYS * STEP} days keeps within its budgets, finds every decision, and loses nothing`, async () => {
    const random = createRandom(SEED);
    const began = process.cpuUsage();
    const bench = createWorkspace({
      'daybook.yaml': `${QUICK}retention.note: ${LIMIT_KB}\n`,
      'CLAUDE.md': '# Rules\n',
      'content/MEMORY.md': '# Memory\n\n## Learnings\n\n',
    });
    execFileSync('git', ['init', '--quiet'], { cwd: bench.root });
    await bench.run(['session']); // makes the state folder
    const told: string[] = [];
    const decided: string[] = [];
    let most = 0;
    for (let turn = 0; turn < DAYS; turn++) {
      const date = addDays(FIRST, turn * STEP);
      const marks = await busyDay(bench, date, turn, random);
      told.push(...marks);
      decided.push(...marks.filter((one) => one.startsWith('decided')));
      const before = linesOf(bench, 'content/MEMORY.md');
      if (turn < DAYS - 1) await night(bench, addDays(date, 1));
      expect(linesOf(bench, 'content/MEMORY.md'), date).toBeGreaterThan(before * 0.7);
      most = Math.max(most, bench.read('content/MEMORY.md').length);
    }
    const today = addDays(FIRST, DAYS * STEP);
    const before = bench.files();
    await night(bench, today);
    const after = bench.files();
    const notes = Object.entries(after).filter(([path]) => path.startsWith('content/'));
    const all = notes.map(([, text]) => text).join('\n');
    expect(
      told.filter((one) => !all.includes(one)),
      `seed ${SEED}`,
    ).toEqual([]);
    const living = notes.filter(([path]) => path.startsWith('content/evolving/'));
    expect(living.length).toBeLessThanOrEqual(32);
    const [now, seed] = [`${today}T04:40:00+02:00`, 'late'];
    for (const one of decided) {
      const { hits } = await bench.json(['search', one, '--limit', '1'], { now, seed });
      expect(hits[0]?.text, one).toContain(one);
    }
    const brief = await bench.json(['recall', '--no-promote'], { now, seed });
    expect(brief.tokens).toBeLessThanOrEqual(800);
    expect(notes.filter(([path]) => path.includes('/archive/')).length).toBeGreaterThan(FULL ? DAYS - 33 : 0);
    await bench.json(['undo', '--night', today], { now, seed });
    expect(bench.files()).toEqual(before);
    const spent = process.cpuUsage(began);
    console.log(
      `${DAYS * STEP} days, seed ${SEED}: ${told.length} entries logged, 0 lost; ${decided.length} decisions found; ${living.length} days in their place, ${notes.length} notes; MEMORY.md at most ${Math.round(most / 1024)} KB; brief ${brief.tokens} tokens; the last night undone byte for byte; ${Math.round((spent.user + spent.system) / 1e6)} s of CPU`,
    );
  }, 7_200_000);
});
