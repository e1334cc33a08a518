// @module-tag full: it runs commands many times over
import { expect, it } from 'vitest';
import { createWorkspace, FULL, type Reply } from '../support/workspace.js';

const WRITERS = 8;
const EACH = FULL ? 25 : 3;

const THINGS = [
  'hugo',
  'docker',
  'the retry queue',
  'git rebase',
  'the deploy script',
  'vitest',
  'the linter',
  'psql',
];
const WAYS = [
  'without its flag',
  'on the wrong branch',
  'before it was ready',
  'with an old token',
  'as root',
];

/** Mistakes that no two of are the same. */
const mistake = (writer: number, n: number): string =>
  `started ${THINGS[writer % THINGS.length]} ${WAYS[n % WAYS.length]} in run${writer}x${n}`;

/** The numbers that headings of a text carry, in their order. */
const numbers = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map(([, number]) => Number(number));

it(`${WRITERS} × ${EACH} records of feedback and hand-offs at once: no gap, no double, nothing lost`, async () => {
  const bench = createWorkspace({});
  const faults: Reply[] = [];
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; n < EACH; n++)
      for (const args of [
        ['feedback', 'add', '--mistake', mistake(writer, n), '--correction', 'look first'],
        ['handoff', '--goal', `goal ${writer} of ${n}`, '--outcome', 'complete'],
        ['day', 'add', 'obs', `writer ${writer} sees number ${n}`],
      ]) {
        const reply = await bench.start([...args, '--json']).ended;
        if (reply.status !== 0) faults.push(reply);
      }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  expect(faults).toEqual([]);
  await bench.run(['status']); // files what waits
  const all = Array.from({ length: WRITERS * EACH }, (_, i) => i + 1);
  const log = bench.read('content/FEEDBACK-LOG.md');
  const records = bench.read('content/SESSION_LOG.md');
  const day = bench.read('content/evolving/2026-06-07.md');
  const labels = numbers(log, /^## FB-20260607-(\d{3}) — /gm);
  const sessions = numbers(records, /^## Session Log: 20260607-(\d{3})$/gm);
  const obs = [...day.matchAll(/^### Obs: (writer \d+ sees number \d+)$/gm)].map(([, text]) => text);
  console.log(
    `labels: ${labels.length} of feedback, ${sessions.length} of hand-offs, ${obs.length} noted in the day`,
  );
  expect(labels).toEqual(all);
  expect(sessions).toEqual(all);
  expect(new Set(obs).size).toBe(all.length);
  expect(obs.length).toBe(all.length);
  const { feedback } = await bench.json(['feedback', 'list']);
  expect(new Set(feedback.map((one: { mistake: string }) => one.mistake)).size).toBe(all.length);
});

it('counts of one record under many hands: each is counted once', async () => {
  const bench = createWorkspace({});
  await bench.run(['feedback', 'add', '--mistake', 'ran it without --retry']);
  const turns = Array.from({ length: WRITERS }, (_, i) => (i % 2 === 0 ? '--clean' : '--violated'));
  const done = turns.map((how) => bench.start(['feedback', 'applied', 'FB-20260607-001', how]).ended);
  expect((await Promise.all(done)).map(({ status }) => status)).toEqual(turns.map(() => 0));
  await bench.run(['status']);
  const { feedback } = await bench.json(['feedback', 'list']);
  expect(feedback[0]).toMatchObject({ clean: WRITERS / 2, violated: WRITERS / 2 });
});

it(`promotion by ${WRITERS} writers: what many checkpoints and recalls promote at once is promoted once, with a link that resolves`, async () => {
  const bench = createWorkspace({});
  const said = (writer: number, n: number) =>
    `keep ${THINGS[writer % THINGS.length]} ${WAYS[n % WAYS.length]} out of plan${writer}x${n}`;
  await bench.run(['log', 'looked around', '--type', 'experience'], { now: '2026-06-07T09:00:00+02:00' });
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; n < EACH; n++) {
      const now = `2026-06-07T1${n % 10}:3${writer}:00+02:00`;
      await bench.start(['day', 'add', 'decision', said(writer, n)], { now }).ended;
      await bench.start([writer % 2 === 0 ? 'checkpoint' : 'recall'], { now }).ended;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  const now = '2026-06-08T12:00:00+02:00';
  await bench.json(['checkpoint'], { now });
  const all = Array.from({ length: WRITERS }, (_, writer) =>
    Array.from({ length: EACH }, (_, n) => said(writer, n)),
  ).flat();
  const memory = bench.read('content/MEMORY.md');
  const promoted = [...memory.matchAll(/^- (keep .*?plan\d+x\d+).* \[\[(\d{4}-\d\d-\d\d#\^\w+)\]\]/gm)];
  console.log(`promotion: ${promoted.length} of ${all.length} decisions promoted by ${WRITERS} writers`);
  expect(promoted.map(([, text]) => text).toSorted()).toEqual(all.toSorted());
  expect(new Set(promoted.map(([, , link]) => link)).size).toBe(all.length);
  expect((await bench.json(['links', '--dead'], { now })).links).toEqual([]);
  expect((await bench.json(['checkpoint'], { now: '2026-06-08T12:10:00+02:00' })).promoted).toEqual([]);
});

it('a mistake told again by many hands at once is one record, and counted', async () => {
  const bench = createWorkspace({});
  const tell = (now: string) =>
    bench.start(['feedback', 'add', '--mistake', 'ran it without --retry'], { now }).ended;
  await tell('2026-06-07T09:00:00+02:00');
  await Promise.all(Array.from({ length: WRITERS }, () => tell('2026-06-07T11:00:00+02:00')));
  await bench.run(['status'], { now: '2026-06-07T11:01:00+02:00' });
  const { feedback } = await bench.json(['feedback', 'list'], { now: '2026-06-07T11:01:00+02:00' });
  expect(feedback).toHaveLength(1);
  expect(feedback[0].seen).toBe(1 + WRITERS);
});
