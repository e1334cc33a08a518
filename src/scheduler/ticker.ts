import { schedule } from 'node-cron';

/**
 * Asks for a look every minute, and never for two at once. node-cron only ticks: it knows no missed time and no clock
 * change (guide/cron.md › What is promised); what is due is told by the run ledger, so that a tick may come late, twice or not at all.
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

/** A tick that comes later is dropped: the next one is as good. */
const LATEST_MS = 50_000;
