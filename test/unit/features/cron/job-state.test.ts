import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../../../src/config/run-record.js';
import {
  applyRunRecord,
  isJobDue,
  type JobState,
  NEVER_RUN,
} from '../../../../src/features/cron/job-state.js';
import { toPeriodStart } from '../../../../src/features/cron/next-run.js';
import { DAY, HOUR, inZone, keepZone, MINUTE, scheduleOf } from '../../../support/zones.js';

keepZone();

const GRACE = 30 * MINUTE;
const local = inZone('Europe/Berlin');
const at = (iso: string): number => Date.parse(iso);

const done = (period: string | null, when = 0): RunRecord => ({
  t: 'done',
  id: `${period}`,
  job: 'j',
  period,
  since: null,
  at: when,
  say: '',
  changed: [],
  seq: null,
  ms: 1,
});
const failed = (when: number): RunRecord => ({
  t: 'failed',
  id: 'f',
  job: 'j',
  period: null,
  at: when,
  why: 'no',
  ms: 1,
});
const claimed = (id: string, when: number): RunRecord => ({
  t: 'claimed',
  id,
  job: 'j',
  period: '2026-06-07',
  at: when,
  now: when,
  seed: id,
  until: when,
  owner: { pid: 1, host: 'h' },
});
const state = (...lines: readonly RunRecord[]): JobState => lines.reduce(applyRunRecord, NEVER_RUN);
const daily = scheduleOf('10 4 * * *');
const ask = (lines: readonly RunRecord[], now: string, line = '10 4 * * *') =>
  isJobDue(scheduleOf(line), state(...lines), at(now), local, GRACE);

