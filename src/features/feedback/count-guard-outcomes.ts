import type { CommandContext } from '../../command/define-command.js';
import type { Change } from '../../notes/changes/change.js';
import { notePath } from '../../notes/kinds/index.js';
import type { Notebook } from '../../notes/notebook.js';
import { countGuardOutcomes, listGuardEvents } from './guard-outcomes.js';

/** Counts in FEEDBACK-LOG and FAILURES how often the guard warned, and whether the agent then followed or repeated (FEATURES C9). */
export function planGuardCounts(ctx: CommandContext, notebook: Notebook): readonly Change[] {
  const looks = ctx.query('hookRuns').filter(({ warned, followed }) => warned || followed);
  if (looks.length === 0) return [];
  const events = listGuardEvents(looks, ctx.query('toolCalls', {}));
  const deps = {
    ids: ctx.ids,
    entries: ctx.entries,
    dayOf: (at: string) => ctx.local(Date.parse(at)).date,
  };
  return ['feedback', 'failures'].flatMap((kind) =>
    countGuardOutcomes(`${notebook.content}/${notePath(kind)}`, events, notebook, deps),
  );
}
