import type { Local } from '../wiki/time.js';
import type { Clock } from './when-due.js';
import type { Moment } from './when-moment.js';

/** A form of saying a date: the pattern for the whole phrase, and what it means. Null leaves it to later rows. */
export type Row = readonly [
  pattern: RegExp,
  meaning: (found: readonly (string | undefined)[], context: Context) => Moment | null,
];

export interface Context {
  readonly today: Local;
  /** The time of day said beside the date. */
  readonly time: string | null;
  readonly clock: Clock;
  /** Reads the rest of a phrase by all rows. */
  readonly read: (rest: string) => Moment | null;
}

export const row = (source: string, meaning: Row[1]): Row => [new RegExp(`^(?:${source})$`), meaning];

/** A whole day. */
export const day = (date: string): Moment => ({ date, time: null });

export const NO_DAY = 'is no day of the calendar';
