// @module-tag full: 6 s of processor time
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { JOBS } from '../../../src/config/jobs.js';
import { pause } from '../../robustness/crash/bench.js';
import { stateOf } from '../../support/store-root.js';
import { createWorkspace, FULL, type Workspace } from '../../support/workspace.js';

const settings = (more = ''): Record<string, string> => ({
  'daybook.yaml': `timezone: Europe/Berlin\nstore.fsync: "off"\n${more}`,
});

/** How often each job was done, by the run ledger. */
function done({ root }: Workspace): Record<string, number> {
  let text = '';
  try {
    text = readFileSync(stateOf(root, 'keep/runs.jsonl'), 'utf8');
  } catch {
    return {}; // nothing ran yet
  }
  const counts: Record<string, number> = {};
  for (const [, job = ''] of text.matchAll(/"job":"(\w+)"[^\n]*"t":"done"/g))
    counts[job] = (counts[job] ?? 0) + 1;
  return counts;
}

/** The jobs that run where the settings say nothing: `sync` is off. */
const BY_DEFAULT = JOBS.filter(({ name }) => name !== 'sync');
const ALL = Object.fromEntries(BY_DEFAULT.map(({ name }) => [name, 1]));

async function untilDone(bench: Workspace): Promise<void> {
  for (let waited = 0; Object.keys(done(bench)).length < Object.keys(ALL).length; waited += 50) {
    if (waited > 40_000) throw new Error(`only ${JSON.stringify(done(bench))} were done`);
    await pause(50);
  }
}

describe('cron start', () => {
  it('runs what is due as it starts, once with two clocks at work, and ends when it is told to', async () => {
    const bench = createWorkspace(settings());
    const clocks = [bench.start(['cron', 'start']), bench.start(['cron', 'start'])];
    await untilDone(bench);
    await pause(300);
    for (const { process } of clocks) process.kill('SIGTERM');
    for (const { ended } of clocks) {
      const { status, out, err } = await ended;
      expect([status, err]).toEqual([0, '']);
      expect(out).toMatch(/^The clock ticks every minute here[\s\S]*Stopped after \d+ looks?\.\n$/);
    }
    expect(done(bench)).toEqual(ALL);
  });

  it.runIf(FULL)('ticks again after a minute', async () => {
    const bench = createWorkspace(settings('cron: {journal: "* * * * *"}\n'));
    const clock = bench.start(['cron', 'start'], { env: { DAYBOOK_NOW: '' } });
    for (let waited = 0; (done(bench).journal ?? 0) < 2; waited += 500) {
      expect(waited).toBeLessThan(130_000);
      await pause(500);
    }
    clock.process.kill('SIGINT');
    expect((await clock.ended).status).toBe(0);
  });

  it('refuses where there is no workspace', async () => {
    const bench = createWorkspace(settings());
    const { status, err } = await bench.start(['cron', 'start', '--workspace', '/'], {}).ended;
    expect([status, err]).toEqual([3, expect.stringContaining('daybook init')]);
  });
});
