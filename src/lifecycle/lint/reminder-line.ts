import { pathOf } from '../../kinds/index.js';
import { replaceLine } from '../../markdown/place.js';
import type { Change } from '../../wiki/change.js';
import type { Located } from '../../wiki/entries.js';
import type { Note } from '../../wiki/note.js';
import { formatReminder, parseReminder } from '../../wiki/pipes.js';
import { dueOf } from '../due.js';
import { foreignReminder } from '../import/reminder.js';
import type { Finding, Inspection, Rule } from './rule.js';

export const reminderLine: Rule = {
  name: 'reminder-line',
  level: 'error',
  why: 'a reminder that does not say when it is due never comes up',
  find({ wiki, entries }) {
    const note = wiki.note(`${wiki.content}/${pathOf('reminders')}`);
    if (!note) return [];
    return entries(note)
      .filter(({ type, status }) => type === 'reminder' && status !== 'done' && status !== 'dropped')
      .filter((entry) => dueOf(entry) === null)
      .map((entry) => finding(entry, note, wiki));
  },
};

function finding(entry: Located, note: Note, wiki: Inspection['wiki']): Finding {
  const { path } = note;
  const { line, due, when } = entry;
  const says = due === null ? 'it says no DUE | TYPE' : `\`${due} | ${when}\` is no DUE | TYPE`;
  const message = `${says}; write: - [ ] 2026-12-20 | absolute | MESSAGE`;
  const fix = mended(entry, note, wiki);
  return fix === null ? { path, line, message } : { path, line, message, fix };
}

/** Puts into the columns what the words themselves say; all words stay. */
function mended(entry: Located, note: Note, wiki: Inspection['wiki']): Change | null {
  const outline = wiki.outline(note);
  const block = outline.blocks.find(({ start }) => start === entry.start);
  const read = foreignReminder(entry);
  if (block?.kind !== 'item' || read.due === null || /[\r\n]/.test(block.text)) return null;
  const { tail } = parseReminder(block.text);
  const line = formatReminder({ ...read, tail }, block.marker);
  const end = note.text.indexOf(block.text, block.start) + block.text.length;
  const splices = replaceLine(note.text, outline, { ...block, end }, [line]);
  return { do: 'edit', path: note.path, base: note.hash, splices, why: 'a reminder in columns' };
}
