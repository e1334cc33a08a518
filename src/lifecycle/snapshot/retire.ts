import { addDays } from '../../wiki/time.js';
import { topicOf } from './name.js';
import { isBlocked, type Snapshot } from './snapshot.js';

/** At most so many snapshots are kept, and completed ones at most so many days (MindSave §Snapshot Cleanup). */
export const MOST_SNAPSHOTS = 20;
export const MOST_DAYS = 30;

/** A snapshot and the note that it stands in. */
export interface Shelved {
  readonly path: string;
  readonly snapshot: Snapshot;
}

/** Those that a new save of a topic or session makes completed: earlier ones that nothing blocks (FEATURES B2). */
export const overtaken = (
  shelf: readonly Shelved[],
  fresh: { readonly id: string; readonly session: string | null },
): readonly Shelved[] =>
  shelf.filter(({ snapshot }) => {
    const same = topicOf(snapshot.snapshot_id).toLowerCase() === topicOf(fresh.id).toLowerCase();
    const together = fresh.session !== null && snapshot.session === fresh.session;
    return (same || together) && snapshot.status === 'in_progress' && !isBlocked(snapshot);
  });

/**
 * Those that leave (MindSave §Snapshot Cleanup): completed ones older than 30 days, then the oldest completed ones while
 * there are more than 20. What is in progress or blocked never leaves, however many there are.
 */
export function retired(shelf: readonly Shelved[], today: string): readonly Shelved[] {
  const mayLeave = ({ snapshot }: Shelved) => snapshot.status === 'completed' && !isBlocked(snapshot);
  const oldest = shelf.filter(mayLeave).toSorted((a, b) => timeOf(a) - timeOf(b));
  const limit = addDays(today, -MOST_DAYS);
  const old = oldest.filter(({ snapshot }) => {
    const day = snapshot.created_at.slice(0, 10);
    return day !== '' && day < limit;
  });
  const excess = shelf.length - old.length - MOST_SNAPSHOTS;
  const rest = oldest.filter((one) => !old.includes(one));
  return [...old, ...rest.slice(0, Math.max(0, excess))];
}

/** When a snapshot was made, in ms; one that does not say is the oldest. */
export function timeOf({ snapshot }: Shelved): number {
  const ms = Date.parse(snapshot.created_at);
  return Number.isFinite(ms) ? ms : 0;
}
