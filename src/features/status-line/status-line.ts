import type { TimeContext } from '../../dates/due-date.js';
import { scanBlocks } from '../../markdown/block-scanner.js';
import { readEntries } from '../../notes/entries/read-entries.js';
import type { Note } from '../../notes/note.js';
import { sanitizeLine } from '../../text/sanitize.js';
import { formatPercent, type PressureLevel } from '../context-pressure/pressure.js';
import { parseReminderDue, sortPendingReminders } from '../reminders/due-reminders.js';

/** The data of a client's status line. */
export interface Status {
  /** How full the context is, in percent; null if unknown. */
  readonly pressure: { readonly level: PressureLevel; readonly ratio: number } | null;
  /** '' for none. */
  readonly goal: string;
  /** Reminders that have come due. */
  readonly due: number;
}

/** The longest goal that leaves room for the rest, in characters. */
const MAX_LENGTH = 60;

/** One line, plain: `YELLOW 64.5 % · deploy v0.6.0 · 2 reminders due`. */
export function formatStatusLine({ pressure, goal, due }: Status): string {
  const parts = [
    pressure === null ? '' : `${pressure.level} ${formatPercent(pressure.ratio)}`,
    inShort(sanitizeLine(goal)),
    due === 0 ? '' : `${due} ${due === 1 ? 'reminder' : 'reminders'} due`,
  ];
  return parts.filter(Boolean).join(' · ') || 'Daybook';
}

const inShort = (text: string): string =>
  text.length <= MAX_LENGTH
    ? text
    : `${text
        .slice(0, MAX_LENGTH - 1)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`;

/** The days and times that the open reminders of a note wait for, as they are written there. */
export function listPendingDueDates(note: Note, content: string, clock: TimeContext): readonly string[] {
  const entries = readEntries(note, scanBlocks(note.text), { content, local: clock.local, now: clock.now });
  const { due, later } = sortPendingReminders(entries, clock);
  return [...due, ...later].flatMap((entry) => {
    const found = parseReminderDue(entry);
    return found && 'due' in found ? found.due : [];
  });
}
