import { addMonths, weekdayOf } from './calendar.js';
import { readDate } from './date.js';
import { type Clock, type Due, isDue } from './due.js';
import { splitHan } from './han.js';
import { EXAMPLES, type Refused, settle } from './moment.js';
import { nextDue, type Rule, readRule, ruleFrom } from './repeat.js';
import { type Split, splitTime } from './time.js';
import { WEEKDAY } from './words.js';

/** A due that comes again. */
export type Recurring = Extract<Due, { type: 'recurring' }>;

/** What `--every R` asks for: `day`, `weekday`, `2 weeks`, `monday,thursday` and their like. */
export function readEvery(text: string): { readonly rule: Rule } | Refused {
  const rule = readRule(text);
  return rule ? { rule } : { refused: `\`${text.trim()}\` is no repeat that Daybook knows`, hint: REPEATS };
}

/** A reminder that comes first at `due` (a local day or time) and then by the rule, always at that wall time. */
export const recurring = (due: string, rule: Rule): Recurring => ({
  type: 'recurring',
  due: due.slice(0, 16),
  rule: ruleFrom(rule, due),
});

/**
 * The same reminder once it is done: at its first time that has not come yet. What was missed is not made up,
 * and the wall time stays, also across a day on which a change of clocks skipped it.
 */
export function afterDone(done: Recurring, clock: Clock): Recurring {
  const rule = ruleFrom(done.rule, done.due);
  let due = nextDue(rule, done.due);
  while (isDue({ type: 'absolute', due }, clock)) due = nextDue(rule, due);
  return { type: 'recurring', due, rule };
}

/** A repeat said in words: `every monday at 9:00`, `daily`, `每周一上午9点`; null for what is none. */
export function readRepeat(said: string, clock: Clock): Recurring | Refused | null {
  if (!REPEAT.test(said)) return null;
  const phrase = said.toLowerCase().replace(OTHER, '2 weeks on $1');
  return readTimed(splitTime(phrase), clock) ?? readTimed(splitHan(phrase), clock) ?? unread(said);
}

const REPEAT =
  /^(?:(?:every|each) (?!time\b)|每|(?:daily|weekly|monthly|quarterly|yearly|annually)\b|(?:on )?(?:week|mon|tues|wednes|thurs|fri|satur|sun)(?:day|end)s\b)/i;

/** `every other friday`. */
const OTHER = new RegExp(`^(?:every|each) (?:other|second) (${WEEKDAY})`);

const REPEATS =
  'say `day`, `weekday`, `week`, `month`, `year`, `2 weeks` or `monday,thursday`; the shortest repeat is a day';

const unread = (said: string): Refused => ({
  refused: `\`${said}\` is no repeat that Daybook knows`,
  hint: REPEATS,
});

function readTimed({ rest, time, unclear }: Split, clock: Clock): Recurring | Refused | null {
  const [, head = rest, start] = STARTS.exec(rest) ?? [];
  const whole = readRule(DAILY.test(rest) ? 'day' : rest);
  const rule = whole ?? readRule(head);
  if (!rule) return null;
  if (unclear) return { refused: `\`${rest}\` is understood, but its time ${unclear}`, hint: EXAMPLES };
  if (whole || !start) return recurring(withTime(firstDay(rule, time, clock), time), rule);
  const moment = readDate(start, clock);
  if (!moment || !('date' in moment)) return null;
  const first = settle(start, { date: moment.date, time: time ?? moment.time }, clock);
  return 'refused' in first ? first : recurring(withTime(moment.date, time ?? moment.time), rule);
}

/** `every morning` and `每晚`: only the part of the day is said. */
const DAILY = /^(?:every|each|每)$/;
const STARTS = /^(.+?) (?:on|from|starting|beginning)(?: on| from)? (.+)$/;

/** The first day of a rule: today only where a time is said that is still ahead. */
function firstDay(rule: Rule, time: string | null, clock: Clock): string {
  const today = clock.local(clock.now);
  const ahead = time !== null && time >= today.time.slice(0, 5);
  const fits =
    'on' in rule ? rule.on.includes(weekdayOf(today.date)) : rule.unit === 'day' && rule.every === 1;
  if (ahead && fits) return today.date;
  const aim = 'day' in rule && rule.unit === 'month' ? addMonths(today.date, 0, rule.day) : today.date;
  return aim > today.date ? aim : nextDue(rule, today.date);
}

const withTime = (date: string, time: string | null): string => (time ? `${date}T${time}` : date);
