import { isOffByEnv } from '../app/agents/off-switch.js';
import type { CommandResult } from '../app/execute.js';
import type { Invocation } from '../app/invocation.js';
import { openRuntime, type Runtime } from '../app/runtime.js';
import { buildTimer, createTimerHost } from '../app/timer-host.js';
import { type Command, type CommandPlan, UserError } from '../command/define-command.js';
import { JOBS, type Job } from '../config/jobs.js';
import { createUsageError } from '../errors.js';
import { assertKnownJob, TIMERS, type TimerKind } from '../features/cron/cron.command.js';
import { pluralize } from '../text/pluralize.js';
import { createShutdownSignal, runDaemon } from './daemon.js';
import { OS_SCHEDULERS } from './install-timer.js';
import { asScheduler, assertMayRun, createJobContext, executeJob, runJob } from './run-job.js';
import { type SimulatedRun, simulateJobs } from './simulate.js';
import { formatTickSummary, runDueJobs } from './tick.js';

/** The request of a `cron` action, the workspace, and its output. */
interface CronActionInput {
  readonly input: Readonly<Record<string, unknown>>;
  readonly start: Invocation;
  readonly dryRun: boolean;
  readonly say: (text: string) => void;
}

/** Actions of `cron` that need the scheduler. Each opens its own runtime and returns a result like a command. */
const DEEDS: Readonly<Record<string, (action: CronActionInput) => Promise<CommandResult>>> = {
  run: runOne,
  tick: tickOnce,
  start: startClock,
  simulate: simulateDays,
  install: (action) => timer(action, 'install'),
  uninstall: (action) => timer(action, 'uninstall'),
};

/** Returns the function for an action of `cron`; undefined if the command handles it. */
export const getCronAction = (
  act: unknown,
): ((action: CronActionInput) => Promise<CommandResult>) | undefined =>
  typeof act === 'string' && Object.hasOwn(DEEDS, act) ? DEEDS[act] : undefined;

const open = (start: Invocation): Promise<Runtime> => openRuntime(start, 'workspace');

const toResult = (plan: CommandPlan, diff: string | null = null): CommandResult => ({
  plan,
  seq: null,
  queued: null,
  diff,
});

/** Runs one job now, or only if it is due. */
async function runOne({ input, start, dryRun }: CronActionInput): Promise<CommandResult> {
  assertKnownJob(input.job as string | undefined);
  if (input.due && isOffByEnv(start.env)) return toResult({ message: '', data: { runs: [] }, changes: [] });
  const job: Job | undefined = JOBS.find(({ name }) => name === input.job);
  const runtime = await open(start);
  const command = job && (await runtime.loadCommands([job.command])).get(job.command);
  if (!job || !command) throw new Error(`the job ${input.job} runs a command that does not exist`);
  if (dryRun) return rehearse(job, command, runtime);
  assertMayRun(job, runtime);
  const ran = await runJob(job, command, runtime, input.due ? 'due' : 'now');
  switch (ran.what) {
    case 'failed':
      throw ran.error;
    case 'taken':
      throw new UserError(
        'taken',
        `${job.name} is being run by process ${ran.by.owner.pid} on ${ran.by.owner.host}`,
        'see: daybook cron log',
        {},
        4,
      );
    case 'idle':
      return toResult({ message: '', data: { runs: [] }, changes: [] });
    case 'done': {
      const { say, seq } = ran.line;
      const plan = ran.outcome ?? { message: say, data: {}, changes: [] };
      const data = { ...plan.data, runs: [ran.line] };
      return { plan: { ...bare(plan), data }, seq, queued: null, diff: null };
    }
  }
}

/** Handles a check that found problems, which is not a failed job. */
const bare = ({ exit: _, ...plan }: CommandPlan): CommandPlan => plan;

function rehearse(job: Job, command: Command, runtime: Runtime): Promise<CommandResult> {
  return executeJob(job, command, asScheduler(runtime, createJobContext(job, runtime)), true);
}

async function tickOnce({ start, dryRun }: CronActionInput): Promise<CommandResult> {
  if (dryRun) return simulated(await simulateJobs(start, 0), 'now');
  if (isOffByEnv(start.env))
    return toResult({
      message: `No job was run: DAYBOOK=${start.env.DAYBOOK}.`,
      data: { runs: [] },
      changes: [],
    });
  const runtime = await open(start);
  return toResult(formatTickSummary(await runDueJobs({ runtime, env: start.env })));
}

