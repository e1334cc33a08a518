import { Cron } from 'croner';
import { afterAll, expect, it } from 'vitest';
import type { Schedule } from '../../../../src/config/cron-expression.js';
import { findLatestOccurrence } from '../../../../src/features/cron/next-run.js';
import { FULL } from '../../../support/workspace.js';
import { changesOf, HOUR, inZone, keepZone, MINUTE, scheduleOf, ZONES } from '../../../support/zones.js';

keepZone();

/** Schedules of every hour, and the longest that each may pause while clocks change, in minutes. */
const LINES = [
  ['*/15 * * * *', 15],
  ['7,37 * * * *', 30],
  ['0 * * * *', 60],
] as const;
/** Its clocks change by half an hour, so that one full hour never strikes: croner pauses as long. */
const HALF_HOUR = { zone: 'Australia/Lord_Howe', minutes: 90 };

const LAST = FULL ? 2030 : 2025;
const PLACES = FULL ? ZONES : (['Europe/Berlin', 'America/Havana', HALF_HOUR.zone] as const);
const count = { changes: 0, runs: 0 };

it.each(PLACES)('jobs of every hour, across each change of clocks in %s, come when croner says', (zone) => {
  const local = inZone(zone);
  for (const change of changesOf(zone, 2025, LAST)) {
    count.changes++;
    const [from, to] = [change - 4 * HOUR, change + 4 * HOUR];
    for (const [line, most] of LINES) {
      const runs = runsOf(scheduleOf(line), from, to, local);
      count.runs += runs.length;
      expect(runs, `${line} around ${new Date(change).toISOString()}`).toEqual(
        cronerRuns(line, zone, from, to),
      );
      const longest = Math.max(...runs.slice(1).map((at, i) => at - (runs[i] ?? at))) / MINUTE;
      expect(longest, line).toBeLessThanOrEqual(zone === HALF_HOUR.zone ? HALF_HOUR.minutes : most);
    }
  }
});

afterAll(() => {
  console.log(
    `jobs of every hour: ${PLACES.length} zones, 2025 to ${LAST}, ${count.changes} changes of clocks × ${LINES.length} schedules, ${count.runs} runs, all at croner’s minutes`,
  );
});

/** When a scheduler that looks every minute runs it. */
function runsOf(schedule: Schedule, from: number, to: number, local: ReturnType<typeof inZone>): number[] {
  const runs: number[] = [];
  let settled = findLatestOccurrence(schedule, from, local, null);
  for (let now = from + MINUTE; now <= to; now += MINUTE) {
    const period = findLatestOccurrence(schedule, now, local, settled);
    if (period === null) continue;
    runs.push(now);
    settled = period;
  }
  return runs;
}

function cronerRuns(line: string, zone: string, from: number, to: number): number[] {
  const cron = new Cron(line, { timezone: zone, paused: true });
  const runs: number[] = [];
  for (let at = cron.nextRun(new Date(from)); at !== null && at.getTime() <= to; at = cron.nextRun(at))
    runs.push(at.getTime());
  return runs;
}
