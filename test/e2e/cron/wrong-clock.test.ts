// @module-tag full: 6 s of processor time
/* A clock that is wrong must not make anything old: ticks of the built command under 1970 and 2099. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findClockLeap } from '../../../src/store/change-journal/prune.js';
import { createWorkspace, later, type Workspace } from '../../support/workspace.js';

const DAY = 24 * 60;
const DAYS = 86_400_000;

/** A workspace that was used on six days in a row, each night with its jobs. */
async function used(): Promise<Workspace> {
  const bench = createWorkspace({
    'daybook.yaml': 'timezone: Europe/Berlin\nstore.fsync: "off"\nkeep.days: 30\n',
    'content/evolving/2026-06-01.md': '# 2026-06-01\n\n### Decision\n\nuse the old parser\n',
    'content/MEMORY.md': '# Memory\n\n## Decisions\n\n- by hand\n',
  });
  for (let day = 0; day < 6; day++) {
    const now = later(day * DAY);
    await bench.run(['log', `said on day ${day}`, '--type', 'fact'], { now });
    await bench.run(['log', `tried on day ${day}`, '--type', 'experience'], { now });
    await bench.run(['cron', 'run', 'lint'], { now });
  }
  return bench;
}

const historyOf = async (bench: Workspace, now: string): Promise<readonly number[]> =>
  (await bench.json(['history', '--limit', '200'], { now })).history.map(({ seq }: { seq: number }) => seq);

const lines = (bench: Workspace, name: string): readonly string[] => {
  const folder = findKeep(join(bench.root, '.daybook'));
  return readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean);
};

/** The state folder with the journal. */
function findKeep(folder: string): string {
  const items = readdirSync(folder, { withFileTypes: true });
  if (items.some(({ name }) => name === 'journal.jsonl')) return folder;
  for (const item of items) {
    const found = item.isDirectory() ? findKeep(join(folder, item.name)) : '';
    if (found !== '') return found;
  }
  return '';
}

describe('a tick of the clock', () => {
  it.each([
    ['2099-01-01T12:00:00+01:00', true],
    ['2027-06-01T12:00:00+02:00', true],
    ['1970-01-03T12:00:00+01:00', false],
  ])('at %s forgets no history and archives nothing', async (now, warns) => {
    const bench = await used();
    const [seqs, runs] = [await historyOf(bench, later(6 * DAY)), lines(bench, 'runs.jsonl')];
    const tick = await bench.start(['cron', 'tick'], { now }).ended;
    expect(tick.status, tick.err).not.toBe(70);
    const after = await historyOf(bench, later(6 * DAY));
    expect(after.filter((seq) => seqs.includes(seq))).toEqual(seqs);
    const left = lines(bench, 'runs.jsonl');
    expect(runs.filter((line) => !left.includes(line))).toEqual([]);
    expect(Object.keys(bench.files('content'))).toContain('content/evolving/2026-06-01.md');
    if (warns) expect(tick.out).toContain('nothing is archived or forgotten by age');
    const request = await bench.run(['cleanup', 'history'], { now });
    if (warns) expect(request.err).toContain('nothing is archived or forgotten by age');
    expect((await historyOf(bench, later(6 * DAY))).filter((seq) => seqs.includes(seq))).toEqual(seqs);
    const doctor = await bench.run(['doctor', '--fix'], { now });
    if (warns) expect(doctor.out).toContain('ok  clock — the clock says');
    expect((await historyOf(bench, later(6 * DAY))).filter((seq) => seqs.includes(seq))).toEqual(seqs);
  });

  it('forgets what was recorded under a wrong clock no sooner than what came before it', async () => {
    const bench = await used();
    await bench.run(['log', 'said in 1970', '--type', 'fact'], { now: '1970-01-02T12:00:00+01:00' });
    const seqs = await historyOf(bench, later(6 * DAY));
    await bench.run(['log', 'said a week later', '--type', 'fact'], { now: later(7 * DAY) });
    await bench.run(['cleanup', 'history'], { now: later(7 * DAY) });
    expect((await historyOf(bench, later(7 * DAY))).filter((seq) => seqs.includes(seq))).toEqual(seqs);
  });

  it('forgets and archives again once two days are recorded under the new time', async () => {
    const bench = await used();
    const seqs = await historyOf(bench, later(6 * DAY));
    for (const day of [100, 101, 102])
      await bench.run(['log', `said on day ${day}`, '--type', 'fact'], { now: later(day * DAY) });
    const now = later(102 * DAY + 60);
    const tx = await bench.run(['cleanup', 'history'], { now: later(100 * DAY + 1) });
    expect(tx.out).not.toContain('Forgot');
    await bench.run(['cron', 'run', 'retention'], { now });
    expect(Object.keys(bench.files('content'))).toContain('content/archive/evolving/2026-06-01.md');
    const done = await bench.run(['cleanup', 'history'], { now });
    expect(done.out).toContain('Forgot');
    expect((await historyOf(bench, now)).filter((seq) => seqs.includes(seq)).length).toBeLessThan(
      seqs.length,
    );
  });
});

describe('a leap of the clock', () => {
  const start = Date.UTC(2026, 5, 1);
  const daily = Array.from({ length: 10 }, (_, day) => start + day * DAYS);
  it.each([
    ['nothing recorded yet', [], start, null],
    ['the day after', daily, start + 10 * DAYS, null],
    ['a weekend later', daily, start + 11 * DAYS, null],
    ['73 years later', daily, Date.UTC(2099, 0, 1), daily[9]],
    ['years before', daily, 0, null],
    ['back again, with a record of 2099', [...daily, Date.UTC(2099, 0, 1)], start + 10 * DAYS, null],
    ['a week later, as every week', [0, 7, 14, 21].map((day) => start + day * DAYS), start + 28 * DAYS, null],
    ['the first hours after three weeks away', [...daily, start + 30 * DAYS], start + 30.5 * DAYS, daily[9]],
    [
      'two days after three weeks away',
      [...daily, start + 30 * DAYS, start + 31 * DAYS],
      start + 32.1 * DAYS,
      null,
    ],
  ] as const)('%s', (_what, times, now, before) => {
    expect(findClockLeap(now, times)).toBe(before);
  });
});
