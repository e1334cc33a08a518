import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDue, isDue, parseDue } from '../../src/dates/due-date.js';
import { addDays, parseInstant } from '../../src/dates/local-time.js';
import { createNaturalDates } from '../../src/dates/natural-date.js';
import { parseOwnWhen, parseWhen } from '../../src/features/reminders/parse-when.js';
import { clockAt, clockIn } from '../unit/dates/clock.js';

const SEED = 20_260_607;
const RUNS = process.env.DAYBOOK_FULL ? 20_000 : 600;
const HALF_HOUR = 1_800_000;
const natural = createNaturalDates();

/** What phrases are made of, in an order without sense. */
const WORDS =
  'in at on by the next last this every day days week weeks month year hour hours minutes 1 2 3 12 25 31 99 9999 0 ' +
  'one two half and a an of from before after ago now today tomorrow tonight yesterday monday friday sun may march ' +
  'dec feb 29 30 9am 25:00 17:00 12/20 2026-02-30 2026-12-20 20.12. 2028 noon midnight evening end start when I we ' +
  'mention work auth comes up it session 每 周 一 天 后 前 明 今 晚 点 半 月 号 年 下 提到 时 morgen in Tagen EST UTC +05:00 ' +
  '999999999999 Stunden Jahren через дня | - . , / ` " ( * [';

describe('any phrase', () => {
  it('is read or refused, never in the past, and its due is read back', () => {
    const words = (most: number) =>
      fc.array(fc.constantFrom(...WORDS.split(' ')), { minLength: 1, maxLength: most });
    const number = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 99_999 }));
    const unit = fc.constantFrom(
      'minutes',
      'hours',
      'days',
      'business days',
      'weeks',
      'months',
      'years',
      'Tagen',
      '个月',
    );
    const head = fc.constantFrom('in', 'every', 'after', '', '每', 'tomorrow in', '3 weeks and');
    const phrase = fc.oneof(
      words(3).map((all) => all.join(' ')),
      words(7).map((all) => all.join(' ')),
      words(5).map((all) => all.join('')),
      fc.tuple(head, number, unit).map((all) => all.join(' ')),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
    );
    const zone = fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Pacific/Apia',
    );
    const now = fc.date({ min: new Date('2010-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
    const seen = { refused: 0, read: 0 };
    fc.assert(
      fc.property(phrase, zone, now, (said, place, at) => {
        const clock = clockIn(place, at.toISOString());
        const due = parseWhen(said, clock, natural);
        if ('refused' in due) {
          seen.refused++;
          expect(due.hint).not.toBe('');
          return;
        }
        seen.read++;
        expect(parseDue(formatDue(due), due.type)).toEqual(due);
        if (due.type !== 'absolute') return;
        expect(
          isDue(due, { ...clock, now: clock.now - 60_000 - (due.due.length === 10 ? 86_400_000 : 0) }),
        ).toBe(false);
      }),
      { seed: SEED, numRuns: RUNS },
    );
    console.log(`seed ${SEED}: ${RUNS} phrases, ${seen.read} read, ${seen.refused} refused`);
    expect(seen.read).toBeGreaterThan(RUNS / 50);
  });

  it('is not searched for a date when it is long', () => {
    const reading = parseOwnWhen(`tomorrow ${'and on '.repeat(1000)}`, clockAt('UTC', '2026-06-07T14:32'));
    expect(reading).toMatchObject({ refused: expect.stringContaining('too long') });
  });
});

describe('instant', () => {
  const changes: [string, string][] = [
    ['Europe/Berlin', '2026-03-29'],
    ['Europe/Berlin', '2026-10-25'],
    ['America/New_York', '2026-03-08'],
    ['America/New_York', '2026-11-01'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['Australia/Lord_Howe', '2026-10-04'],
    ['Asia/Beirut', '2026-03-29'],
    ['Pacific/Apia', '2011-12-30'],
    ['Asia/Kolkata', '2026-03-29'],
  ];

  it.each(changes)('is the first pass of every half hour around a change in %s on %s', (zone, date) => {
    const { local } = clockIn(zone, '2026-01-01T00:00Z');
    const from = Date.parse(`${addDays(date, -2)}T00:00Z`);
    const first = new Map<string, number>();
    for (let at = from; at < from + 4 * 86_400_000; at += HALF_HOUR) {
      const wall = local(at).iso.slice(0, 16);
      if (!first.has(wall)) first.set(wall, at);
    }
    const wrong = [...first].filter(
      ([wall, at]) => at > from + 86_400_000 && parseInstant(wall, local) !== at,
    );
    expect(wrong).toEqual([]);
  });
});

describe('natural dates', () => {
  const clock = clockAt('Europe/Berlin', '2026-06-07T14:32');

  it('are asked for only where our own grammar ends', () => {
    const own =
      'tomorrow|in 3 days|in 2 hours|Dec 20|2026-12-20|next session|when I mention auth|when we work on API';
    for (const said of own.split('|')) expect(parseOwnWhen(said, clock)).toHaveProperty('type');
    for (const said of ['morgen', '9am EST tomorrow', 'banana']) expect(parseOwnWhen(said, clock)).toBeNull();
  });

  it('read no short English word as one of another language', () => {
    const words =
      'so do mi die man sam dom lun vie sab ma mer jeu later soon never always often maybe some other first second ' +
      'third spring summer autumn winter done ready release deploy merge review token session memory morning-ish ' +
      'version number order minute hour moment period quarter half double single couple several many few';
    const read = words.split(' ').filter((word) => !('refused' in parseWhen(word, clock, natural)));
    console.log(`${words.split(' ').length} words that are no dates, ${read.length} read as dates`);
    expect(read).toEqual([]);
  });

  it('come from one file, so that chrono can be bundled apart', () => {
    const folder = new URL('../../src/', import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.ts'),
    );
    const users = files.filter((path) =>
      readFileSync(new URL(path, folder), 'utf8').includes("from 'chrono-node"),
    );
    expect(users).toEqual(['dates/natural-date.ts']);
    const loaders = files.filter((path) =>
      /import \{[^}]*\} from '.*natural-date\.js'/.test(readFileSync(new URL(path, folder), 'utf8')),
    );
    expect(loaders.filter((path) => path.startsWith('lifecycle/'))).toEqual([]);
  });
});
