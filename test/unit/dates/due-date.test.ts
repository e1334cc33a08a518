import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DueDate, formatDue, isDue, parseDue } from '../../../src/dates/due-date.js';
import {
  anchorRecurrence,
  formatRecurrence,
  nextOccurrenceAfter,
  parseRecurrence,
  type RecurrenceRule,
} from '../../../src/dates/recurrence.js';
import { createRecurring, nextAfterDone, parseEvery } from '../../../src/dates/recurrence-input.js';
import { describeDue } from '../../../src/features/reminders/due-reminders.js';
import { clockAt, clockIn } from './clock.js';

const SEED = 3;

const rule = (text: string): RecurrenceRule => {
  const read = parseEvery(text);
  if ('refused' in read) throw new Error(read.refused);
  return read.rule;
};

/** The first days of a repeat, each done at noon of its day. */
function days(every: string, first: string, count: number): string[] {
  const all = [createRecurring(first, rule(every))];
  while (all.length < count) {
    const last = all.at(-1)!;
    all.push(nextAfterDone(last, clockAt('Europe/Berlin', `${last.due.slice(0, 10)}T12:00`)));
  }
  return all.map(({ due }) => due);
}

describe('the DUE column', () => {
  const forms: [string, string, DueDate][] = [
    ['2026-12-20', 'absolute', { type: 'absolute', due: '2026-12-20' }],
    ['2026-12-20T09:00', 'absolute', { type: 'absolute', due: '2026-12-20T09:00' }],
    ['2026-10-25T02:30+01:00', 'absolute', { type: 'absolute', due: '2026-10-25T02:30+01:00' }],
    ['-', 'next session', { type: 'next session' }],
    ['auth or login', 'context', { type: 'context', trigger: 'auth or login' }],
    ['next 2026-06-08 every week', 'recurring', createRecurring('2026-06-08', { unit: 'week', every: 1 })],
    [
      'next 2026-06-08T09:00 every monday,thursday',
      'recurring',
      createRecurring('2026-06-08T09:00', { on: [1, 4] }),
    ],
    [
      'next 2026-02-28 every month on the 31st',
      'recurring',
      createRecurring('2026-02-28', { unit: 'month', every: 1, day: 31 }),
    ],
  ];

  it.each(forms)('%s is read and written as %s', (text, type, due) => {
    expect(parseDue(text)).toEqual(due);
    expect(parseDue(text, type)).toEqual(due);
    expect(formatDue(due)).toBe(text);
  });

  it.each([
    ['2026-02-30', 'absolute'],
    ['2026-12-20T25:00', 'absolute'],
    ['Dec 20', 'absolute'],
    ['2026-12-20', 'recurring'],
    ['next 2026-06-08 every blue moon', 'recurring'],
    ['next monday every week', 'recurring'],
    ['auth', 'next session'],
    ['', 'context'],
  ])('`%s` is no due of type %s', (text, type) => {
    expect(parseDue(text, type)).toBeNull();
  });

  it('keeps a trigger that looks like a date, by the TYPE column', () => {
    expect(parseDue('2026-12-20', 'context')).toEqual({ type: 'context', trigger: '2026-12-20' });
    expect(parseDue('-', 'context')).toEqual({ type: 'context', trigger: '-' });
  });

  it('says when in words that stay true', () => {
    const said = forms.map(([, , due]) => describeDue(due));
    expect(said).toContain('2026-12-20 09:00');
    expect(said).toContain('2026-06-08, then every week');
    expect(said).toContain('when `auth or login` comes up');
    expect(said).toContain('at the next session');
  });
});

describe('isDue', () => {
  const day = { type: 'absolute', due: '2026-03-29' } as const;
  const due = (at: DueDate, zone: string, now: string) => isDue(at, clockIn(zone, now));

  it('begins a day at its local midnight, whatever the zone', () => {
    expect(due(day, 'Europe/Berlin', '2026-03-28T23:59+01:00')).toBe(false);
    expect(due(day, 'Europe/Berlin', '2026-03-29T00:00+01:00')).toBe(true);
    expect(due(day, 'America/New_York', '2026-03-29T00:00+01:00')).toBe(false);
    expect(due(day, 'Asia/Shanghai', '2026-03-28T16:00Z')).toBe(true);
    expect(due(day, 'Asia/Beirut', '2026-03-29T01:00+03:00')).toBe(true);
  });

  it('reads a skipped time after the change and a repeated one by its offset', () => {
    const skipped = { type: 'absolute', due: '2026-03-29T02:30' } as const;
    expect(due(skipped, 'Europe/Berlin', '2026-03-29T03:29+02:00')).toBe(false);
    expect(due(skipped, 'Europe/Berlin', '2026-03-29T03:30+02:00')).toBe(true);
    const second = { type: 'absolute', due: '2026-10-25T02:30+01:00' } as const;
    expect(due(second, 'Europe/Berlin', '2026-10-25T02:45+02:00')).toBe(false);
    expect(due(second, 'Europe/Berlin', '2026-10-25T02:30+01:00')).toBe(true);
  });

  it('never comes by time for sessions and topics', () => {
    expect(due({ type: 'next session' }, 'UTC', '2026-03-29T00:00Z')).toBe(false);
    expect(due({ type: 'context', trigger: '2020-01-01' }, 'UTC', '2026-03-29T00:00Z')).toBe(false);
  });
});

