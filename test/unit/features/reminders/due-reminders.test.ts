import { describe, expect, it } from 'vitest';
import { parseReminderDue, sortPendingReminders } from '../../../../src/features/reminders/due-reminders.js';
import { scanBlocks } from '../../../../src/markdown/block-scanner.js';
import { type LocatedEntry, readEntries } from '../../../../src/notes/entries/read-entries.js';
import { clockAt } from '../../dates/clock.js';

const clock = clockAt('Europe/Berlin', '2026-06-07T14:32');

/** Reminders as people write them, and where each of them belongs. */
const LINES: readonly (readonly [string, string])[] = [
  ['- [ ] 2026-06-07 | absolute | today', 'due'],
  ['- [ ] 2026-06-07T14:32 | absolute | this minute', 'due'],
  ['- [ ] 2026-06-07T14:33 | absolute | the next minute', 'later'],
  ['- [ ] 2026-06-07 14:00 | Absolute | with a blank', 'due'],
  ['- 2026-01-01 | absolute | no box', 'due'],
  ['- [ ] 2026-06-08 | absolute | tomorrow', 'later'],
  ['- [ ] next 2026-06-01 every monday | recurring | weekly', 'due'],
  ['- [ ] next 2026-06-08T09:00 every 2 weeks | recurring | later', 'later'],
  ['- [ ] - | next session | next', 'session'],
  ['- [ ] - | next-session | next, with a hyphen', 'session'],
  ['- [ ] auth | context | tokens', 'context'],
  ['- [ ] 2026 | context | a year as a topic', 'context'],
  ['- [ ] soon | absolute | nobody knows', 'unclear'],
  ['- [ ] auth | whenever | an unknown type', 'unclear'],
  ['- [ ] 2026-02-30 | absolute | no day', 'unclear'],
  ['- no pipes at all', 'todos'],
  ['- [ ] no pipes, by 2026-06-09', 'later'],
];

describe('reminders', () => {
  const text = `# Reminders\n\n${LINES.map(([line]) => line).join('\n')}\n- [x] 2026-01-01 | absolute | done\n- [-] x | context | dropped\n`;
  const note = { path: 'content/REMINDERS.md', text, bom: false, hash: '' };
  const entries = readEntries(note, scanBlocks(text), { content: 'content', local: clock.local });
  const sorted = sortPendingReminders(entries, clock);

  it('are sorted by what they wait for, loosely written ones included', () => {
    const where = Object.entries(sorted).flatMap(([name, some]: [string, readonly LocatedEntry[]]) =>
      some.map(({ line }) => [line, name] as const),
    );
    expect(Object.fromEntries(where)).toEqual(
      Object.fromEntries(LINES.map(([, name], at) => [at + 3, name])),
    );
    console.log(`${LINES.length} lines of reminders`);
  });

  it('come the longest due first, the next one first', () => {
    expect(sorted.due.map(({ text: said }) => said)).toEqual([
      'no box',
      'weekly',
      'today',
      'with a blank',
      'this minute',
    ]);
    expect(sorted.later.map(({ text: said }) => said)).toEqual([
      'the next minute',
      'tomorrow',
      'later',
      'no pipes, by 2026-06-09',
    ]);
  });

  it('have no due date where nothing was written', () => {
    expect(parseReminderDue({ due: null, when: null, text: 'tidy up' })).toBeNull();
  });
});
