import { expect, test } from 'vitest';
import { formatDue, parseDue } from '../../../../src/dates/due-date.js';
import { moveDue } from '../../../../src/features/reminders/complete.js';
import { parseReminderDue } from '../../../../src/features/reminders/due-reminders.js';

test.each([
  ['next 2026-06-08 every week', '2026-06-20', 'next 2026-06-20 every monday'],
  ['next 2026-06-08T09:00 every month', '2026-06-12', 'next 2026-06-12T09:00 every month on the 8th'],
  ['next 2026-06-08 every monday,friday', '2026-06-20', 'next 2026-06-20 every monday,friday'],
  ['next 2026-06-08 every day', '2026-06-20T10:00', 'next 2026-06-20T10:00 every day'],
  ['2026-06-08', '2026-06-20', '2026-06-20'],
])('%s until %s', (before, until, after) => {
  const moved = moveDue(parseDue(before), { type: 'absolute', due: until });
  expect(formatDue(moved)).toBe(after);
});

test.each([
  ['renew the certificate on 2026-06-05', { type: 'absolute', due: '2026-06-05' }],
  ['2026-06-06 send the report', { type: 'absolute', due: '2026-06-06' }],
  ['rotate keys when we work on auth', { type: 'context', trigger: 'auth' }],
  ['call Bob tomorrow', null],
  ['buy milk', null],
])('a line without columns: %s', (text, due) => {
  expect(parseReminderDue({ due: null, when: null, text })).toEqual(due);
});
