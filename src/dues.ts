import { dueOf, waiting } from './lifecycle/due.js';
import type { Clock } from './lifecycle/when/due.js';
import { scan } from './markdown/scan.js';
import { entriesOf } from './wiki/entries.js';
import type { Note } from './wiki/note.js';

/** The days and times that the open reminders of a note wait for, as they are written there. */
export function duesIn(note: Note, content: string, clock: Clock): readonly string[] {
  const entries = entriesOf(note, scan(note.text), { content, local: clock.local, now: clock.now });
  const { due, later } = waiting(entries, clock);
  return [...due, ...later].flatMap((entry) => {
    const found = dueOf(entry);
    return found && 'due' in found ? found.due : [];
  });
}
