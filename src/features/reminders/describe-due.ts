import type { DueDate } from '../../dates/due-date.js';
import { formatRecurrence } from '../../dates/recurrence.js';
import { parseConditionTopic } from '../../matching/topics/reminder-condition.js';

/** Formats the due of a reminder with absolute dates: no `tomorrow`, no `in 3 days`. */
export function describeDue(due: DueDate): string {
  if (due.type === 'next session') return 'at the next session';
  if (due.type === 'context') return `when \`${parseConditionTopic(due.trigger)}\` comes up`;
  const at = due.due.replace('T', ' ');
  return due.type === 'absolute' ? at : `${at}, then every ${formatRecurrence(due.rule)}`;
}
