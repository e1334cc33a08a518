import type { CommandContext } from '../../command/define-command.js';
import type { HookRun } from '../../command/hook-records.js';

/** What hooks showed in this session since its context was last cleared, oldest first; empty without a session. */
export function findPreviouslyShown({ query: ask, actor: who }: CommandContext): readonly HookRun[] {
  if (who.session === null) return [];
  const runs = ask('hookRuns', who.session);
  return runs.slice(
    Math.max(
      0,
      runs.findLastIndex(({ event }) => event === 'SessionStart'),
    ),
  );
}
