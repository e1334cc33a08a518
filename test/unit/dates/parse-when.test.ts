import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { DueDate, TimeContext } from '../../../src/dates/due-date.js';
import type { DateRejection } from '../../../src/dates/moment.js';
import { createNaturalDates } from '../../../src/dates/natural-date.js';
import { formatRecurrence } from '../../../src/dates/recurrence.js';
import { parseWhen } from '../../../src/features/reminders/parse-when.js';
import { clockAt, clockIn } from './clock.js';

const fixture = (name: string): string[][] =>
  readFileSync(new URL(`../../fixtures/when/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split('|').map((cell) => cell.trim()));

const CLOCKS: readonly TimeContext[] = [
  clockAt('Europe/Berlin', '2026-06-07T14:32'),
  clockAt('America/New_York', '2026-03-07T22:30'),
  clockAt('Asia/Shanghai', '2026-12-31T09:15'),
  clockAt('Australia/Lord_Howe', '2028-02-28T08:00'),
];
/** Zones that the process may live in, with the minutes that they are behind UTC in January. */
const ZONES_OF_PROCESS: [string, number][] = [
  ['UTC', 0],
  ['America/New_York', 300],
  ['Asia/Kolkata', -330],
  ['Pacific/Apia', -780],
];
const natural = createNaturalDates();

interface Case {
  readonly phrase: string;
  readonly clock: TimeContext;
  readonly expected: string;
}

const cases: Case[] = fixture('phrases.txt').flatMap(([phrase = '', ...columns]) =>
  CLOCKS.map((clock, at) => ({ phrase, clock, expected: filled(columns.slice(0, at + 1)) })),
);
const changes: Case[] = fixture('clock-changes.txt').map(
  ([zone = '', now = '', phrase = '', expected = '']) => ({
    phrase,
    clock: clockIn(zone, now),
    expected,
  }),
);

afterEach(() => {
  delete process.env.TZ;
});

describe('phrases of --when', () => {
  it.each(ZONES_OF_PROCESS)(
    'mean what is written beside them, where the process lives in %s',
    (zone, behind) => {
      process.env.TZ = zone;
      expect(new Date('2026-01-15T12:00Z').getTimezoneOffset()).toBe(behind);
      const wrong = [...cases, ...changes].filter(
        ({ phrase, clock, expected }) => !fits(read(phrase, clock), expected),
      );
      const phrases = new Set(cases.map(({ phrase }) => phrase)).size;
      const refused = cases.filter(({ expected }) => /^(?:past|no) /.test(expected)).length;
      console.log(
        `${zone}: ${phrases} phrases × ${CLOCKS.length} clocks = ${cases.length} (${refused} refusals), ` +
          `${changes.length} at clock changes, ${wrong.length} wrong`,
      );
      expect(
        wrong.map(({ phrase, clock, expected }) => ({ phrase, expected, read: read(phrase, clock) })),
      ).toEqual([]);
    },
  );
});

const read = (phrase: string, clock: TimeContext): string => shown(parseWhen(phrase, clock, natural));

function shown(reading: DueDate | DateRejection): string {
  if ('refused' in reading) {
    const [, past] = /is (\S+), which is in the past$/.exec(reading.refused) ?? [];
    return past ? `past ${past}` : `no ${reading.refused}`;
  }
  if (reading.type === 'recurring') return `every ${formatRecurrence(reading.rule)} from ${reading.due}`;
  if (reading.type === 'context') return `context ${reading.trigger}`;
  return reading.type === 'absolute' ? reading.due : reading.type;
}

const fits = (got: string, expected: string): boolean =>
  expected.startsWith('no ') ? got.startsWith('no ') && got.includes(expected.slice(3)) : got === expected;

/** The last column that is no `=`. */
function filled(columns: readonly string[]): string {
  return columns.findLast((column) => column !== '=') ?? '';
}
