/** Civil time of an instant in one zone, e.g. `2026-06-07`, `14:32`, `2026-06-07T14:32:05+02:00`. */
export interface Local {
  readonly date: string;
  readonly time: string;
  /** ISO 8601 with offset, to the second. */
  readonly iso: string;
}

/** `date` moved by whole days on the calendar. */
export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** Whole days from one date to another; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
