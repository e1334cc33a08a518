import { notePath } from '../../../notes/kinds/index.js';
import { describeDue, parseReminderDue, sortPendingReminders } from '../../reminders/due-reminders.js';

import type { LintRule } from '../rule.js';

export const overdue: LintRule = {
  name: 'overdue',
  level: 'warning',
  why: 'an overdue reminder hides those that come after it',
  find({ wiki: notebook, entries, clock }) {
    const note = notebook.note(`${notebook.content}/${notePath('reminders')}`);
    if (!note) return [];
    const today = clock.local(clock.now).date;
    return sortPendingReminders(entries(note), clock).due.flatMap((entry) => {
      const due = parseReminderDue(entry);
      const day = due && 'due' in due ? due.due.slice(0, 10) : today;
      if (!due || day >= today) return [];
      return [{ path: note.path, line: entry.line, message: `due ${describeDue(due)}: «${entry.text}»` }];
    });
  },
};
