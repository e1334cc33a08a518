import type { LocalTime } from '../../dates/local-time.js';
import { appendBlock } from '../../markdown/section-edits.js';
import type { Change } from '../../notes/changes/change.js';
import { createDayNote, upsertNote } from '../../notes/edit/upsert-note.js';
import { dayNotePath } from '../../notes/kinds/note-paths.js';
import type { Notebook } from '../../notes/notebook.js';
import { formatSessionHeading } from '../daily-notes/day-note.js';

/** A session that began: whose it is, and when. */
interface SessionStart {
  readonly agent: string;
  readonly session: string;
  readonly at: LocalTime;
}

/**
 * Plans to note at the end of a day that a session began (Mutable §Content Types): a heading with the time, and a line that
 * is no entry, since it has nothing to act on. Null where the day has that session already.
 */
export function logSessionStart(
  { agent, session, at }: SessionStart,
  notebook: Notebook,
  template: (name: string) => string,
): Change | null {
  const path = dayNotePath(at.date, notebook);
  const line = `session \`${session}\` of ${agent}`;
  if (notebook.note(path)?.text.includes(line)) return null;
  const spot = { path, blank: () => createDayNote(template, at.date), why: 'a session began' };
  const lines = [`## ${formatSessionHeading(at)}`, '', line];
  return upsertNote(spot, notebook, (note) => appendBlock(note.text, notebook.outline(note), lines));
}
