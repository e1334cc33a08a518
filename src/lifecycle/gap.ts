/** How long it was quiet here, and whether that begins a new session (Mind; FEATURES A5). */
export interface Gap {
  /** Whole minutes since the last activity; null where nobody knows. */
  readonly minutes: number | null;
  readonly isNew: boolean;
}

/**
 * The gap before this moment. Where the heartbeat is missing the newest entry of the session tells how long it was,
 * but only a heartbeat begins a new session: a lost cache never promotes, clears or moves anything.
 */
export function gapOf(
  now: number,
  heartbeat: number | null,
  newestEntry: number | null,
  limitMinutes: number,
): Gap {
  const since = heartbeat ?? newestEntry;
  if (since === null) return { minutes: null, isNew: false };
  const minutes = Math.max(0, Math.floor((now - since) / 60_000));
  return { minutes, isNew: heartbeat !== null && minutes > limitMinutes };
}
