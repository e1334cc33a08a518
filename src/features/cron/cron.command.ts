import {
  type CommandContext,
  type CommandReply,
  defineCommand,
  type ResultItem,
  UserError,
} from '../../command/define-command.js';
import { defineChoice, defineFlag, defineNumber, defineWord } from '../../command/params.js';
import { JOBS } from '../../config/jobs.js';
import type { RunRecord } from '../../config/run-record.js';
import { createUsageError } from '../../errors.js';
import { suggestNames } from '../../text/did-you-mean.js';
import {
  describeJob,
  formatDueTime,
  formatMinute,
  type JobReport,
  listCurrentJobReports,
} from './overdue-report.js';

/** Actions that only show something. The scheduler runs the others in its own process. */
const SHOWN = { list, next, log } as const;
/** Schedulers of operating systems in which a timer can be installed. */
export const TIMERS = ['crontab', 'systemd', 'launchd', 'schtasks'] as const;
export type TimerKind = (typeof TIMERS)[number];

/** Shows and runs the scheduled jobs (FEATURES G). */
export const cron = defineCommand({
  name: 'cron',
  description: 'list, run, simulate and schedule the jobs that run by the clock',
  group: 'Keep',
  params: {
    act: defineWord('what to do'),
    job: defineWord('the job, for `run` and `log`'),
    days: defineNumber('how many days to simulate (7)'),
    as: defineChoice(TIMERS, 'the scheduler; if left out, that of this machine'),
    print: defineFlag('show what would be installed, and install nothing'),
    due: defineFlag('run the job only if it is due'),
    limit: defineNumber('how many runs `log` lists (20)'),
  },
  actions: {
    list: { description: 'list the jobs and their state' },
    next: { description: 'list the jobs by their next run' },
    log: {
      description: 'list the last runs',
      params: { job: { description: 'runs of this job only' }, limit: {} },
    },
    run: {
      description: 'run one job now',
      params: { job: { required: true, description: 'the job' }, due: {} },
    },
    tick: { description: 'run the jobs that are due' },
    start: { description: 'run jobs when they are due, until stopped' },
    simulate: { description: 'show what the next days would do, on a copy', params: { days: {} } },
    install: {
      description: 'install a timer in the scheduler of this machine',
      params: { as: {}, print: {} },
    },
    uninstall: { description: 'remove that timer', params: { as: {}, print: {} } },
  },
  defaultAction: 'list',
  examples: [
    'daybook cron',
    'daybook cron run lint',
    'daybook cron tick',
    'daybook cron next',
    'daybook cron log',
    'daybook cron simulate --days 2',
  ],
  plan(ctx, { act = 'list', job, limit = 20 }) {
    if (Object.hasOwn(SHOWN, act)) return SHOWN[act as keyof typeof SHOWN](ctx, { job, limit });
    throw new UserError(
      'no-process',
      `\`cron ${act}\` needs a process of its own`,
      `write: daybook cron ${act}`,
    );
  },
});

interface Asked {
  readonly job: string | undefined;
  readonly limit: number;
}

function list(ctx: CommandContext): CommandReply {
  const jobs = listCurrentJobReports(ctx);
  return {
    message: summary(ctx, jobs),
    items: jobs.map((job) => ({
      what: `**${job.name}** ${job.schedule}: ${job.about}`,
      why: describeJob(ctx, job),
    })),
    data: { jobs: jobs.map((job) => shown(ctx, job)) },
  };
}

function next(ctx: CommandContext): CommandReply {
  const jobs = listCurrentJobReports(ctx)
    .filter((job) => job.next !== null)
    .toSorted((a, b) => (a.next ?? 0) - (b.next ?? 0));
  return {
    message:
      jobs.length === 0
        ? 'Every job is off.'
        : `Next is ${jobs[0]?.name}, ${formatDueTime(ctx, jobs[0]?.next ?? 0)}.`,
    items: jobs.map((job) => ({
      what: `**${job.name}** ${formatDueTime(ctx, job.next ?? 0)}`,
      why: describeJob(ctx, job),
    })),
    data: { jobs: jobs.map((job) => shown(ctx, job)) },
  };
}

function log(ctx: CommandContext, { job, limit }: Asked): CommandReply {
  if (job !== undefined) assertKnownJob(job);
  const all = ctx
    .query('runs')
    .filter((line) => line.t !== 'claimed' && (job === undefined || line.job === job));
  const runs = all.toReversed().slice(0, limit);
  return {
    message:
      runs.length === 0
        ? 'No job ran yet.'
        : `${all.length === 1 ? '1 run' : `${all.length} runs, newest first`}:`,
    items: runs.map((line) => runRow(ctx, line)),
    data: { runs: runs.map((line) => ({ ...line, at: ctx.local(line.at).iso })) },
  };
}

function runRow(ctx: CommandContext, line: RunRecord): ResultItem {
  const at = formatMinute(ctx, line.at);
  if (line.t === 'done') {
    const changed = `changed ${line.changed.join(', ')}`;
    const back =
      line.seq === null
        ? null
        : line.job === 'sync'
          ? changed
          : `${changed}; undo: daybook undo ${line.seq}, or --night ${at.slice(0, 10)}`;
    return { what: `${at} **${line.job}** ${line.say}`, why: back };
  }
  if (line.t === 'failed') return { what: `${at} **${line.job}** failed`, why: line.why };
  return { what: `${at} **${line.job}** passed over`, why: `${line.period} was missed` };
}

function summary(ctx: CommandContext, jobs: readonly JobReport[]): string {
  const { timer } = ctx.query('root');
  if (timer === undefined && jobs.every(({ condition }) => condition === 'never run' || condition === 'off'))
    return `${jobs.length} jobs, none has run yet. Run them each night: daybook cron install; now: daybook cron tick.`;
  const [first] = jobs.filter(({ next }) => next !== null).toSorted((a, b) => (a.next ?? 0) - (b.next ?? 0));
  const counts = (['failing', 'overdue', 'never run', 'off'] as const).flatMap((condition) => {
    const count = jobs.filter((job) => job.condition === condition).length;
    return count === 0 ? [] : [`${count} ${condition}`];
  });
  const coming = first ? `; next is ${first.name}, ${formatDueTime(ctx, first.next ?? 0)}` : '';
  return `${jobs.length} jobs${counts.length > 0 ? `, ${counts.join(', ')}` : ''}${coming}.`;
}

const shown = ({ local }: CommandContext, { lastDone, next: at, ...job }: JobReport) => ({
  ...job,
  lastDone: lastDone === null ? null : local(lastDone).iso,
  next: at === null ? null : local(at).iso,
});

/** Throws for an unknown job, with the nearest name. */
export function assertKnownJob(job: string | undefined): void {
  const names: readonly string[] = JOBS.map(({ name }) => name);
  if (job !== undefined && names.includes(job)) return;
  if (job === undefined)
    throw createUsageError('no job is named', `write: daybook cron run lint; jobs: ${names.join(', ')}`);
  const [near] = suggestNames(job, names);
  throw createUsageError(`no job \`${job}\``, near ? `did you mean: ${near}` : `jobs: ${names.join(', ')}`);
}
