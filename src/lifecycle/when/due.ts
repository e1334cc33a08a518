import { topicIn } from '../../recall/matching/awaited.js';
import { daysBetween, instant, type Local } from '../../wiki/time.js';
import { dayOf, partsOf } from './calendar.js';
import { formatRule, type Rule, readRule } from './repeat.js';

/** The moment of reading and the zone of the workspace, as a world has them. */
export interface Clock {
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  readonly local: (ms: number) => Local;
  /** `instant` of `wiki/time`, bound to `local`. */
  readonly instant: (text: string) => number | null;
}

/** The clock of a world. */
export const clockOf = ({ now, local }: Pick<Clock, 'now' | 'local'>): Clock => ({
  now,
  local,
  instant: (text) => instant(text, local),
});

/** What a reminder waits for: the DUE column of `REMINDERS.md`. Days and times are local. */
export type Due =
  | { readonly type: 'absolute'; readonly due: string }
  | { readonly type: 'next session' }
  | { readonly type: 'context'; readonly trigger: string }
  | { readonly type: 'recurring'; readonly due: string; readonly rule: Rule };

/** The text of the DUE column: a day or time, `-`, the trigger, or `next DATE every RULE`. */
export function formatDue(due: Due): string {
  if (due.type === 'absolute') return due.due;
  if (due.type === 'next session') return '-';
  return due.type === 'context' ? due.trigger : `next ${due.due} every ${formatRule(due.rule)}`;
}

/**
 * Reads a DUE column. `type` is the TYPE column: without it, what is neither a day, `-` nor a repeat is a trigger.
 * Null where the column does not hold what its type asks for.
 */
export function parseDue(text: string, type?: string): Due | null {
  const plain = text.trim();
  if (type === 'context') return plain ? { type, trigger: plain } : null;
  const due = parseTimed(plain) ?? (!type && plain ? ({ type: 'context', trigger: plain } as const) : null);
  return due && (!type || due.type === type) ? due : null;
}

/** True once a time or repeat has come; a day begins at its local midnight. Sessions and contexts never do. */
export function isDue(due: Due, clock: Clock): boolean {
  if (due.type !== 'absolute' && due.type !== 'recurring') return false;
  const { date } = clock.local(clock.now);
  if (isDay(due.due)) return due.due <= date;
  if (Math.abs(daysBetween(due.due.slice(0, 10), date)) > 1) return due.due < date;
  const at = clock.instant(due.due);
  return at !== null && at <= clock.now;
}

/** What a reminder waits for in words that stay true: no `tomorrow`, no `in 3 days`. */
export function describeDue(due: Due): string {
  if (due.type === 'next session') return 'at the next session';
  if (due.type === 'context') return `when \`${topicIn(due.trigger)}\` comes up`;
  const at = due.due.replace('T', ' ');
  return due.type === 'absolute' ? at : `${at}, then every ${formatRule(due.rule)}`;
}

/** True for a text that is a whole day and no time. */
export const isDay = (text: string): boolean => text.length === 10;

function parseTimed(text: string): Due | null {
  if (text === '-') return { type: 'next session' };
  if (isWritten(text)) return { type: 'absolute', due: text };
  const [, due = '', said = ''] = /^next (\S+) every (.+)$/.exec(text) ?? [];
  const rule = isWritten(due) ? readRule(said) : null;
  return rule ? { type: 'recurring', due, rule } : null;
}

/** A real local day or time as Daybook writes it; an offset tells the two passes of a repeated hour apart. */
function isWritten(text: string): boolean {
  const [, date, hour = '0', minute = '0'] =
    /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}):(\d{2})(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?)?$/.exec(text) ?? [];
  return date !== undefined && dayOf(...partsOf(date)) !== null && Number(hour) < 24 && Number(minute) < 60;
}
