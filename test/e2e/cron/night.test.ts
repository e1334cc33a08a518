// @module-tag full: 64 s of processor time
import { describe, expect, it } from 'vitest';
import { JOBS, type Job } from '../../../src/config/jobs.js';
import { pause } from '../../robustness/crash/bench.js';
import { createRandom } from '../../support/random.js';
import { inState } from '../../support/store-root.js';
import { createWorkspace, drawRows, FULL, SEED, stamps, type Workspace } from '../../support/workspace.js';

const NAMES = JOBS.filter((job: Job) => job.authority === undefined).map(({ name }) => name);
const EVENING = '2026-06-07T18:00:00+02:00';
const NIGHT = '2026-06-08T07:30:00+02:00';
const KILLS = FULL ? 100 : 1;

/** A workspace at the end of a day, in which each job has something to do that changes a file or the history. */
async function day(): Promise<Workspace> {
  const bench = createWorkspace({
    'CLAUDE.md': '# Rules\r\n\r\nA person wrote this.\r\n',
    'content/MEMORY.md': '# Memory\n\n## Decisions\n\n- a person decided this',
    'content/SESSION.md': '# Session\n\n## Experience\n\n- typed by hand\n\nA thought in prose.\n',
    'content/INBOX.md': '# Inbox\n\n## Proposals\n\n',
    'content/evolving/2026-04-20.md': '# 2026-04-20\r\n\r\n### Decision: Use Svelte 5 runes\r\n',
    'content/plan.md': '\uFEFFsince [[content/evolving/2026-04-20]]',
  });
  const say = (words: readonly string[], now: string, seed: string) => bench.run(words, { now, seed });
  for (const turn of [1, 2, 3])
    await say(
      ['log', `an old fact number ${turn}`, '--type', 'fact'],
      `2026-04-0${turn}T10:00:00+02:00`,
      `old ${turn}`,
    );
  await say(['context'], '2026-04-05T10:00:00+02:00', 'context');
  await say(['log', 'the fence is green', '--type', 'fact'], '2026-06-05T10:00:00+02:00', 'june'); // the clock is believed
  for (let turn = 0; turn < 12; turn++)
    await say(
      [
        'log',
        `tried variant ${turn} of the retry in \`src/net${turn}.ts\`, and learned that it needs ${turn} waits`,
        '--type',
        'experience',
      ],
      EVENING,
      `new ${turn}`,
    );
  await say(['remind', 'renew the certificate', '--when', 'tomorrow'], EVENING, 'remind');
  bench.write(inState(bench.root, 'keep/tools-2026-06-07.jsonl'), `${JSON.stringify(TOOL)}\n`);
  return bench;
}

/** What the jobs that change something change in `busy`; the rest only look. */
const WORK: Readonly<Record<string, string[]>> = {
  promote: ['content/MEMORY.md'],
  journal: ['content/evolving/2026-06-07.md'],
  retention: [
    'content/MEMORY.md',
    'content/archive/MEMORY-2026.md',
    'content/archive/evolving/2026-04-20.md',
    'content/plan.md',
  ],
  audit: ['content/INBOX.md', 'content/FEEDBACK-LOG.md'],
  context: ['CLAUDE.md'],
  cleanup: [
    'content/research_plans/paint.md',
    'content/findings/one_20260601T100000.md',
    'content/checkpoints/cp_start_20260601T100000.md',
    'content/snapshots/auth_2026-04-01.md',
    'content/notes/long-tasks.md',
  ],
};

