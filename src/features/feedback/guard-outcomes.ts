import type { CommandContext } from '../../command/define-command.js';
import type { Queries } from '../../command/queries.js';
import type { Change } from '../../notes/changes/change.js';
import { editBlock } from '../../notes/edit/edit-block.js';
import { parseBlock } from '../../notes/entries/block.js';
import { createEntryId } from '../../notes/entries/ids.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { notePath } from '../../notes/kinds/index.js';
import type { Note } from '../../notes/note.js';
import { collectChanges, type Notebook } from '../../notes/notebook.js';
import type { ToolCall } from '../../transcripts/tool-call.js';

/** An event of an entry: the guard warned, or the agent followed or repeated it. */
interface Event {
  readonly id: string;
  readonly at: string;
  readonly what: 'hits' | 'clean' | 'violated';
}

/**
 * The events of entries, oldest first (FEATURES C9, H6). The advice comes when the call is already decided, so that it
 * is disregarded only where that call then failed, or where the session repeats it; a call is a clean application where
 * it did it right and did not fail. A call that was denied, or of which nothing was heard, is neither.
 */
function listGuardEvents(
  looks: ReturnType<Queries['hookRuns']>,
  calls: readonly ToolCall[],
): readonly Event[] {
  const outcomes = new Map(calls.map(({ id, ok }) => [id, ok]));
  const seen = new Set<string>();
  return looks.flatMap(({ at, session, call = '', warned = [], followed = [] }) => {
    const ok = outcomes.get(call);
    const again = warned.filter((id) => ok === false || (ok && seen.has(`${session} ${id}`)));
    for (const id of warned) seen.add(`${session} ${id}`);
    return [
      ...warned.map((id): Event => ({ id, at, what: 'hits' })),
      ...again.map((id): Event => ({ id, at, what: 'violated' })),
      ...(ok ? followed : []).map((id): Event => ({ id, at, what: 'clean' })),
    ];
  });
}

/** Plans to count the events of a block since the last count; a second run changes nothing. */
function countEvents(
  ctx: CommandContext,
  entry: LocatedEntry,
  note: Note,
  notebook: Notebook,
  events: readonly Event[],
): readonly Change[] {
  const { fields: had } = parseBlock(note.text.slice(entry.start, entry.end));
  const fresh = events.filter(({ at }) => at > (had.get('counted') ?? ''));
  const last = fresh.at(-1);
  if (!last) return [];
  const sum = (name: Event['what']) =>
    (Math.floor(Number(had.get(name))) || 0) + fresh.filter(({ what }) => what === name).length;
  const judged = fresh.findLast(({ what }) => what !== 'hits');
  const fields = {
    hits: String(sum('hits')),
    clean: String(sum('clean')),
    violated: String(sum('violated')),
    ...(judged && entry.type === 'feedback' ? { verified: String(judged.what === 'clean') } : {}),
    ...(judged?.what === 'clean' ? { applied: ctx.local(Date.parse(judged.at)).date } : {}),
    counted: last.at,
  };
  const id = entry.hasId ? entry.id : createEntryId(ctx.ids, note);
  return editBlock(entry, note, notebook.outline(note), { fields, id }, 'events counted');
}

/** Counts in FEEDBACK-LOG and FAILURES how often the guard warned, and whether the agent then followed or repeated (FEATURES C9). */
export function planGuardCounts(ctx: CommandContext, notebook: Notebook): readonly Change[] {
  const looks = ctx.query('hookRuns').filter(({ warned, followed }) => warned || followed);
  if (looks.length === 0) return [];
  const events = listGuardEvents(looks, ctx.query('toolCalls', {}));
  const ids = [...new Set(events.map(({ id }) => id))];
  return ['feedback', 'failures'].flatMap((kind) =>
    collectChanges(ids, notebook, (id, now) => {
      const note = now.note(`${notebook.content}/${notePath(kind)}`);
      const entry = note && ctx.entries(note).find((one) => one.id === id);
      const own = events.filter((event) => event.id === id);
      return note && entry ? countEvents(ctx, entry, note, now, own) : [];
    }),
  );
}
