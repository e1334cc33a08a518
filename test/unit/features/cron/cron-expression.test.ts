import { Cron } from 'croner';
import { describe, expect, it } from 'vitest';
import { parseSchedule } from '../../../../src/config/cron-expression.js';
import { nextOccurrence, toPeriodStart } from '../../../../src/features/cron/next-run.js';
import { createRandom } from '../../../support/random.js';
import { SEED } from '../../../support/workspace.js';
import { DAY, inZone, keepZone, scheduleOf } from '../../../support/zones.js';

keepZone();

describe('a line of a schedule', () => {
  it.each([
    ['10 4 * * *', { minutes: [10], hours: [4], either: false, hourly: false, missed: 'once' }],
    [
      '*/20 8-17/3 1,15 jan-mar,dec Mon-Fri many',
      { minutes: [0, 20, 40], hours: [8, 11, 14, 17], either: true, missed: 'many' },
    ],
    ['5/20 * * * 7 skip', { minutes: [5, 25, 45], hourly: true, either: false, missed: 'skip' }],
    ['0 9 */2 * 1', { either: false }],
  ])('%s is read', (line, expected) => {
    expect(parseSchedule(line)).toMatchObject(expected);
  });

  it('Sunday is 0 and 7, and off is none', () => {
    expect([...scheduleOf('0 9 * * 7').weekdays]).toEqual([0]);
    expect([...scheduleOf('0 9 * * fri-7').weekdays]).toEqual([5, 6, 0]);
    expect(parseSchedule(' OFF ')).toBe(null);
  });

  it.each([
    ['', 'needs five fields'],
    ['10 4 * *', 'needs five fields'],
    ['10 4 * * * * *', 'needs five fields'],
    ['10 4 * * * often', 'needs five fields'],
    ['@daily', 'needs five fields'],
    ['60 4 * * *', 'has `60` as minute, which takes 0 to 59'],
    ['10 24 * * *', 'has `24` as hour'],
    ['10 4 0 * *', 'has `0` as day of the month, which takes 1 to 31'],
    ['10 4 * 13 *', 'has `13` as month'],
    ['10 4 * * 8', 'has `8` as weekday'],
    ['10 4 L * *', 'has `l` as day of the month'],
    ['10 4 * * 1#2', 'has `1#2` as weekday'],
    ['10-5 4 * * *', 'has `10-5` as minute'],
    ['*/0 4 * * *', 'has `*/0` as minute'],
    ['1,,2 4 * * *', 'has `` as minute'],
    ['0 4 31 2,4 *', 'never occurs'],
  ])('%j is refused with the reason', (line, fault) => {
    expect(parseSchedule(line)).toEqual({ fault: expect.stringContaining(fault) });
  });

  it('comes as crontab(5) says: on a day of either where both days are restricted', () => {
    const random = createRandom(SEED);
    const local = inZone('UTC');
    const [pick, range] = [
      <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T,
      (least: number, most: number) => least + Math.floor(random() * (most - least + 1)),
    ];
    const field = (least: number, most: number): string => {
      const [a, b] = [range(least, most), range(least, most)].sort((x, y) => x - y);
      return pick([`${a}`, `${a},${b}`, `${a}-${b}`, `${a}-${b}/2`]);
    };
    let both = 0;
    for (let turn = 0; turn < 300; turn++) {
      const days = pick([
        `* * *`,
        `${field(1, 28)} * *`,
        `* ${field(1, 12)} ${field(0, 6)}`,
        `${field(1, 28)} * ${field(0, 6)}`,
      ]);
      const line = `${field(0, 59)} ${field(0, 23)} ${days}`;
      const schedule = scheduleOf(line);
      if (schedule.either) both++;
      const now = Date.UTC(2026, 0, 1) + random() * 900 * DAY;
      const period = nextOccurrence(schedule, now, local);
      const theirs = new Cron(line, { timezone: 'UTC', paused: true }).nextRun(new Date(now));
      expect(
        new Date(toPeriodStart(schedule, period ?? '', local)).toISOString(),
        `${line} after ${new Date(now).toISOString()}, seed ${SEED}`,
      ).toBe(theirs?.toISOString());
    }
    expect(both).toBeGreaterThan(30);
  });
});
