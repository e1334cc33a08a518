import type { CommandContext } from '../../command/define-command.js';
import { appendBlock } from '../../markdown/section-edits.js';
import type { TextEdit } from '../../markdown/text-edit.js';
import type { Change } from '../../notes/changes/change.js';
import { upsertNote } from '../../notes/edit/upsert-note.js';
import { notePath } from '../../notes/kinds/index.js';
import { yearArchivePath, yearArchiveTitle } from '../../notes/kinds/note-paths.js';
import type { Note } from '../../notes/note.js';
import { formatHandoff, type Handoff, parseHandoffs } from '../../records/handoff.js';
import { classifyAge, getTierAges } from '../retention/retention-tiers.js';

/** A record of an earlier session. */
export interface PastHandoff {
  readonly record: Handoff;
  readonly id: string;
  /** When the session ended, in ms. */
  readonly at: number;
  /** The local day of its end. */
  readonly date: string;
}

const WHY = 'hand-offs of earlier sessions, from their transcripts';

/**
 * Plans to add records of sessions that ended some time ago, each before the first one that is later: in the living note, or in
 * the archive's note of its year where it would not stay there.
 */
export function insertPastHandoffs(ctx: CommandContext, late: readonly PastHandoff[]): readonly Change[] {
  const { notebook } = ctx;
  const living = `${notebook.content}/${notePath('handoff')}`;
  const today = ctx.local(ctx.now).date;
  const placeOf = ({ date }: PastHandoff) =>
    classifyAge(date, today, getTierAges(ctx.settings)) === 'cold'
      ? yearArchivePath(living, date.slice(0, 4), notebook)
      : living;
  return [...new Set(late.map(placeOf))].map((path) => {
    const own = late.filter((one) => placeOf(one) === path).toSorted((a, b) => a.at - b.at);
    const blank = () => (path === living ? ctx.query('template', 'handoff') : yearArchiveTitle(path));
    return upsertNote({ path, blank, why: WHY }, notebook, (note) => insertions(ctx, own, note));
  });
}

function insertions(
  { notebook, entries }: CommandContext,
  late: readonly PastHandoff[],
  note: Note,
): readonly TextEdit[] {
  const outline = notebook.outline(note);
  const known = note.hash === '' ? [] : parseHandoffs(note, entries(note)).map(({ entry }) => entry);
  const places = new Map<number | null, string[]>();
  for (const { record, id, at } of late) {
    const next = known.find((entry) => entry.at !== null && Date.parse(entry.at) > at)?.start ?? null;
    places.set(next, [...(places.get(next) ?? []), ...formatHandoff(record, id), '']);
  }
  return [...places].flatMap(([at, lines]): readonly TextEdit[] =>
    at === null
      ? appendBlock(note.text, outline, lines.slice(0, -1))
      : [{ at, old: '', new: lines.map((line) => line + outline.eol).join('') }],
  );
}
