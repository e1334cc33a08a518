import type { Heartbeat } from '../../command/hook-records.js';

/** How long it was quiet here, and which sessions ended before this moment (Mind; FEATURES A5). */
interface SessionGap {
  /** Whole minutes since the last session ended, or since the last activity; null where that is unknown. */
  readonly minutes: number | null;
  /** When the sessions ended whose lines are still in SESSION.md, oldest first; empty where the session is current. */
  readonly ends: readonly number[];
}

/** Returns true if so long a quiet ends a session: longer than the limit, by however little. */
export const isSessionGap = (lastActivity: number, now: number, limitMinutes: number): boolean =>
  now - lastActivity > limitMinutes * 60_000;

/**
 * Finds the gap before this moment. Where the heartbeat is missing it is measured from the newest entry of the session,
 * but only a heartbeat ends a session: a lost cache never promotes, clears or moves anything.
 */
export function findSessionGap(
  now: number,
  heartbeat: Heartbeat | null,
  newestEntry: number | null,
  limitMinutes: number,
): SessionGap {
  const { lastActivity = null, sessionEnds = [] } = heartbeat ?? {};
  const isQuiet = lastActivity !== null && isSessionGap(lastActivity, now, limitMinutes);
  const ends = isQuiet ? [...sessionEnds, lastActivity] : sessionEnds;
  const since = ends.at(-1) ?? lastActivity ?? newestEntry;
  return { minutes: since === null ? null : Math.max(0, Math.floor((now - since) / 60_000)), ends };
}
