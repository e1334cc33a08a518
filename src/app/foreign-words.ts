import type { CommandContext, CommandPlan } from '../command/define-command.js';
import { isAgentWithForeignText } from '../command/find-origin.js';
import { changedPaths } from '../notes/changes/change.js';

/**
 * Records words of an agent whose session read the web, or asked a server that is not Daybook's, as imported: what it
 * read may speak through it (guide/origin.md). What a note says of itself plays no part.
 */
export function markForeignWords(plan: CommandPlan, ctx: CommandContext): CommandPlan {
  const { changes, reverts: undoes, origins } = plan;
  if (changes.length === 0 || undoes !== undefined || !isAgentWithForeignText(ctx)) return plan;
  const imported = changes.flatMap(changedPaths).map((path) => [path, 'import'] as const);
  const notices = plan.data.entry ? [...(plan.notices ?? []), NOTICE] : plan.notices;
  return {
    ...plan,
    origins: { ...Object.fromEntries(imported), ...origins },
    ...(notices ? { notices } : {}),
  };
}

const NOTICE = {
  level: 'info',
  message: 'kept as imported text: this session used the web or the server of another tool',
} as const;
