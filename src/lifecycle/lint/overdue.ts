import { pathOf } from '../../kinds/index.js';
import { dueOf, waiting } from '../due.js';
import { describeDue } from '../when/due.js';
import type { Rule } from './rule.js';

export const overdue: Rule = {
  name: 'overdue',
  level: 'warning',
  why: 'a reminder that is due and not done hides those that come after it',
  find({ wiki, entries, clock }) {
    const note = wiki.note(`${wiki.content}/${pathOf('reminders')}`);
    if (!note) return [];
    const today = clock.local(clock.now).date;
    return waiting(entries(note), clock).due.flatMap((entry) => {
      const due = dueOf(entry);
      const day = due && 'due' in due ? due.due.slice(0, 10) : today;
      if (!due || day >= today) return [];
      return [{ path: note.path, line: entry.line, message: `due ${describeDue(due)}: «${entry.text}»` }];
    });
  },
};
