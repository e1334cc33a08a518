import { type JobReport, report } from '../lifecycle/schedule/report.js';
import { nearest } from '../recall/nearest.js';
import { JOBS } from '../wiki/jobs.js';
import type { RunLine } from '../wiki/run-line.js';
import { type Outcome, Refusal, type Row, verb, type World } from './verb.js';

/** What `cron` shows; what it does, a face does with a process of its own. */
const SHOWN = { list, next, log } as const;
export const DEEDS = ['run', 'tick', 'start', 'simulate', 'install', 'uninstall'] as const;
/** The schedulers of machines that a timer can be installed in. */
export const TIMERS = ['crontab', 'systemd', 'launchd', 'schtasks'] as const;
export type TimerKind = (typeof TIMERS)[number];

const ACTS = [...(Object.keys(SHOWN) as (keyof typeof SHOWN)[]), ...DEEDS];

/** What Daybook does by itself, when, and what became of it (FEATURES G). */
export const cron = verb({
  name: 'cron',
  about: 'jobs of the night: list them, run one, tick what is due, start the clock, install a timer',
  params: {
    act: {
      kind: 'text',
      word: 'one',
      about: `${ACTS.join(', ')}`,
    },
    job: { kind: 'text', word: 'one', about: 'the job, for `run` and `log`' },
    days: { kind: 'number', about: 'how many days to simulate (7)', holder: 'N' },
    as: { kind: 'text', choices: TIMERS, about: 'the scheduler of this machine' },
    print: { kind: 'flag', about: 'show what would be installed, and install nothing' },
    due: { kind: 'flag', about: 'run the job only if it is due' },
    limit: { kind: 'number', about: 'how many runs `log` lists (20)', holder: 'N' },
  },
  examples: [
    'daybook cron',
    'daybook cron run lint',
    'daybook cron tick',
    'daybook cron next',
    'daybook cron log',
    'daybook cron simulate --days 2',
  ],
  faces: ['cli'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => false,
  think(world, { act = 'list', job, limit = 20 }) {
    if (Object.hasOwn(SHOWN, act)) return SHOWN[act as keyof typeof SHOWN](world, { job, limit });
    if ((DEEDS as readonly string[]).includes(act))
      throw new Refusal(
        'no-process',
        `\`cron ${act}\` needs a process of its own`,
        `write: daybook cron ${act}`,
      );
    const [near] = nearest(act, ACTS);
    throw usage(
      `\`daybook cron ${act}\` is nothing that it does`,
      near ? `did you mean: daybook cron ${near}` : 'see: daybook cron --help',
    );
  },
});

interface Asked {
  readonly job: string | undefined;
  readonly limit: number;
}

function list(world: World): Outcome {
  const jobs = reportNow(world);
  return {
    say: summary(world, jobs),
    rows: jobs.map((job) => ({
      what: `**${job.name}** ${job.schedule}: ${job.about}`,
      why: standing(world, job),
    })),
    data: { jobs: jobs.map((job) => shown(world, job)) },
    changes: [],
  };
}

function next(world: World): Outcome {
  const jobs = reportNow(world)
    .filter((job) => job.next !== null)
    .toSorted((a, b) => (a.next ?? 0) - (b.next ?? 0));
  return {
    say:
      jobs.length === 0
        ? 'Every job is off.'
        : `Next is ${jobs[0]?.name}, ${when(world, jobs[0]?.next ?? 0)}.`,
    rows: jobs.map((job) => ({
      what: `**${job.name}** ${when(world, job.next ?? 0)}`,
      why: standing(world, job),
    })),
    data: { jobs: jobs.map((job) => shown(world, job)) },
    changes: [],
  };
}

function log(world: World, { job, limit }: Asked): Outcome {
  if (job !== undefined) refuseUnknown(job);
  const all = world
    .ask('runs')
    .filter((line) => line.t !== 'claimed' && (job === undefined || line.job === job));
  const runs = all.toReversed().slice(0, limit);
  return {
    say:
      runs.length === 0
        ? 'No job ran yet.'
        : `${all.length === 1 ? '1 run' : `${all.length} runs, newest first`}:`,
    rows: runs.map((line) => runRow(world, line)),
    data: { runs: runs.map((line) => ({ ...line, at: world.local(line.at).iso })) },
    changes: [],
  };
}

function runRow(world: World, line: RunLine): Row {
  const at = minute(world, line.at);
  if (line.t === 'done') {
    const back =
      line.seq === null
        ? null
        : `changed ${line.changed.join(', ')}; undo: daybook undo ${line.seq}, or --night ${at.slice(0, 10)}`;
    return { what: `${at} **${line.job}** ${line.say}`, why: back };
  }
  if (line.t === 'failed') return { what: `${at} **${line.job}** failed`, why: line.why };
  return { what: `${at} **${line.job}** passed over`, why: `${line.period} was missed` };
}

/** Every job as it stands now. */
export const reportNow = ({ ask, settings, now, local }: World): readonly JobReport[] =>
  report(ask('runs'), settings, now, local);

function summary(world: World, jobs: readonly JobReport[]): string {
  const [first] = jobs.filter(({ next }) => next !== null).toSorted((a, b) => (a.next ?? 0) - (b.next ?? 0));
  const counts = (['failing', 'overdue', 'never run'] as const).flatMap((condition) => {
    const count = jobs.filter((job) => job.condition === condition).length;
    return count === 0 ? [] : [`${count} ${condition}`];
  });
  const coming = first ? `; next is ${first.name}, ${when(world, first.next ?? 0)}` : '';
  return `${jobs.length} jobs${counts.length > 0 ? `, ${counts.join(', ')}` : ''}${coming}.`;
}

/** How a job stands, in words. */
export function standing(
  world: World,
  { condition, lastDone, said, failures, why, next: at }: JobReport,
): string {
  if (condition === 'off') return 'off';
  if (condition === 'failing')
    return `failed ${failures === 1 ? 'once' : `${failures} times`}: ${why}; again ${when(world, at ?? 0)}`;
  if (lastDone === null) return condition;
  return `${condition === 'fine' ? '' : `${condition}; `}done ${minute(world, lastDone)}: ${said}`;
}

const shown = ({ local }: World, { lastDone, next: at, ...job }: JobReport) => ({
  ...job,
  lastDone: lastDone === null ? null : local(lastDone).iso,
  next: at === null ? null : local(at).iso,
});

/** Refuses what is no job, with the nearest. */
export function refuseUnknown(job: string | undefined): void {
  const names: readonly string[] = JOBS.map(({ name }) => name);
  if (job !== undefined && names.includes(job)) return;
  if (job === undefined)
    throw usage('it is not said which job', `write: daybook cron run lint; jobs: ${names.join(', ')}`);
  const [near] = nearest(job, names);
  throw usage(`no job \`${job}\``, near ? `did you mean: ${near}` : `jobs: ${names.join(', ')}`);
}

const minute = ({ local }: World, ms: number): string => local(ms).iso.slice(0, 16).replace('T', ' ');
const when = (world: World, ms: number): string => (ms <= world.now ? 'now' : minute(world, ms));

const usage = (message: string, hint: string): Refusal => new Refusal('usage', message, hint, {}, 2);
