const DAY_MS = 86_400_000;

/** A silence up to this length before now needs no proof. */
const SHORT_SILENCE_MS = 2 * DAY_MS;
/** A longer silence always needs proof, even if earlier ones were as long. */
const LONG_SILENCE_MS = 30 * DAY_MS;
/** After a silence the clock is trusted once the records made since then span this long. */
const PROOF_MS = 2 * DAY_MS;

/**
 * Returns the newest recorded time (ms) before a leap of the clock, or null if the clock can be trusted. Nothing may be
 * deleted by age after a leap: the computer may have woken up in the year 2099. A silence no longer than earlier ones
 * is not a leap, since some people work once a week. Invalid times are skipped.
 */
export function findClockLeap(now: number, times: readonly number[]): number | null {
  const past = times.filter((time) => Number.isFinite(time) && time <= now).sort((a, b) => b - a);
  const longest = longestSilences(past);
  let from = now;
  for (const [index, time] of past.entries()) {
    const usual = Math.min(Math.max(SHORT_SILENCE_MS, longest[index] ?? 0), LONG_SILENCE_MS);
    if (from - time > usual) return now - from >= PROOF_MS ? null : time;
    from = time;
  }
  return null;
}

/** Returns for each time, newest first, the longest silence before it. */
function longestSilences(past: readonly number[]): readonly number[] {
  const longest = past.map(() => 0);
  for (let index = past.length - 2; index >= 0; index--)
    longest[index] = Math.max(longest[index + 1]!, past[index]! - past[index + 1]!);
  return longest;
}
