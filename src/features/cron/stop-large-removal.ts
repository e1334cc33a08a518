import type { CommandContext, CommandPlan } from '../../command/define-command.js';
import type { Change } from '../../notes/changes/change.js';
import { notePath } from '../../notes/kinds/index.js';
import { isRemovalApproved, propose } from '../inbox/propose.js';
import { type ExcessiveRemoval, findExcessiveRemovals } from './removal-limit.js';

/**
 * Returns the plan of a job unless it would remove too much from a note: then the job changes nothing and asks in the
 * inbox. This applies to every job.
 */
export function limitJobRemovals(plan: CommandPlan, ctx: CommandContext, job: string): CommandPlan {
  const { notebook } = ctx;
  const month = ctx.local(ctx.now).date.slice(0, 'YYYY-MM'.length);
  const { approvedPaths: answered = [] } = plan;
  const lost = findExcessiveRemovals(plan.changes, notebook, ctx.entries)
    .filter(({ path }) => !answered.includes(path))
    .filter(({ path }) => !isRemovalApproved({ job, path, month }, notebook));
  if (lost.length === 0) return plan;
  const deps = { ids: ctx.ids, template: (name: string) => ctx.query('template', name) };
  const changes: Change[] = [];
  for (const loss of lost)
    changes.push(...propose({ act: 'let', job, month, loss }, notebook.after(changes), deps));
  return {
    message: `${job} stops: it would remove ${lost.map(inWords).join(', and ')}. It asks for permission in ${notePath('inbox')}.`,
    data: { asked: lost },
    changes,
  };
}

const inWords = ({ path, going, all }: ExcessiveRemoval): string => `${going} of ${all} entries from ${path}`;
