import type { CommandContext, UserError } from '../../command/define-command.js';
import { parseChineseDate } from '../../dates/chinese-dates.js';
import { DATE_WORDS } from '../../dates/date-words.js';
import { createTimeContext, type DueDate, isNextSession, type TimeContext } from '../../dates/due-date.js';
import { parseEnglishDate } from '../../dates/english-date.js';
import { type DateRejection, EXAMPLES, toDueDate } from '../../dates/moment.js';
import type { FoundDate, NaturalDates } from '../../dates/natural-date.js';
import { createRecurring, parseEvery, parseRepeat } from '../../dates/recurrence-input.js';
import { createUsageError } from '../../errors.js';
import { isConditional, parseReminderTopic } from '../../matching/topics/reminder-condition.js';
import { isWithinOneEdit } from '../../text/edit-distance.js';
import { describeDue } from './due-reminders.js';

/** What `--when W` asks for by our own grammar: a time, the next session, a topic, or a repeat; null for what is not in it. */
export function parseOwnWhen(text: string, clock: TimeContext): DueDate | DateRejection | null {
  const phrase = plain(text);
  if (!/[\p{L}\p{N}]/u.test(phrase)) return { refused: 'no time is given', hint: EXAMPLES };
  if (phrase.length > MAX_LENGTH)
    return { refused: `\`${phrase.slice(0, 40)}…\` is too long for a time`, hint: EXAMPLES };
  return readOwn(phrase, clock);
}

/**
 * What `--when W` asks for: our own grammar comes first; the rest is left to `natural`. What is past or not understood is
 * refused with what was understood.
 */
export function parseWhen(text: string, clock: TimeContext, natural: NaturalDates): DueDate | DateRejection {
  const own = parseOwnWhen(text, clock);
  if (own !== null) return own;
  const phrase = plain(text);
  const read = readNatural(phrase, natural.read(phrase, clock), clock);
  if (!('refused' in read)) return read;
  const meant = suggestPhrase(phrase, clock);
  if (meant !== null) return { refused: read.refused, hint: `did you mean \`${meant}\`?` };
  const [, topic] = SUBJECT.exec(phrase) ?? [];
  return topic === undefined ? read : { type: 'context', trigger: topic };
}

/** `about auth`: a topic alone; a date was recognized before. */
const SUBJECT = /^(?:about|on|re:?|around|with) (?:the )?(\p{L}[\p{L}\p{N} ._/-]*)$/iu;

/** A text with mistyped date words corrected. */
export const suggestDateWords = (text: string): string =>
  text.replace(/\p{L}{4,}/gu, (word) => {
    const low = word.toLowerCase();
    if (DATE_WORDS.includes(low)) return word;
    return DATE_WORDS.find((known) => isWithinOneEdit(low, known, low.length > 5 ? 2 : 1)) ?? word;
  });

/** The phrase with mistyped date words corrected; null unless it is a time then. */
function suggestPhrase(text: string, clock: TimeContext): string | null {
  const meant = suggestDateWords(text);
  if (meant === text) return null;
  const due = readOwn(meant, clock);
  return due === null || 'refused' in due ? null : meant;
}

/** Most characters of a phrase, so that every pattern stays fast. */
const MAX_LENGTH = 200;

function readOwn(text: string, clock: TimeContext): DueDate | DateRejection | null {
  if (isNextSession(text)) return { type: 'next session' };
  const trigger = parseReminderTopic(text);
  if (trigger) return { type: 'context', trigger };
  const repeat = parseRepeat(text, clock);
  if (repeat) return repeat;
  const moment = parseEnglishDate(text, clock) ?? parseChineseDate(text, clock);
  if (moment) return toDueDate(text, moment, clock);
  return isConditional(text)
    ? { refused: `\`${text}\` does not name a topic to wait for`, hint: CONTEXTS }
    : null;
}

const CONTEXTS = 'write `when I mention auth`, `when we work on API`, `when auth comes up` or `next session`';

function readNatural(text: string, found: FoundDate | null, clock: TimeContext): DueDate | DateRejection {
  if (!found) return { refused: `\`${text}\` is not a time or topic that Daybook knows`, hint: EXAMPLES };
  const settled = toDueDate(found.said, found.moment, clock);
  if ('refused' in settled || !found.rest) return settled;
  const due = settled.type === 'absolute' ? settled.due : '';
  return { refused: `\`${found.said}\` is ${due}, but \`${found.rest}\` is not understood`, hint: EXAMPLES };
}

/** One line without quotes around it or a full stop behind it; the dot of `20.12.` stays. */
const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:please |remind me (?:again )?)+|(?:,? please)+$/gi, '')
    .replace(/(?<!(?<!\d)\.|[!?。！？])(?:(?<!\d)\.|[!?。！？])+$/, '')
    .replace(/^(["'`“「])(.*)["'`”」]$/, '$2')
    .replace(
      /^(?:on )?(?:the )?(?:first|(\d{1,2}(?:st|nd|rd|th))) of the month$/i,
      (_, day = '1st') => `the ${day}`,
    );

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** A due date in a sentence, with its weekday. */
export function describeDueDate(due: DueDate): string {
  const text = describeDue(due);
  if (due.type !== 'absolute' && due.type !== 'recurring') return text;
  const weekday = new Date(`${due.due.slice(0, 10)}T00:00:00Z`).getUTCDay();
  return `on ${WEEKDAYS[weekday]}, ${text}`;
}

const refusal = ({ refused, hint }: DateRejection): UserError => createUsageError(refused, hint, 'bad-time');
/** Parses `--when` and `--every`; refuses a past or unknown time, with what was understood. */
export function parseReminderInput(ctx: CommandContext, when: string | undefined, every?: string): DueDate {
  const clock = createTimeContext(ctx);
  const natural = { read: (text: string) => ctx.query('naturalDate', text, clock) };
  const rule = every === undefined ? null : parseEvery(every);
  if (rule && 'refused' in rule) throw refusal(rule);
  const due = parseWhen(when ?? (every === undefined ? '' : `every ${every}`), clock, natural);
  if ('refused' in due) throw refusal(due);
  if (!rule || when === undefined || due.type === 'recurring') return due;
  if (due.type === 'absolute') return createRecurring(due.due, rule.rule);
  throw createUsageError(
    `\`${when}\` is not a day, so it cannot start a repetition`,
    'give the first day: --when monday --every "2 weeks"',
    'bad-time',
  );
}
