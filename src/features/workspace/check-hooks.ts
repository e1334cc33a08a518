import type { CommandContext } from '../../command/define-command.js';
import type { HookRun } from '../../command/hook-records.js';
import type { HealthCheckResult } from '../../command/queries.js';
import { DOCTOR_SESSION, STATUS_LINE } from '../agent-setup/hook-registrations.js';

/** Lists recent failures of hooks; an event that succeeded since is only mentioned. */
export function checkHooks(ctx: CommandContext): readonly HealthCheckResult[] {
  const runs = ctx.query('hookRuns').filter(({ session }) => session !== DOCTOR_SESSION);
  const failed = runs.filter((run) => run.failed !== undefined);
  const [last] = failed.slice(-1);
  if (!last)
    return runs.length === 0 ? [] : [{ name: 'hooks', ok: true, detail: `${runs.length} runs, none failed` }];
  const detail = `${failed.length} of ${runs.length} runs failed; the last: ${formatRun(last)}`;
  const isTried = last.event === STATUS_LINE; // a status line that succeeds is not logged
  const isOver = isTried || runs.slice(runs.indexOf(last) + 1).some(({ event }) => event === last.event);
  return [{ name: 'hooks', ok: isOver, detail }];
}

const formatRun = ({ at, event, agent, failed }: HookRun): string =>
  `${event} of ${agent} at ${at.slice(0, 16)}Z, ${failed}`;
