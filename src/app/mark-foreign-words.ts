import type { CommandContext, CommandPlan } from '../command/define-command.js';
import { isAgentWithForeignText } from '../command/find-origin.js';
import { listChangedPaths } from '../notes/changes/change.js';

/**
 * Marks text from an agent as imported if its session read the web or used an MCP server other than Daybook: what it
 * read may be in it (guide/origin.md). Claims in the note are ignored.
 */
export function markForeignWords(plan: CommandPlan, ctx: CommandContext): CommandPlan {
  const { changes, reverts: undoes, origins } = plan;
  if (changes.length === 0 || undoes !== undefined || !isAgentWithForeignText(ctx)) return plan;
  const imported = changes.flatMap(listChangedPaths).map((path) => [path, 'import'] as const);
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
