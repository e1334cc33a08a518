import { replaceLine } from '../../../markdown/section-edits.js';
import type { Change } from '../../../notes/changes/change.js';
import type { LocatedEntry } from '../../../notes/entries/read-entries.js';
import { formatReminder, parseReminder } from '../../../notes/entries/reminder-line.js';
import { notePath } from '../../../notes/kinds/index.js';
import type { Note } from '../../../notes/note.js';
import { convertReminder } from '../../import/reminder.js';
import { parseReminderDue } from '../../reminders/due-reminders.js';
import type { LintContext, LintFinding, LintRule } from '../rule.js';

export const reminderLine: LintRule = {
  name: 'reminder-line',
  level: 'error',
  why: 'a reminder without a due date never comes up',
  find({ wiki: notebook, entries }) {
    const note = notebook.note(`${notebook.content}/${notePath('reminders')}`);
    if (!note) return [];
    return entries(note)
      .filter(({ type, status }) => type === 'reminder' && status !== 'done' && status !== 'dropped')
      .filter((entry) => parseReminderDue(entry) === null)
      .map((entry) => finding(entry, note, notebook));
  },
};

function finding(entry: LocatedEntry, note: Note, notebook: LintContext['wiki']): LintFinding {
  const { path } = note;
  const { line, due, when } = entry;
  const says = due === null ? 'it says no DUE | TYPE' : `\`${due} | ${when}\` is not DUE | TYPE`;
  const message = `${says}; write: - [ ] 2026-12-20 | absolute | MESSAGE`;
  const fix = moveToColumns(entry, note, notebook);
  return fix === null ? { path, line, message } : { path, line, message, fix };
}

/** Moves what the words state into the columns; no word is lost. */
function moveToColumns(entry: LocatedEntry, note: Note, notebook: LintContext['wiki']): Change | null {
  const outline = notebook.outline(note);
  const block = outline.blocks.find(({ start }) => start === entry.start);
  const read = convertReminder(entry);
  if (block?.kind !== 'item' || read.due === null || /[\r\n]/.test(block.text)) return null;
  const { tail } = parseReminder(block.text);
  const line = formatReminder({ ...read, tail }, block.marker);
  const end = note.text.indexOf(block.text, block.start) + block.text.length;
  const splices = replaceLine(note.text, outline, { ...block, end }, [line]);
  return { kind: 'edit', path: note.path, base: note.hash, splices, why: 'a reminder in columns' };
}