describe('due', () => {
  it('not before its time, and from then on until it is done', () => {
    const yesterday = [done('2026-06-06')];
    expect(ask(yesterday, '2026-06-07T04:09:59+02:00')).toBe(null);
    for (const now of ['2026-06-07T04:10:00+02:00', '2026-06-07T23:59:00+02:00', '2026-06-08T04:09:00+02:00'])
      expect(ask(yesterday, now)).toEqual({ what: 'run', period: '2026-06-07', since: '2026-06-06' });
    expect(ask([...yesterday, done('2026-06-07')], '2026-06-07T23:59:00+02:00')).toBe(null);
    expect(ask([...yesterday, done(null)], '2026-06-07T05:00:00+02:00')).toMatchObject({
      period: '2026-06-07',
    });
    expect(ask([...yesterday, claimed('c', 0)], '2026-06-07T05:00:00+02:00')).toMatchObject({ what: 'run' });
  });

  it('a job that never ran is due for its newest time only', () => {
    for (const line of ['10 4 * * *', '10 4 * * * many'])
      expect(ask([], '2026-06-07T12:00:00+02:00', line)).toEqual({
        what: 'run',
        period: '2026-06-07',
        since: null,
      });
    expect(ask([], '2026-06-07T12:00:00+02:00', '0 3 1 1 *')).toMatchObject({ period: '2026-01-01' });
    expect(ask([], '2026-06-07T12:00:00+02:00', '0 3 29 2 *')).toMatchObject({ period: '2024-02-29' });
  });

  it('missed times: once for all, one by one for the newest seven, or not at all', () => {
    const long = [done('2026-05-20')];
    const now = '2026-06-07T12:00:00+02:00';
    expect(ask(long, now, '10 4 * * * once')).toEqual({
      what: 'run',
      period: '2026-06-07',
      since: '2026-05-20',
    });
    expect(ask(long, now, '10 4 * * * skip')).toEqual({
      what: 'pass',
      period: '2026-06-07',
      since: '2026-05-20',
    });
    expect(ask(long, '2026-06-07T04:39:00+02:00', '10 4 * * * skip')).toMatchObject({ what: 'run' });
    const made: string[] = [];
    for (let lines = long; ; ) {
      const next = ask(lines, now, '10 4 * * * many');
      if (next?.what !== 'run') break;
      made.push(next.period);
      lines = [...lines, done(next.period)];
    }
    expect(made).toEqual(
      ['06-01', '06-02', '06-03', '06-04', '06-05', '06-06', '06-07'].map((day) => `2026-${day}`),
    );
  });

  it('a time that clocks skip comes right behind, one that they repeat comes once', () => {
    expect(ask([done('2026-03-28')], '2026-03-29T01:59:59+01:00', '30 2 * * *')).toBe(null);
    expect(ask([done('2026-03-28')], '2026-03-29T03:00:00+02:00', '30 2 * * *')).toMatchObject({
      period: '2026-03-29',
    });
    expect(new Date(toPeriodStart(scheduleOf('30 2 * * *'), '2026-03-29', local)).toISOString()).toBe(
      '2026-03-29T01:00:00.000Z',
    );
    expect(ask([done('2026-10-24')], '2026-10-25T02:30:00+02:00', '30 2 * * *')).toMatchObject({
      period: '2026-10-25',
    });
    expect(ask([done('2026-10-25')], '2026-10-25T02:30:00+01:00', '30 2 * * *')).toBe(null);
  });

  it('a clock that goes back repeats nothing, and one that ran days ahead blocks nothing', () => {
    expect(ask([done('2026-06-07')], '2026-06-06T12:00:00+02:00')).toBe(null);
    const ahead = [done('2026-06-07'), done('2027-06-07')];
    expect(ask(ahead, '2026-06-07T12:00:00+02:00')).toBe(null);
    expect(ask(ahead, '2026-06-08T12:00:00+02:00')).toEqual({
      what: 'run',
      period: '2026-06-08',
      since: '2026-06-07',
    });
    const righted = [...ahead, done('2026-06-08'), done('2026-06-09')];
    expect(ask(righted, '2026-06-09T12:00:00+02:00')).toBe(null);
    expect(ask(righted, '2026-06-10T12:00:00+02:00')).toMatchObject({
      period: '2026-06-10',
      since: '2026-06-09',
    });
    expect(ask(righted, '2027-06-07T12:00:00+02:00')).toBe(null);
  });

  it('what failed is tried again after ten minutes, after an hour, and the next day', () => {
    const begun = at('2026-06-07T04:10:00+02:00');
    let lines: RunRecord[] = [done('2026-06-06')];
    const tries: string[] = [];
    for (let now = begun; now < begun + 2 * DAY; now += MINUTE) {
      const next = isJobDue(daily, state(...lines), now, local, GRACE);
      if (next?.what !== 'run') continue;
      tries.push(local(now).iso.slice(8, 16));
      lines = [...lines, failed(now)];
    }
    expect(tries).toEqual(['07T04:10', '07T04:20', '07T05:20', '08T04:10', '08T05:10', '08T06:10']);
    expect(isJobDue(daily, state(...lines.slice(0, 4)), begun + 8 * HOUR, local, GRACE)).toEqual({
      what: 'wait',
      period: '2026-06-07',
      until: begun + DAY,
    });
    expect(isJobDue(daily, state(...lines), begun - 3 * DAY, local, GRACE)).toBe(null);
  });

  it('a run whose process died is taken up at once; the second that dies counts as failed', () => {
    const begun = at('2026-06-07T04:10:00+02:00');
    const first = [done('2026-06-06'), claimed('a', begun)];
    expect(isJobDue(daily, state(...first), begun + MINUTE, local, GRACE)).toMatchObject({ what: 'run' });
    const second = [...first, claimed('b', begun + MINUTE)];
    expect(state(...second)).toMatchObject({ broken: 1, failures: [], open: { id: 'b' } });
    const third = [...second, claimed('c', begun + 2 * MINUTE)];
    expect(state(...third)).toMatchObject({ broken: 2, failures: [{ id: 'b' }] });
    expect(isJobDue(daily, state(...third), begun + 3 * MINUTE, local, GRACE)).toMatchObject({
      what: 'wait',
    });
    expect(state(...third, failedOf('b', begun)).open).toMatchObject({ id: 'c' });
    expect(state(...third, done('2026-06-07', begun + HOUR))).toMatchObject({ broken: 0, failures: [] });
  });
});

const failedOf = (id: string, when: number): RunRecord => ({ ...failed(when), id }) as RunRecord;