describe('repeats', () => {
  it.each([
    ['month', '2026-01-31', '2026-01-31 2026-02-28 2026-03-31 2026-04-30 2026-05-31'],
    ['month', '2028-01-30', '2028-01-30 2028-02-29 2028-03-30'],
    ['month', '2026-01-28', '2026-01-28 2026-02-28 2026-03-28'],
    ['2 months', '2026-12-31', '2026-12-31 2027-02-28 2027-04-30 2027-06-30 2027-08-31'],
    ['quarter', '2026-11-30', '2026-11-30 2027-02-28 2027-05-30'],
    ['year', '2028-02-29', '2028-02-29 2029-02-28 2030-02-28 2031-02-28 2032-02-29'],
    ['weekday', '2026-06-04', '2026-06-04 2026-06-05 2026-06-08 2026-06-09'],
    ['monday,thursday', '2026-06-08', '2026-06-08 2026-06-11 2026-06-15'],
    ['2 weeks', '2026-12-24', '2026-12-24 2027-01-07 2027-01-21'],
    ['3 days', '2028-02-27', '2028-02-27 2028-03-01 2028-03-04'],
    ['day', '2026-03-28T02:30', '2026-03-28T02:30 2026-03-29T02:30 2026-03-30T02:30'],
  ])('every %s from %s', (every, first, expected) => {
    expect(days(every, first, expected.split(' ').length)).toEqual(expected.split(' '));
  });

  it('comes next after a missed time, and is not due again at once', () => {
    const weekly = createRecurring('2026-06-01', rule('week'));
    const late = clockAt('Europe/Berlin', '2026-06-24T10:00');
    expect(nextAfterDone(weekly, late).due).toBe('2026-06-29');
    expect(nextAfterDone(createRecurring('2026-06-24T09:00', rule('day')), late).due).toBe(
      '2026-06-25T09:00',
    );
    expect(nextAfterDone(createRecurring('2026-06-20T11:00', rule('day')), late).due).toBe(
      '2026-06-24T11:00',
    );
    expect(nextAfterDone(createRecurring('2026-07-01', rule('week')), late).due).toBe('2026-07-08');
  });

  it('keeps its wall time when it begins in a repeated hour', () => {
    const nightly = createRecurring('2026-10-25T02:30+01:00', rule('day'));
    expect(formatDue(nightly)).toBe('next 2026-10-25T02:30 every day');
  });

  it('finds the 31st again after a February date written by hand', () => {
    const due = parseDue('next 2026-01-31 every month');
    if (due?.type !== 'recurring') throw new Error('not read');
    const next = nextAfterDone(due, clockAt('Asia/Shanghai', '2026-02-01T08:00'));
    expect(formatDue(next)).toBe('next 2026-02-28 every month on the 31st');
    expect(nextOccurrenceAfter(next.rule, next.due)).toBe('2026-03-31');
  });

  it.each([
    ['day', 'day'],
    ['daily', 'day'],
    ['every day', 'day'],
    ['other day', '2 days'],
    ['1 week', 'week'],
    ['two weeks', '2 weeks'],
    ['fortnight', '2 weeks'],
    ['3 months', '3 months'],
    ['annually', 'year'],
    ['weekdays', 'weekday'],
    ['Mon, Wed and Fri', 'monday,wednesday,friday'],
    ['thu/tue', 'tuesday,thursday'],
    ['fri fri', 'friday'],
    ['weekend', 'saturday,sunday'],
    ['mon-fri', 'refused'],
    ['month on the last day', 'month on the 31st'],
    ['month on the 2nd', 'month on the 2nd'],
    ['1st of the month', 'month on the 1st'],
    ['每天', 'day'],
    ['每周一三五', 'monday,wednesday,friday'],
    ['每週一和週四', 'monday,thursday'],
    ['每个工作日', 'weekday'],
    ['每两个月', '2 months'],
    ['每月15号', 'month on the 15th'],
    ['0 days', 'refused'],
    ['1000 days', 'refused'],
    ['constructor', 'refused'],
    ['2 hours', 'refused'],
    ['1.5 weeks', 'refused'],
    ['week on the 3rd', 'refused'],
    ['month on the 32nd', 'refused'],
    ['now and then', 'refused'],
    ['', 'refused'],
  ])('`--every %s` is %s', (text, expected) => {
    const read = parseEvery(text);
    expect('refused' in read ? 'refused' : formatRecurrence(read.rule)).toBe(expected);
  });

  it('reads back every rule that it writes', () => {
    const counted = fc.record({
      unit: fc.constantFrom('day', 'week', 'month', 'year'),
      every: fc.integer({ min: 1, max: 999 }),
    });
    const listed = fc.record({
      on: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }).map((on) => on.toSorted()),
    });
    const date = fc
      .integer({ min: 0, max: 50_000 })
      .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
    fc.assert(
      fc.property(fc.oneof(counted, listed), date, (some, first) => {
        const due = createRecurring(first, some as RecurrenceRule);
        expect(due.rule).toEqual(anchorRecurrence(some as RecurrenceRule, first));
        expect(parseRecurrence(formatRecurrence(due.rule))).toEqual(due.rule);
        expect(parseDue(formatDue(due))).toEqual(due);
        expect(nextOccurrenceAfter(due.rule, first) > first).toBe(true);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});
