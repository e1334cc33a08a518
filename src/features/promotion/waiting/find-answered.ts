import type { CommandContext } from '../../../command/define-command.js';
import { readEntriesAt } from '../../../command/entry-format.js';
import { parseEntryId } from '../../../command/find-entry.js';
import type { LocatedEntry } from '../../../notes/entries/read-entries.js';
import { notePath } from '../../../notes/kinds/index.js';
import { getNoteKind } from '../../../notes/kinds/note-kind.js';
import type { Notebook } from '../../../notes/notebook.js';
import { toWaitingEntry } from './find-waiting.js';

/** The shortest beginning of an id that names an entry. */
const SHORTEST_PREFIX = 4;

/**
 * Finds the entry that an answer names among those of session, days, memory and reminders: by its id, by the beginning of
 * one, or by the handle that a question named before it moved into its day. Returns null if there is none, or more.
 */
export function findAnsweredEntry(
  ctx: CommandContext,
  notebook: Notebook,
  name: string,
): LocatedEntry | null {
  const id = parseEntryId(name);
  const entries = listAnswerable(ctx, notebook);
  const exact = entries.filter((entry) => entry.id === id);
  if (exact.length === 1) return exact[0] ?? null;
  if (exact.length > 1 || id.length < SHORTEST_PREFIX) return null;
  const batch = ctx.query('questions').findLast(({ ids }) => ids.includes(id));
  const key = batch?.keys[batch.ids.indexOf(id)];
  if (key !== undefined)
    return (
      entries.findLast(
        (entry) => (entry.kind !== 'memory' || entry.type === 'prose') && toWaitingEntry(entry)?.key === key,
      ) ?? null
    );
  const found = entries.filter((entry) => entry.id.startsWith(id));
  return found.length === 1 ? (found[0] ?? null) : null;
}

function listAnswerable(ctx: CommandContext, notebook: Notebook): readonly LocatedEntry[] {
  const days = notebook
    .list()
    .filter((path) => getNoteKind(path, notebook.content).name === 'day' && !path.includes('/archive/'));
  const fixed = (['session', 'memory', 'reminders'] as const).map(
    (kind) => `${notebook.content}/${notePath(kind)}`,
  );
  return [...fixed, ...days].flatMap((path) => readEntriesAt(ctx, notebook, path));
}
