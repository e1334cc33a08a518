import type { CommandContext } from '../../command/define-command.js';
import { readEntriesAt } from '../../command/entry-format.js';
import { isStanding } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { notePath } from '../../notes/kinds/index.js';
import type { Notebook } from '../../notes/notebook.js';

/** So many open todos of other notes are counted, and so many without a date are read. */
const MOST_COUNTED = 500;
export const MOST_LISTED = 5;

/** Lists what is to be done, in REMINDERS.md and in all other notes. */
export function listReminderEntries(ctx: CommandContext, notebook: Notebook, most = MOST_LISTED) {
  const path = `${notebook.content}/${notePath('reminders')}`;
  const own = readEntriesAt(ctx, notebook, path);
  if (!ctx.query('counts').types.todo) return { entries: own, more: 0 };
  const found = ctx.query('search', { words: '', types: ['todo'], limit: MOST_COUNTED });
  const open = found.hits.filter((hit) => hit.path !== path && isStanding(hit));
  const dated = open.filter(({ due }) => due !== undefined);
  const undated = open.filter(({ due }) => due === undefined);
  const wanted = [...dated, ...undated.slice(0, most)];
  const isWanted = ({ path: at, id }: LocatedEntry) => wanted.some((hit) => hit.path === at && hit.id === id);
  const others = [...new Set(wanted.map((hit) => hit.path))].flatMap((at) =>
    readEntriesAt(ctx, notebook, at, 'todo').filter((entry) => isWanted(entry) && isStanding(entry)),
  );
  return { entries: [...own, ...others], more: Math.max(0, undated.length - most) };
}
