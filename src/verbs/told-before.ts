import type { HookRun } from './facts.js';
import type { World } from './verb.js';

/** What hooks told this session since its context was last begun anew, the oldest first; nothing where there is no session. */
export function toldBefore({ ask, who }: World): readonly HookRun[] {
  if (who.session === null) return [];
  const runs = ask('hookRuns', who.session);
  return runs.slice(
    Math.max(
      0,
      runs.findLastIndex(({ event }) => event === 'SessionStart'),
    ),
  );
}
