import { formatDay, splitDate } from './calendar.js';
import { foldChineseVariants } from './date-words.js';
import { countDaysBetween, type LocalTime, parseInstant } from './local-time.js';
import { formatRecurrence, parseRecurrence, type RecurrenceRule } from './recurrence.js';

/** The current time and the zone of the workspace. */
export interface TimeContext {
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  readonly local: (ms: number) => LocalTime;
  /** `instant` of `wiki/time`, bound to `local`. */
  readonly instant: (text: string) => number | null;
}

/** Creates the time context of a command. */
export const createTimeContext = ({ now, local }: Pick<TimeContext, 'now' | 'local'>): TimeContext => ({
  now,
  local,
  instant: (text) => parseInstant(text, local),
});

/** What a reminder waits for: the DUE column of `REMINDERS.md`. Days and times are local. */
export type DueDate =
  | { readonly type: 'absolute'; readonly due: string }
  | { readonly type: 'next session' }
  | { readonly type: 'context'; readonly trigger: string }
  | { readonly type: 'recurring'; readonly due: string; readonly rule: RecurrenceRule };

/** The text of the DUE column: a day or time, `-`, the trigger, or `next DATE every RULE`. */
export function formatDue(due: DueDate): string {
  if (due.type === 'absolute') return due.due;
  if (due.type === 'next session') return '-';
  return due.type === 'context' ? due.trigger : `next ${due.due} every ${formatRecurrence(due.rule)}`;
}

/**
 * Reads a DUE column. `type` is the TYPE column: without it, what is neither a day, `-` nor a repeat is a trigger.
 * Null if the column does not fit its type.
 */
export function parseDue(text: string, type?: string): DueDate | null {
  const plain = text.trim();
  if (type === 'context') return plain ? { type, trigger: plain } : null;
  const due = parseTimed(plain) ?? (!type && plain ? ({ type: 'context', trigger: plain } as const) : null);
  return due && (!type || due.type === type) ? due : null;
}

/** Returns true if a time or repeat has passed; a day begins at local midnight. Always false for sessions and contexts. */
export function isDue(due: DueDate, clock: TimeContext): boolean {
  if (due.type !== 'absolute' && due.type !== 'recurring') return false;
  const { date } = clock.local(clock.now);
  if (isWholeDay(due.due)) return due.due <= date;
  if (Math.abs(countDaysBetween(due.due.slice(0, 10), date)) > 1) return due.due < date;
  const at = clock.instant(due.due);
  return at !== null && at <= clock.now;
}

/** True for a text that is a whole day and no time. */
export const isWholeDay = (text: string): boolean => text.length === 10;

function parseTimed(text: string): DueDate | null {
  if (text === '-') return { type: 'next session' };
  if (isWritten(text)) return { type: 'absolute', due: text };
  const [, due = '', phrase = ''] = /^next (\S+) every (.+)$/.exec(text) ?? [];
  const rule = isWritten(due) ? parseRecurrence(phrase) : null;
  return rule ? { type: 'recurring', due, rule } : null;
}

/** A valid local day or time as Daybook writes it. An offset distinguishes the two passes of a repeated hour. */
function isWritten(text: string): boolean {
  const [, date, hour = '0', minute = '0'] =
    /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}):(\d{2})(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?)?$/.exec(text) ?? [];
  return (
    date !== undefined && formatDay(...splitDate(date)) !== null && Number(hour) < 24 && Number(minute) < 60
  );
}

/** Returns true for `next session` and phrases with the same meaning. */
export function isNextSession(text: string): boolean {
  const folded = foldChineseVariants(text);
  return SESSIONS.some((pattern) => pattern.test(folded));
}

const WE = "(?:we|I)(?:'m| am| are|'re)?";

const SESSIONS: readonly RegExp[] = [
  '(?:(?:at|in|on|for|during|from|until|till|by) )?(?:the )?(?:(?:start|beginning) of )?(?:the |my |our |your )?' +
    `next[ -](?:session|time|chat|conversation)(?: (?:starts|begins|opens|${WE}(?: (?:talk|meet|work|start|speak|chat|here))?))?`,
  `(?:when|once|as soon as|if) ${WE} ?(?:start|begin|resume|continue|(?:come |get |be )?back|return)(?: again| working| work)?`,
  '(?:when|once|as soon as) (?:the|a|my|our) (?:next|new) session (?:starts|begins|opens)',
  'session start|start of session|new session',
  '(?:在|到|等)?下一?(?:次|个|轮|回)的?(?:会话|对话|聊天|启动|开工|见面|工作)?(?:的时候|开始时|开始|时|里|中)?',
  '(?:次回|次の(?:セッション|会话))(?:に|で|から)?',
  '(?:(?:in|bei) der )?nächsten? (?:sitzung|session)|nächstes mal',
].map((source) => new RegExp(`^(?:${source})$`, 'i'));