async function startClock({ start, say }: CronActionInput): Promise<CommandResult> {
  await open(start); // throws before the scheduler starts
  return toResult(await runDaemon({ start, say, stopped: createShutdownSignal() }));
}

/** More days than a year and a month show nothing new. */
const MOST_DAYS = 400;

async function simulateDays({ input, start }: CronActionInput): Promise<CommandResult> {
  const days = Number(input.days ?? 7);
  if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS)
    throw createUsageError(
      `--days takes 1 to ${MOST_DAYS}, found \`${input.days}\``,
      'write: daybook cron simulate --days 7',
    );
  return simulated(await simulateJobs(start, days), `${days} days`);
}

/** Formats a simulation night by night, or as one diff. */
function simulated(runs: readonly SimulatedRun[], span: 'now' | string): CommandResult {
  const nights = [...new Set(runs.map(({ at }) => at.slice(0, 10)))];
  const plan: CommandPlan = {
    message:
      runs.length === 0
        ? 'Nothing would run.'
        : `${pluralize(nights.length, 'night')}, ${pluralize(runs.length, 'run')}, on a copy; nothing here was changed:`,
    items: runs.map(({ job, at, what, said: text, diff }) => ({
      group: at.slice(0, 10),
      what: `${at.slice(0, 16).replace('T', ' ')} **${job}** ${what === 'failed' ? 'fails: ' : ''}${text}`,
      why: diff === '' ? null : sizeOf(diff),
    })),
    data: { runs },
    changes: [],
  };
  return toResult(plan, span === 'now' ? runs.map(({ diff }) => diff).join('') : null);
}

/** Counts added and removed lines per note. */
function sizeOf(diff: string): string {
  const lines = diff.split('\n');
  const count = (sign: string) =>
    lines.filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3))).length;
  const paths = lines.flatMap((line) => /^\+\+\+ (?:b\/)?([^\t]+)/.exec(line)?.[1] ?? []);
  return [paths.join(', '), `+${count('+')} −${count('-')}`].filter(Boolean).join(' ');
}

/** Installs, shows or removes the timer of this workspace in a scheduler of the operating system. */
async function timer(
  { input, start, dryRun }: CronActionInput,
  act: 'install' | 'uninstall',
): Promise<CommandResult> {
  const runtime = await open(start);
  const host = createTimerHost(runtime, start.env);
  const as = (input.as ?? runtime.store?.root.timer ?? host.findScheduler()) as TimerKind | null;
  if (as === null || !TIMERS.includes(as))
    throw as === null
      ? new UserError(
          'no-scheduler',
          'no scheduler of this machine is found: neither crontab nor a running systemd',
          'run what is due by hand: daybook cron tick; or keep a process that does: daybook cron start',
        )
      : createUsageError(`no scheduler \`${as}\``, `write: daybook cron ${act} --as ${TIMERS.join('|')}`);
  const [wanted, scheduler] = [buildTimer(runtime, start.env), OS_SCHEDULERS[as]];
  const text = scheduler.show(wanted);
  const data = { timer: { as, name: wanted.name, text } };
  if (input.print || dryRun)
    return toResult({ message: text.trimEnd(), data, changes: [] }, dryRun ? text : null);
  runtime.store?.signal({}); // registers the workspace and creates the folder of the log
  const { places, left } = await scheduler[act](wanted, host);
  if (left === null) runtime.store?.setTimer(act === 'install' ? as : null);
  const done = act === 'install' ? 'Installed' : 'Removed';
  const plan: CommandPlan = {
    message:
      places.length === 0
        ? `Nothing to change: ${as} ${act === 'install' ? 'has' : 'has not'} the timer ${wanted.name}.`
        : `${done} the timer ${wanted.name}: ${places.join(', ')}.`,
    data: { timer: { ...data.timer, places, left } },
    changes: [],
  };
  if (left === null) return toResult(plan);
  const message = `this is left to say by hand: ${left}`;
  return toResult({ ...plan, notices: [{ level: 'warning', message }], exit: 1 });
}
