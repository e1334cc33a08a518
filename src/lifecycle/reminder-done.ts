import type { Outline } from '../markdown/outline.js';
import type { Change } from '../wiki/change.js';
import type { Located } from '../wiki/entries.js';
import type { Note } from '../wiki/note.js';
import { formatReminder, parseReminder } from '../wiki/pipes.js';
import { dueOf } from './due.js';
import { type Edit, inTurn, revise, withBox, withId } from './revise.js';
import { type Clock, type Due, formatDue } from './when/due.js';
import { afterDone } from './when/every.js';

/** What a reminder was changed to: the change, and what it waits for now; null where it is over. */
export interface Moved {
  readonly changes: readonly Change[];
  readonly next: Due | null;
}

/** Plans to end a reminder: its box is ticked; one that recurs moves on to its next day instead. */
export function endReminder(entry: Located, note: Note, outline: Outline, clock: Clock, id: string): Moved {
  const due = dueOf(entry);
  if (due?.type === 'recurring') return moveReminder(entry, note, outline, afterDone(due, clock), id);
  const edit = inTurn(withBox('done'), withId(id));
  return {
    changes: revise(entry, note, outline, edit, `reminder ^${entry.hasId ? entry.id : id} is done`),
    next: null,
  };
}

/** Plans to let a reminder wait for something else; it is open again. */
export function moveReminder(entry: Located, note: Note, outline: Outline, due: Due, id: string): Moved {
  const edit = inTurn(waitingFor(due), withId(id));
  return {
    changes: revise(entry, note, outline, edit, `reminder ^${entry.hasId ? entry.id : id} is moved`),
    next: due,
  };
}

const waitingFor =
  (due: Due): Edit =>
  (words) =>
    formatReminder({ ...parseReminder(words), box: 'open', due: formatDue(due), when: due.type }, '');
