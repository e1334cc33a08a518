import { harmless } from '../wiki/harmless.js';
import { type Level, percent } from './pressure.js';

/** What a client's status line tells of a session. */
export interface Status {
  /** How full its context is; null where nobody knows. */
  readonly pressure: { readonly level: Level; readonly ratio: number } | null;
  /** '' for none. */
  readonly goal: string;
  /** Reminders that have come due. */
  readonly due: number;
}

/** The longest goal that leaves room for the rest, in characters. */
const LONGEST = 60;

/** One line, plain: `YELLOW 64.5 % · deploy v0.6.0 · 2 reminders due`. */
export function statusLine({ pressure, goal, due }: Status): string {
  const parts = [
    pressure === null ? '' : `${pressure.level} ${percent(pressure.ratio)}`,
    inShort(harmless(goal)),
    due === 0 ? '' : `${due} ${due === 1 ? 'reminder' : 'reminders'} due`,
  ];
  return parts.filter(Boolean).join(' · ') || 'Daybook';
}

const inShort = (text: string): string =>
  text.length <= LONGEST
    ? text
    : `${text
        .slice(0, LONGEST - 1)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`;
