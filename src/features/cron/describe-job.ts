import type { CommandContext } from '../../command/define-command.js';
import { createJobReports, type JobReport } from './overdue-report.js';

/** Returns every job with its current state. */
export const listCurrentJobReports = ({
  query: ask,
  settings,
  now,
  local,
}: CommandContext): readonly JobReport[] =>
  createJobReports(ask('runs'), settings, { now, local, isTrusted: ask('root').trusted === true });

export const formatMinute = ({ local }: CommandContext, ms: number): string =>
  local(ms).iso.slice(0, 16).replace('T', ' ');
export const formatDueTime = (ctx: CommandContext, ms: number): string =>
  ms <= ctx.now ? 'now' : formatMinute(ctx, ms);

/** Describes the state of a job. */
export function describeJob(
  ctx: CommandContext,
  { condition, lastDone, said: text, failures, why, next: at }: JobReport,
): string {
  if (condition === 'off') return why === null ? 'off' : `off: ${why}`;
  if (condition === 'failing')
    return `failed ${failures === 1 ? 'once' : `${failures} times`}: ${why}; again ${formatDueTime(ctx, at ?? 0)}`;
  if (lastDone === null) return condition;
  return `${condition === 'fine' ? '' : `${condition}; `}done ${formatMinute(ctx, lastDone)}: ${text}`;
}