/** That day with notes of long tasks, mistakes made three times, a memory that is too large, and line endings of all sorts. */
async function busy(): Promise<Workspace> {
  const bench = await day();
  const long = (turn: number) => `- shipped part ${turn} of it, ${'bit by bit, '.repeat(240)}and so on`;
  const memory = Array.from({ length: 8 }, (_, turn) => `${long(turn)} [at:: 2026-01-0${turn + 1}]`);
  bench.write('daybook.yaml', `${bench.read('daybook.yaml')}retention.note: 16\n`);
  bench.write(
    'content/MEMORY.md',
    `${bench.read('content/MEMORY.md')}\r\n\r\n## Progress\r\n\r\n${memory.join('\r\n')}`,
  );
  bench.write(
    'content/FEEDBACK-LOG.md',
    '\uFEFF# Feedback log\r\n\r\n## FB-20260501-001 — pushed to main\r\n\r\n**Prevention**: open a branch\r\n**Seen**: 3\r\n',
  );
  for (const words of [
    ['plan', 'paint', '--objective', 'A green fence', '--next', 'buy paint', '--done'],
    ['finding', 'one', '--task', 'roof', '--summary', 'It leaks.', '--discovery', 'two tiles are gone'],
    ['finding', 'two', '--task', 'roof', '--summary', 'It drips.', '--discovery', 'two tiles are gone'],
    ['checkpoint', '--phase', 'start', '--task', 'roof', '--next', 'count tiles'],
  ])
    expect((await bench.run(words, { now: '2026-06-01T10:00:00+02:00', seed: words.join(' ') })).status).toBe(
      0,
    );
  const later = { now: '2026-06-02T10:00:00+02:00', seed: 'later' };
  await bench.run(['checkpoint', '--phase', 'middle', '--task', 'roof', '--next', 'buy tiles'], later);
  const april = { now: '2026-04-01T10:00:00+02:00', seed: 'april' };
  await bench.run(['save', '--topic', 'auth', '--goal', 'log in', '--status', 'completed'], april);
  const told = 'tried clay in `src/tiles.ts`, and learned that it needs two coats';
  await bench.run(['log', told, '--type', 'experience'], { now: EVENING, seed: 'clay' });
  const links = ['[[one_20260601T100000]]', '[[auth_2026-04-01|auth]]', '[p](../research_plans/paint.md)'];
  bench.write('content/notes/long-tasks.md', `See ${links.join('\tand ')}`);
  return bench;
}

/** A line of the tool log. */
const TOOL = {
  id: 't1',
  parent: null,
  session: 'sess-7',
  at: '2026-06-07T15:00:00.000Z',
  tool: 'Bash',
  input: 'npm test',
  ok: true,
  files: [],
  started: null,
};

/** Output of `cron` at night. */
const cron = (...words: readonly string[]) => ['cron', ...words];
const at = (seed = 'night') => ({ now: NIGHT, seed });

describe.each(drawRows(NAMES, 3))('the job %s', (name) => {
  it('done twice is done once, is no sign of life, and its dry run prints the diff that the run makes', async () => {
    const [bench, told] = [await day(), await day()];
    const heart = bench.read('.daybook/signal.json');
    const before = bench.files();
    const shown = await told.run(cron('run', name, '--dry-run'), at());
    expect(shown.status).toBe(0);
    expect(told.files()).toEqual(before);
    const first = await bench.json(cron('run', name), at());
    expect(first.ok).toBe(true);
    const changed = Object.keys(bench.files()).filter((path) => bench.files()[path] !== before[path]);
    expect(first.changes.map(({ path }: { path: string }) => path)).toEqual(expect.arrayContaining(changed));
    if (first.seq !== undefined) {
      const diff = await bench.json(['diff', String(first.seq)], at());
      expect(shown.out).toBe(diff.diff);
    }
    const after = stamps(bench);
    for (const again of [1, 2])
      expect((await bench.json(cron('run', name), at(`again ${again}`))).changes).toEqual([]);
    expect(stamps(bench)).toEqual(after);
    expect(bench.read('.daybook/signal.json')).toBe(heart);
  });
});

