import type { Start } from './house.js';
import { findRoot, openStore, type Store } from './store/store.js';
import type { HookRun } from './verbs/facts.js';

const TRAIL = 'hooks';

/** Keeps a run of a hook, without lock and flush. Where there is no workspace nobody is told. */
export function keepRun(start: Start, run: HookRun): void {
  try {
    openStore(findRoot(start)).addToTrail(TRAIL, { ...run });
  } catch {
    // A hook is never a reason to stop an agent.
  }
}

/** What hooks did on the last two days, the oldest first. */
export const hookRuns = (store: Store): readonly HookRun[] =>
  store.trail(TRAIL).flatMap((one) => (isRun(one) ? [one] : []));

const isRun = (one: object): one is HookRun =>
  'event' in one && typeof one.event === 'string' && 'ms' in one && typeof one.ms === 'number';
