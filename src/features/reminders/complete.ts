import { type DueDate, formatDue, type TimeContext } from '../../dates/due-date.js';
import { nextAfterDone } from '../../dates/recurrence-input.js';
import type { Outline } from '../../markdown/outline.js';
import type { Change } from '../../notes/changes/change.js';
import {
  composeEdits,
  editEntry,
  ensureId,
  type LineEdit,
  setCheckbox,
} from '../../notes/edit/edit-entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { formatReminder, parseReminder } from '../../notes/entries/reminder-line.js';
import type { Note } from '../../notes/note.js';
import { parseReminderDue } from './due-reminders.js';

/** What a reminder was changed to: the change, and what it waits for now; null where it is over. */
export interface ReminderUpdate {
  readonly changes: readonly Change[];
  readonly next: DueDate | null;
}

/** Plans to end a reminder: its box is ticked; one that recurs moves on to its next day instead. */
export function completeReminder(
  entry: LocatedEntry,
  note: Note,
  outline: Outline,
  clock: TimeContext,
  id: string,
): ReminderUpdate {
  const due = parseReminderDue(entry);
  if (due?.type === 'recurring')
    return rescheduleReminder(entry, note, outline, nextAfterDone(due, clock), id);
  const edit = composeEdits(setCheckbox('done'), ensureId(id));
  return {
    changes: editEntry(entry, note, outline, edit, `reminder ^${entry.hasId ? entry.id : id} is done`),
    next: null,
  };
}

/** Plans to let a reminder wait for something else; it is open again. */
export function rescheduleReminder(
  entry: LocatedEntry,
  note: Note,
  outline: Outline,
  due: DueDate,
  id: string,
): ReminderUpdate {
  const edit = composeEdits(waitingFor(due), ensureId(id));
  return {
    changes: editEntry(entry, note, outline, edit, `reminder ^${entry.hasId ? entry.id : id} is moved`),
    next: due,
  };
}

const waitingFor =
  (due: DueDate): LineEdit =>
  (words) =>
    formatReminder({ ...parseReminder(words), box: 'open', due: formatDue(due), when: due.type }, '');
