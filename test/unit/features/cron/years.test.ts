import { afterAll, expect, it } from 'vitest';
import type { Schedule } from '../../../../src/config/cron-expression.js';
import { addDays } from '../../../../src/dates/local-time.js';
import {
  applyRunRecord,
  isJobDue,
  type JobState,
  NEVER_RUN,
} from '../../../../src/features/cron/job-state.js';
import { createRandom } from '../../../support/random.js';
import { FULL, SEED } from '../../../support/workspace.js';
import { DAY, HOUR, inZone, keepZone, MINUTE, scheduleOf, ZONES } from '../../../support/zones.js';

keepZone();

const TIMES = [
  '0 0 * * *',
  '30 0 * * *',
  '30 1 * * *',
  '30 2 * * *',
  '0 3 * * *',
  '10 4 * * *',
  '0 12 * * *',
];
const [FIRST, LAST] = FULL ? [2015, 2027] : [2026, 2026];
const PLACES = FULL
  ? ZONES
  : (['Europe/Berlin', 'America/Havana', 'Australia/Lord_Howe', 'Africa/Casablanca'] as const);

interface Job {
  readonly schedule: Schedule;
  readonly time: string;
  state: JobState;
  readonly done: Map<string, number>;
  readonly covered: { since: string; period: string }[];
}

const count = { ticks: 0, periods: 0, runs: 0, failed: 0, madeUp: 0, sleeps: 0, back: 0 };
const wrong = { twice: 0, unaccounted: 0, early: 0, manyAWake: 0 };

it.each(PLACES)(
  `daily jobs of ${LAST - FIRST + 1} years in %s: once a day, whatever clocks and lids do`,
  (zone) => {
    const local = inZone(zone);
    const random = createRandom(`${SEED} ${zone}`);
    const jobs = TIMES.map(newJob);
    const [begin, end] = [Date.UTC(FIRST, 0, 1, 12), Date.UTC(LAST, 11, 31, 12)];
    const firstDay = local(begin).date;
    let astray = 0; // how far the clock is behind until it is corrected
    for (let real = begin; real < end; ) {
      for (const job of jobs) tick(job, real - astray, local, random);
      real += (20 + 80 * random()) * MINUTE;
      const draw = random();
      if (draw < 0.004) {
        count.sleeps++;
        real += asleep(random);
      } else if (draw < 0.006 && astray === 0) {
        count.back++;
        astray = random() * 5 * HOUR;
      } else if (draw < 0.05) astray = 0;
    }
    for (const job of jobs) wrong.unaccounted += unaccounted(job, firstDay, local(end).date);
    expect(wrong).toEqual({ twice: 0, unaccounted: 0, early: 0, manyAWake: 0 });
  },
);

afterAll(() => {
  console.log(
    `simulated years, seed ${SEED}: ${PLACES.length} zones × ${LAST - FIRST + 1} years × ${TIMES.length} times, ${count.ticks} ticks, ${count.periods} periods, ${count.runs} runs, ${count.madeUp} periods made up by a later one, ${count.failed} failures, ${count.sleeps} sleeps, ${count.back} clocks set back; ${wrong.twice} twice, ${wrong.unaccounted} unaccounted, ${wrong.early} early, ${wrong.manyAWake} wakes with more than one catch-up`,
  );
});

function newJob(line: string): Job {
  const [minute = '', hour = ''] = line.split(' ');
  return {
    schedule: scheduleOf(line),
    time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`,
    state: NEVER_RUN,
    done: new Map(),
    covered: [],
  };
}

/** Minutes to weeks, shorter ones more often. */
const asleep = (random: () => number): number =>
  Math.exp(Math.log(10 * MINUTE) + random() * Math.log((21 * DAY) / (10 * MINUTE)));

/** What a scheduler does at one look; one run in fifty fails. */
function tick(job: Job, now: number, local: ReturnType<typeof inZone>, random: () => number): void {
  count.ticks++;
  for (let runs = 0; ; runs++) {
    const next = isJobDue(job.schedule, job.state, now, local, 30 * MINUTE);
    if (next?.what !== 'run') break;
    if (runs > 0) wrong.manyAWake++;
    const { period, since } = next;
    const { date, time } = local(now);
    if (`${date}T${time}` < `${period}T${job.time}`) wrong.early++;
    const line = { id: `${now}`, job: 'job', period, at: now, ms: 1 } as const;
    if (random() < 0.02) {
      count.failed++;
      job.state = applyRunRecord(job.state, { ...line, t: 'failed', why: 'dice' });
      break;
    }
    count.runs++;
    if (job.done.has(period)) wrong.twice++;
    job.done.set(period, now);
    if (since !== null) job.covered.push({ since, period });
    job.state = applyRunRecord(job.state, { ...line, t: 'done', since, say: '', changed: [], seq: null });
  }
}

/** Days whose run neither was nor was made up by a later one; the last may still lie ahead. */
function unaccounted({ done, covered }: Job, first: string, last: string): number {
  const madeUp = new Set<string>();
  for (const { since, period } of covered)
    for (let day = addDays(since, 1); day < period; day = addDays(day, 1)) madeUp.add(day);
  let missing = 0;
  const newest = [...done.keys()].sort().at(-1) ?? first;
  for (let day = addDays(first, 1); day <= newest; day = addDays(day, 1)) {
    count.periods++;
    if (madeUp.has(day)) count.madeUp++;
    if (!done.has(day) && !madeUp.has(day)) missing++;
    if (done.has(day) && madeUp.has(day)) wrong.twice++;
  }
  return missing + (addDays(newest, 25) < last ? 1 : 0);
}
