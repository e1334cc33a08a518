import { schedule } from 'node-cron';

/**
 * Calls back every minute, and never twice at once. node-cron only ticks: it handles neither missed times nor clock
 * changes (guide/cron.md › Guarantees). The journal of runs decides which jobs are due, so a tick may be late,
 * repeated or missing.
 */
export function runEveryMinute(look: () => Promise<void>): { readonly stop: () => void } {
  const task = schedule('* * * * *', look, {
    timezone: 'Etc/UTC',
    noOverlap: true,
    suppressMissedWarning: true,
    missedExecutionTolerance: LATEST_MS,
  });
  return { stop: () => void task.destroy() };
}

/** A tick that comes later than this is dropped; the next one does the same. */
const LATEST_MS = 50_000;
