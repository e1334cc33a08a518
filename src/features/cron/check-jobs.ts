import type { CommandContext } from '../../command/define-command.js';
import type { HealthCheckResult } from '../../command/queries.js';
import { describeJob, type JobReport, listCurrentJobReports } from './overdue-report.js';

/** Checks for `doctor` and `status` whether the nightly jobs succeeded; started jobs do not count. */
export function checkJobs(ctx: CommandContext): HealthCheckResult {
  const jobs = listCurrentJobReports(ctx).filter(isOn);
  const named = (some: readonly JobReport[]) =>
    some.map((job) => `${job.name} ${describeJob(ctx, job)}`).join('; ');
  const bad = jobs.filter(isAmiss);
  if (bad.length > 0) return { name: 'jobs', ok: false, detail: named(bad) };
  const never = jobs.filter(({ condition }) => condition === 'never run');
  const { timer } = ctx.query('root');
  if (never.length === jobs.length)
    return {
      name: 'jobs',
      ok: true,
      detail: timer
        ? `none ran yet; a timer in ${timer} runs them`
        : 'none ran yet: `daybook cron tick`, or a timer: `daybook cron install`',
    };
  const some = never.length === 0 ? '' : `; never run: ${never.map(({ name }) => name).join(', ')}`;
  return { name: 'jobs', ok: true, detail: `${jobs.length - never.length} done${some}` };
}

/** Returns the line of `status`. */
export function formatJobStatus(ctx: CommandContext): string {
  const jobs = listCurrentJobReports(ctx).filter(isOn);
  const { timer } = ctx.query('root');
  const noneRan = jobs.length > 0 && jobs.every(({ condition }) => condition === 'never run');
  if (noneRan && timer === undefined)
    return 'off, since no timer runs them; turn them on: daybook cron install';
  const words = noneRan
    ? [`on, by a timer in ${timer}, none ran yet`]
    : (['failing', 'overdue', 'never run'] as const).flatMap((condition) => {
        const some = jobs.filter((job) => job.condition === condition);
        return some.length === 0 ? [] : [`${condition}: ${some.map(({ name }) => name).join(', ')}`];
      });
  const [first] = nextRuns(ctx);
  if (first) words.push(`next is ${first.job} ${first.at.slice(0, 16).replace('T', ' ')}`);
  return words.join('; ') || 'all are off';
}

/** Returns when each job runs next, the earliest first. */
export const nextRuns = (ctx: CommandContext) =>
  listCurrentJobReports(ctx)
    .flatMap(({ name, next }) => (next === null ? [] : [{ job: name, next }]))
    .toSorted((a, b) => a.next - b.next)
    .map(({ job, next }) => ({ job, at: ctx.local(next).iso }));

const isOn = ({ condition }: JobReport): boolean => condition !== 'off';

const isAmiss = ({ condition }: JobReport): boolean => condition === 'failing' || condition === 'overdue';
