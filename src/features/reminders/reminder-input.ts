import type { CommandContext } from '../../command/define-command.js';
import { createTimeContext, type DueDate } from '../../dates/due-date.js';
import type { DateRejection } from '../../dates/moment.js';
import { createRecurring, parseEvery } from '../../dates/recurrence-input.js';
import { UserError } from '../../errors.js';
import { describeDue } from './describe-due.js';
import { parseWhen } from './parse-when.js';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** A due date in a sentence, with its weekday. */
export function describeDueDate(due: DueDate): string {
  const text = describeDue(due);
  if (due.type !== 'absolute' && due.type !== 'recurring') return text;
  const weekday = new Date(`${due.due.slice(0, 10)}T00:00:00Z`).getUTCDay();
  return `on ${WEEKDAYS[weekday]}, ${text}`;
}

const refusal = ({ refused, hint }: DateRejection): UserError =>
  new UserError('bad-time', refused, hint, {}, 2);
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
  throw new UserError(
    'bad-time',
    `\`${when}\` is not a day, so it cannot start a repetition`,
    'give the first day: --when monday --every "2 weeks"',
    {},
    2,
  );
}
