import { DAY_PARTS, MERIDIEM } from './date-words.data.js';

/** The words of a phrase without its time of day, and that time as `HH:MM`. */
export interface SplitTime {
  readonly rest: string;
  readonly time: string | null;
  /** Why the time is none, or which two it may be. */
  readonly unclear?: string;
}

/** Said of `25:00` and `13pm`. */
export const INVALID_TIME = 'is not a time of day';

/**
 * Takes a time of day off either end of a phrase in lower case: `friday at 5pm`, `9:30 tomorrow`,
 * `tomorrow evening at 7`, `noon`.
 */
export function splitTime(phrase: string): SplitTime {
  const before = takeEnd(phrase, CLOCK);
  const part = takeEnd(before.rest, PART);
  const clock = before.found ? { ...before, rest: part.rest } : takeEnd(part.rest, CLOCK);
  const name = PART_NAME.exec(part.found)?.[0] ?? '';
  if (!clock.found) return { rest: part.rest, time: DAY_PARTS[name] ?? null };
  return { rest: clock.rest, ...parseClockTime(clock.found, name) };
}

const CLOCK = String.raw`(?:(?:at|@) ?\d{1,2}(?::\d\d)? ?(?:am|pm)?|\d{1,2}:\d\d ?(?:am|pm)?|\d{1,2} ?(?:am|pm))`;
const PART_NAME = new RegExp(`(?:${Object.keys(DAY_PARTS).join('|')})$`);
const PART = `(?:(?:in|at|by|this) )?(?:the )?(?:${Object.keys(DAY_PARTS).join('|')})`;

/** Before this hour, `at 5` may be early or late; from it on, people mean the morning. */
const CLEAR_FROM = 7;

/** The clock time of `9:30`, `5pm` or `7`; a part of the day (`evening`) decides between 7:00 and 19:00. */
export function parseClockTime(text: string, part: string): Omit<SplitTime, 'rest'> {
  const [, hours = '', minutes, half] = /(\d{1,2})(?::(\d\d))? ?(am|pm)?$/.exec(text) ?? [];
  const said = Number(hours);
  const meridiem = half ?? (said < 12 ? MERIDIEM[part] : undefined);
  const hour = meridiem ? (said % 12) + (meridiem === 'pm' ? 12 : 0) : said;
  if (said > 23 || Number(minutes ?? 0) > 59 || (half && (said > 12 || said === 0)))
    return { time: null, unclear: INVALID_TIME };
  const time = `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`;
  if (meridiem || minutes || said === 0 || said >= CLEAR_FROM) return { time };
  return { time: null, unclear: `may be ${said}am or ${said}pm` };
}

/** Takes what a pattern finds at the end of a phrase, or else at its beginning. */
function takeEnd(phrase: string, pattern: string): { rest: string; found: string } {
  const last = new RegExp(`(?:^|[ ,])(${pattern})$`).exec(phrase);
  if (last) return { rest: phrase.slice(0, last.index).trim(), found: last[1] ?? '' };
  const first = new RegExp(`^(${pattern})(?=[ ,]|$)`).exec(phrase);
  if (first) return { rest: phrase.slice(first[0].length).replace(/^[ ,]+/, ''), found: first[1] ?? '' };
  return { rest: phrase, found: '' };
}
