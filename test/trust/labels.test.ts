import { expect, it } from 'vitest';
import { FULL, type Reply, workshop } from './workshop.js';

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
  const bench = workshop({});
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
}, 600_000);

it('counts of one record under many hands: each is counted once', async () => {
  const bench = workshop({});
  await bench.run(['feedback', 'add', '--mistake', 'ran it without --retry']);
  const turns = Array.from({ length: WRITERS }, (_, i) => (i % 2 === 0 ? '--clean' : '--violated'));
  const done = turns.map((how) => bench.start(['feedback', 'applied', 'FB-20260607-001', how]).ended);
  expect((await Promise.all(done)).map(({ status }) => status)).toEqual(turns.map(() => 0));
  await bench.run(['status']);
  const { feedback } = await bench.json(['feedback', 'list']);
  expect(feedback[0]).toMatchObject({ clean: WRITERS / 2, violated: WRITERS / 2 });
}, 120_000);
