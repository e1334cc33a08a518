import { addMonths, toWeekday } from './calendar.js';
import { splitChineseTime } from './chinese-dates.js';
import { WEEKDAY_PATTERN } from './date-words.js';
import { type DueDate, isDue, type TimeContext } from './due-date.js';
import { parseEnglishDate } from './english-date.js';
import { type DateRejection, EXAMPLES, toDueDate } from './moment.js';
import { anchorRecurrence, nextOccurrenceAfter, parseRecurrence, type RecurrenceRule } from './recurrence.js';
import { type SplitTime, splitTime } from './time-of-day.js';

/** A repeating due date. */
type RecurringDue = Extract<DueDate, { type: 'recurring' }>;

/** What `--every R` asks for: `day`, `weekday`, `2 weeks`, `monday,thursday` and their like. */
export function parseEvery(text: string): { readonly rule: RecurrenceRule } | DateRejection {
  const rule = parseRecurrence(text);
  return rule
    ? { rule }
    : { refused: `\`${text.trim()}\` is not a repeat that Daybook understands`, hint: REPEATS };
}

/** A reminder that comes first at `due` (a local day or time) and then by the rule, always at that wall time. */
export const createRecurring = (due: string, rule: RecurrenceRule): RecurringDue => ({
  type: 'recurring',
  due: due.slice(0, 16),
  rule: anchorRecurrence(rule, due),
});

/**
 * The next due date of a done reminder: its first time in the future. Missed times are skipped, and the wall time
 * stays the same, also after a day on which a clock change skipped it.
 */
export function nextAfterDone(done: RecurringDue, clock: TimeContext): RecurringDue {
  const rule = anchorRecurrence(done.rule, done.due);
  let due = nextOccurrenceAfter(rule, done.due);
  while (isDue({ type: 'absolute', due }, clock)) due = nextOccurrenceAfter(rule, due);
  return { type: 'recurring', due, rule };
}

/** Parses a repeat in words: `every monday at 9:00`, `daily`, `每周一上午9点`; null for other text. */
export function parseRepeat(text: string, clock: TimeContext): RecurringDue | DateRejection | null {
  if (!REPEAT.test(text)) return null;
  const phrase = text.toLowerCase().replace(OTHER, '2 weeks on $1');
  return readTimed(splitTime(phrase), clock) ?? readTimed(splitChineseTime(phrase), clock) ?? unread(text);
}

const REPEAT =
  /^(?:(?:every|each) (?!time\b)|每|(?:on )?(?:the )?(?:first|last|\d{1,2}(?:st|nd|rd|th))(?: day)? of (?:every|each) month\b|(?:daily|weekly|monthly|quarterly|yearly|annually)\b|(?:on )?(?:week|mon|tues|wednes|thurs|fri|satur|sun)(?:day|end)s\b)/i;

/** `every other friday`. */
const OTHER = new RegExp(`^(?:every|each) (?:other|second) (${WEEKDAY_PATTERN})`);

const REPEATS =
  'write `day`, `weekday`, `week`, `month`, `year`, `2 weeks` or `monday,thursday`; the shortest repeat is a day';

const unread = (text: string): DateRejection => ({
  refused: `\`${text}\` is not a repeat that Daybook understands`,
  hint: REPEATS,
});

function readTimed(
  { rest, time, unclear }: SplitTime,
  clock: TimeContext,
): RecurringDue | DateRejection | null {
  const [, head = rest, start] = STARTS.exec(rest) ?? [];
  const whole = parseRecurrence(DAILY.test(rest) ? 'day' : rest);
  const rule = whole ?? parseRecurrence(head);
  if (!rule) return null;
  if (unclear) return { refused: `\`${rest}\` is understood, but its time ${unclear}`, hint: EXAMPLES };
  if (whole || !start) return createRecurring(withTime(firstDay(rule, time, clock), time), rule);
  const moment = parseEnglishDate(start, clock);
  if (!moment || !('date' in moment)) return null;
  const first = toDueDate(start, { date: moment.date, time: time ?? moment.time }, clock);
  return 'refused' in first ? first : createRecurring(withTime(moment.date, time ?? moment.time), rule);
}

/** `every morning` and `每晚`: a part of the day without a time. */
const DAILY = /^(?:every|each|每)$/;
const STARTS = /^(.+?) (?:on|from|starting|beginning)(?: on| from)? (.+)$/;

/** The first day of a rule: today only if it has a time that is still ahead. */
function firstDay(rule: RecurrenceRule, time: string | null, clock: TimeContext): string {
  const today = clock.local(clock.now);
  const ahead = time !== null && time >= today.time.slice(0, 5);
  const fits =
    'on' in rule ? rule.on.includes(toWeekday(today.date)) : rule.unit === 'day' && rule.every === 1;
  if (ahead && fits) return today.date;
  const aim = 'day' in rule && rule.unit === 'month' ? addMonths(today.date, 0, rule.day) : today.date;
  return aim > today.date ? aim : nextOccurrenceAfter(rule, today.date);
}

const withTime = (date: string, time: string | null): string => (time ? `${date}T${time}` : date);
