import type { CommandContext } from '../../command/define-command.js';
import { createTimeContext } from '../../dates/due-date.js';
import { parseWhen } from './parse-when.js';

const MOST_WORDS_OF_TIME = 8;

/** What to bring up, and when. */
interface TimedText {
  readonly what: string;
  readonly when: string;
}

/**
 * Splits a text that ends with a time (`call Bob tomorrow at 5pm`), or has a clear day in its midst; with `isAnywhere` also
 * one that begins with a time; null for any other.
 */
export function splitTimedText(ctx: CommandContext, text: string, isAnywhere = false): TimedText | null {
  const words = text.trim().split(/\s+/);
  const clock = createTimeContext(ctx);
  const isTime = (when: string): boolean => {
    const due = parseWhen(when, clock);
    return 'type' in due && (due.type === 'absolute' || due.type === 'recurring');
  };
  const join = (from: number, to?: number) => words.slice(from, to).join(' ');
  for (let at = Math.max(1, words.length - MOST_WORDS_OF_TIME); at < words.length; at++)
    if (isTime(join(at))) return { what: join(0, at).replace(DANGLING, ''), when: join(at) };
  for (let at = Math.min(MOST_WORDS_OF_TIME, words.length - 1); isAnywhere && at > 0; at--)
    if (isTime(join(0, at))) return { what: join(at).replace(/^to /i, ''), when: join(0, at) };
  const day = words.findIndex((word, at) => at > 0 && CLEAR_DAY.test(word));
  for (let end = Math.min(words.length, day + MOST_WORDS_OF_TIME); day > 0 && end > day; end--)
    if (ENDS_TIME.test(words[end - 1] ?? '') && isTime(join(day, end)))
      return { what: `${join(0, day).replace(DANGLING, '')} ${join(end)}`, when: join(day, end) };
  return null;
}

/** A word that names a day wherever it stands. */
const CLEAR_DAY = /^(?:today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{4}-\d\d-\d\d)$/i;

/** The last word of a time: a number, a day, or a part of the day. */
const ENDS_TIME = /\d|day$|^(?:tonight|tomorrow|morning|noon|afternoon|evening|night|midnight|am|pm)$/i;

/** A preposition that belongs to the time. */
const DANGLING = /,?(?: (?:at|on|by|in|before|until|around|for))?$/i;