describe('a night', () => {
  it('ticks each job once, shows what it did, and is undone to the byte', { tags: 'desk' }, async () => {
    const bench = await day();
    const before = bench.files();
    const shown = await bench.run(cron('tick', '--dry-run'), at());
    expect(bench.files()).toEqual(before);
    const ticked = await bench.json(cron('tick'), at());
    expect(ticked.runs.map(({ job, what }: { job: string; what: string }) => `${job} ${what}`)).toEqual(
      NAMES.map((name) => `${name} done`),
    );
    expect((await bench.json(cron('tick'), at())).runs).toEqual([]);
    const changed = Object.keys(bench.files()).filter((path) => bench.files()[path] !== before[path]);
    expect(changed.toSorted()).toEqual([
      'CLAUDE.md',
      'content/MEMORY.md',
      'content/archive/evolving/2026-04-20.md',
      'content/evolving/2026-06-07.md',
      'content/plan.md',
    ]);
    for (const path of changed) expect(shown.out).toContain(`+++ b/${path}`);
    const { runs } = await bench.json(cron('log'), at());
    expect(runs.length).toBe(NAMES.length);
    expect(runs.find(({ job }: { job: string }) => job === 'promote').changed).toEqual(
      expect.arrayContaining(['content/MEMORY.md']),
    );
    const undone = await bench.json(['undo', '--night', '2026-06-08'], at());
    expect(undone.undone).toMatchObject({ night: '2026-06-08', left: [] });
    expect(bench.files()).toEqual(before);
  });

  it('over a workspace in which every job has work changes all sorts of notes, and every byte of them comes back', async () => {
    const bench = await busy();
    const before = bench.files();
    await bench.json(cron('tick'), at());
    const { runs } = await bench.json(cron('log'), at());
    const changed = (job: string): string[] =>
      runs.find((run: { job: string }) => run.job === job).changed.map((path: string) => path);
    for (const [job, paths] of Object.entries(WORK))
      expect(changed(job), job).toEqual(expect.arrayContaining(paths));
    const after = bench.files();
    const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const touched = paths.filter((path) => before[path] !== after[path]);
    await bench.json(['undo', '--night', '2026-06-08'], at());
    expect(bench.files()).toEqual(before);
    const { checks } = await bench.json(['doctor'], at());
    expect(checks.filter(({ ok, name }: { ok: boolean; name: string }) => !ok && name !== 'jobs')).toEqual(
      [],
    );
    console.log(
      `a night over ${Object.keys(before).length} files: ${touched.length} changed by ${Object.keys(WORK).length} of ${NAMES.length} jobs (the others only look), 0 bytes other than before once it is taken back`,
    );
  });

  it('in which a person wrote: only what the jobs did is undone', async () => {
    const bench = await day();
    await bench.json(cron('tick'), at());
    await bench.json(['log', 'a fact of the morning', '--type', 'fact'], at('morning'));
    const told = await bench.json(['undo', '--night', '2026-06-08'], at());
    expect(told.ok).toBe(true);
    const memory = bench.read('content/MEMORY.md');
    expect(memory).toContain('a fact of the morning');
    expect(memory).not.toContain('tried variant');
    expect(memory).toContain('- a person decided this');
  });
});

describe('kill -9', () => {
  it(`${KILLS} times during each job, at any moment: run again, it ends in the same bytes`, async () => {
    const random = createRandom(SEED);
    const count = { kills: 0, claimed: 0, written: 0, before: 0 };
    for (const name of NAMES) {
      const whole = await day();
      const began = performance.now();
      expect((await whole.start(cron('run', name, '--due'), at()).ended).status).toBe(0);
      let usual = performance.now() - began;
      for (let kill = 0; kill < KILLS; kill++) {
        const bench = await day();
        const before = bench.files();
        const running = bench.start(cron('run', name, '--due'), at());
        const start = performance.now();
        await Promise.race([pause(usual * (0.5 + 0.6 * random())), running.ended]);
        running.process.kill('SIGKILL');
        const { status } = await running.ended;
        if (status === null) count.kills++;
        else usual += (performance.now() - start - usual) / 5;
        const lines = ledgerOf(bench);
        if (status === null && lines === '') count.before++;
        if (lines.includes('"t":"claimed"') && !lines.includes('"t":"done"')) count.claimed++;
        if (status === null && JSON.stringify(bench.files()) !== JSON.stringify(before)) count.written++;
        const again = await bench.run(cron('run', name, '--due'), at());
        expect([again.status, again.err], `${name}, seed ${SEED}`).toEqual([0, '']);
        expect(bench.files(), `${name}, seed ${SEED}`).toEqual(whole.files());
        expect(ledgerOf(bench).match(/"t":"done"/g)?.length, `${name}, seed ${SEED}`).toBe(1);
        expect(
          (await bench.json(['doctor'], at())).checks.filter(
            ({ ok, name: check }: { ok: boolean; name: string }) =>
              !ok && check !== 'jobs' && check !== 'leftover files',
          ),
        ).toEqual([]);
      }
    }
    console.log(
      `kill -9 of jobs, seed ${SEED}: ${NAMES.length} jobs × ${KILLS}, ${count.kills} killed (${count.before} before they took it on, ${count.claimed} over it, ${count.written} when notes were written), all ended in the same bytes`,
    );
  }, 3_600_000);
});

function ledgerOf(bench: Workspace): string {
  try {
    return bench.read(inState(bench.root, 'keep/runs.jsonl'));
  } catch {
    return '';
  }
}
