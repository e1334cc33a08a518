import type { CommandContext } from '../../command/define-command.js';
import { splitDate, toWeekday } from '../../dates/calendar.js';
import {
  createTimeContext,
  type DueDate,
  formatDue,
  isWholeDay,
  type TimeContext,
} from '../../dates/due-date.js';
import type { RecurrenceRule } from '../../dates/recurrence.js';
import { createRecurring, nextAfterDone } from '../../dates/recurrence-input.js';
import type { Outline } from '../../markdown/outline.js';
import type { Change } from '../../notes/changes/change.js';
import {
  composeEdits,
  editEntry,
  ensureId,
  type LineEdit,
  setCheckbox,
} from '../../notes/edit/edit-entry.js';
import { createEntryId } from '../../notes/entries/ids.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { formatReminder, parseReminder } from '../../notes/entries/reminder-line.js';
import { findFreeformDate } from '../../notes/freeform/freeform-date.js';
import { notePath } from '../../notes/kinds/index.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import { parseReminderDue } from './due-reminders.js';

/** Plans to end a reminder: its box is ticked; one that recurs moves on to its next day instead. */
export function completeReminder(
  entry: LocatedEntry,
  note: Note,
  outline: Outline,
  clock: TimeContext,
  id: string,
): readonly Change[] {
  const due = parseReminderDue(entry);
  if (due?.type === 'recurring')
    return rescheduleReminder(entry, note, outline, nextAfterDone(due, clock), id);
  const edit = composeEdits(setCheckbox('done'), ensureId(id));
  return editEntry(entry, note, outline, edit, `reminder ^${entry.hasId ? entry.id : id} is done`);
}

/** Plans to move on the recurring reminders whose boxes a person ticked in the note, as `done` does. */
export function rollOnTicked(
  ctx: CommandContext,
  notebook: Notebook,
): { readonly changes: readonly Change[] } {
  const path = `${notebook.content}/${notePath('reminders')}`;
  const clock = createTimeContext(ctx);
  const changes: Change[] = [];
  for (;;) {
    const now = notebook.after(changes);
    const note = now.note(path);
    const ticked =
      note &&
      ctx
        .entries(note)
        .find((entry) => entry.status === 'done' && parseReminderDue(entry)?.type === 'recurring');
    if (!note || !ticked) return { changes };
    const id = createEntryId(ctx.ids, note);
    changes.push(...completeReminder(ticked, note, now.outline(note), clock, id));
  }
}

/**
 * What a reminder waits for after it was put off: one that recurs comes at that day, and then again by its rule, on the
 * weekday or day of the month that it had. A day without a time keeps the time that it had.
 */
export function moveDue(before: DueDate | null, until: DueDate): DueDate {
  if (before?.type !== 'recurring' || until.type !== 'absolute') return until;
  const day = before.due.slice(0, 10);
  const time = isWholeDay(until.due) ? before.due.slice(10) : '';
  return createRecurring(until.due + time, keepDay(before.rule, day));
}

function keepDay(rule: RecurrenceRule, day: string): RecurrenceRule {
  if ('on' in rule || rule.unit === 'day') return rule;
  if (rule.unit === 'week') return rule.every === 1 ? { on: [toWeekday(day)] } : rule;
  return { ...rule, day: rule.day ?? splitDate(day)[2] };
}

/** Plans a new due for a reminder; it is open again. */
export function rescheduleReminder(
  entry: LocatedEntry,
  note: Note,
  outline: Outline,
  due: DueDate,
  id: string,
): readonly Change[] {
  const edit = composeEdits(waitingFor(due), ensureId(id));
  return editEntry(entry, note, outline, edit, `reminder ^${entry.hasId ? entry.id : id} is moved`);
}

const waitingFor =
  (due: DueDate): LineEdit =>
  (words) => {
    const parts = parseReminder(words);
    const message = parts.due === null ? removeDate(parts.message) : parts.message;
    return formatReminder({ ...parts, message, box: 'open', due: formatDue(due), when: due.type }, '');
  };

/** Removes the date from a line without columns: the new one stands in a column. */
function removeDate(text: string): string {
  const { start, end } = findFreeformDate(text) ?? { start: 0, end: 0 };
  const rest = `${text.slice(0, start).replace(/\b(?:on|by|at|until) $/i, '')}${text.slice(end)}`;
  return rest.replace(/^[\s:,–—-]+|\s+$/g, '') || text;
}
