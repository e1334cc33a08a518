const DAY_MS = 86_400_000;

/** A silence of this length before now needs no proof. */
const SHORT_SILENCE_MS = 2 * DAY_MS;
/** A longer silence than this always does, however long earlier ones were. */
const LONG_SILENCE_MS = 30 * DAY_MS;
/** After a silence the clock is believed once what was recorded under it spans so long. */
const PROOF_MS = 2 * DAY_MS;

/**
 * The newest recorded time (ms) before a leap of the clock, or null where the clock can be believed. Nothing may be
 * forgotten by age under a clock that has leapt ahead: it may be a computer that woke up in the year 2099. A silence no
 * longer than earlier ones is no leap: some people work once a week. A time that is no number is passed over.
 */
export function leapBefore(now: number, times: readonly number[]): number | null {
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

/** For each time, newest first, the longest silence among those before it. */
function longestSilences(past: readonly number[]): readonly number[] {
  const longest = past.map(() => 0);
  for (let index = past.length - 2; index >= 0; index--)
    longest[index] = Math.max(longest[index + 1]!, past[index]! - past[index + 1]!);
  return longest;
}
