import { TYPES } from '../../kinds/types.js';
import type { Located } from '../../wiki/entries.js';

/** An idle entry never weighs less than this share of a fresh one (Mind: fading has a floor). */
const FLOOR = 0.3;
/** What a repeat of, or a link to, an entry adds, each up to three times. */
const REINFORCED = 0.1;

/**
 * How much an entry still matters, 0–1, read from the text alone: KEY and types without a half-life never fade,
 * what was verified or linked to counts as fresh or stronger. Being shown leaves no trace, so a recall repeats itself.
 */
export function relevance(entry: Located, today: string, mentions: number): number {
  const { halfLife } = TYPES[entry.type];
  if (entry.key || halfLife === null) return 1;
  const since = entry.verified ?? entry.at;
  const age = since === null ? halfLife : Math.max(0, days(since.slice(0, 10), today));
  const faded = FLOOR + (1 - FLOOR) * 0.5 ** (age / halfLife);
  return Math.min(1, faded + REINFORCED * Math.min(3, mentions));
}

const days = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;
