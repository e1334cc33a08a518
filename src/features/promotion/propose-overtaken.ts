import { addHandDates } from '../../command/add-hand-dates.js';
import type { CommandContext } from '../../command/define-command.js';
import { readEntriesAt, readMemoryEntries } from '../../command/entry-format.js';
import { addDays } from '../../dates/local-time.js';
import { findOvertakenLines } from '../../matching/relations/find-overtaken.js';
import type { Change } from '../../notes/changes/change.js';
import { formatEntryText, isStanding } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { notePath } from '../../notes/kinds/index.js';
import { collectChanges, type Notebook } from '../../notes/notebook.js';
import { propose } from '../inbox/propose.js';

/** Days whose progress may fix something that is open. */
const DAYS = 7;
/** Most proposals of one run. */
const MOST_PROPOSALS = 8;

/**
 * Plans to ask about lines that a line written by hand reverses or fixes: `log` never saw it.
 * Each pair is proposed once.
 */
export function proposeOvertaken(ctx: CommandContext, notebook: Notebook): readonly Change[] {
  const desk = { ids: ctx.ids, template: (name: string) => ctx.query('template', name) };
  const lines = listLines(ctx, notebook).map((entry) => ({
    type: entry.type,
    text: formatEntryText(entry),
    entry,
  }));
  const found = findOvertakenLines(lines, ({ entry }) => !entry.hasId);
  const proposed = collectChanges(found, notebook, ({ earlier: { entry: target }, later, relation }, now) => {
    const act = relation === 'fixes' ? 'close' : 'supersede';
    return propose({ act, target, by: later.entry.id, text: later.entry.text }, now, desk);
  });
  return proposed.slice(0, MOST_PROPOSALS);
}

/** The valid lines of memory and session, and the progress of the last days, oldest first where both have a time. */
function listLines(ctx: CommandContext, notebook: Notebook): readonly LocatedEntry[] {
  const today = ctx.local(ctx.now).date;
  const at = (path: string) => readEntriesAt(ctx, notebook, `${notebook.content}/${path}`);
  const days = Array.from({ length: DAYS }, (_, back) => notePath('day', { date: addDays(today, -back) }));
  const lines = [
    ...addHandDates(ctx, notebook, readMemoryEntries(ctx, notebook)),
    ...days
      .toReversed()
      .flatMap(at)
      .filter(({ type }) => type === 'progress'),
    ...at(notePath('session')),
  ].filter((entry) => (entry.type === 'progress' ? entry.superseded === null : isStanding(entry)));
  return lines.toSorted((a, b) =>
    a.at === null || b.at === null ? 0 : a.at < b.at ? -1 : a.at > b.at ? 1 : 0,
  );
}
