import { type CommandContext, type CommandPlan, UserError } from '../../command/define-command.js';
import { readEntriesAt, toReminderJson } from '../../command/entry-format.js';
import { type DueDate, formatDue } from '../../dates/due-date.js';
import type { Entry } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { EMPTY_METADATA, formatReminder } from '../../notes/entries/reminder-line.js';
import { notePath } from '../../notes/kinds/index.js';
import { addLine } from '../memory/add-entry.js';
import { planLogEntry } from '../memory/log-entry.js';
import { parseReminderDue } from './due-reminders.js';
import { suggestDateWords } from './parse-when.js';
import { describeDueDate, parseReminderInput } from './reminder-input.js';
import { splitTimedText } from './split-timed-text.js';

/** The words that ask for a reminder and are no part of it. */
const REQUEST = /^(?:please )?remind (?:me|us) (?:again )?(?:to|that|about) (?=\S)/i;

export const isReminderRequest = (text: string): boolean => REQUEST.test(text.trim());

/** Plans a reminder for a time, the next session or a topic, with a message of how it was understood. */
export function planReminder(
  ctx: CommandContext,
  request: string,
  when: string | undefined,
  every?: string,
): CommandPlan {
  const message = request.trim().replace(REQUEST, '');
  const timed = when === undefined && every === undefined ? splitTimedText(ctx, message, true) : null;
  if (timed) {
    const plan = planReminder(ctx, timed.what, timed.when);
    return { ...plan, message: `Reminder: ${timed.what}. ${plan.message}` };
  }
  if (message !== '' && when === undefined && every === undefined) return planTodo(ctx, message);
  if (message === '')
    throw new UserError(
      'empty',
      'no text is given',
      'write: daybook remind "review the PR" --when tomorrow',
      {},
      2,
    );
  const due = parseReminderInput(ctx, when, every);
  const path = `${ctx.notebook.content}/${notePath('reminders')}`;
  const known = readEntriesAt(ctx, ctx.notebook, path).find((entry) => isSame(entry, message, due));
  if (known) return alreadySet(ctx, known, due);

  const id = ctx.ids.mint((taken) => ctx.notebook.note(path)?.text.includes(`^${taken}`) ?? false);
  const tail = { ...EMPTY_METADATA, fields: ctx.actor.by ? { by: ctx.actor.by } : {}, id };
  const parts = { box: 'open', due: formatDue(due), when: due.type, message, tail } as const;
  const line = (bullet: string) => formatReminder(parts, bullet);
  const change = addLine(
    { kind: 'reminders', section: 'Reminders', line, why: 'set a reminder' },
    ctx.notebook,
    (name) => ctx.query('template', name),
  );
  const entry = readEntriesAt(ctx, ctx.notebook.after([change]), path).find((one) => one.id === id);
  if (!entry)
    throw new UserError(
      'unwritable',
      'cannot store this text as a one-line entry',
      'write it as one plain line',
    );
  return {
    message: `Comes up ${describeDueDate(due)}.`,
    historyMessage: `reminder: ${entry.text}`,
    data: { entry: toReminderJson(ctx, entry) },
    changes: [change],
    location: `${path}:${entry.line} › Reminders ^${id}`,
  };
}

/** Plans a todo for a request without a time; refuses a mistyped time, with the time that is meant. */
function planTodo(ctx: CommandContext, message: string): CommandPlan {
  const timed = splitTimedText(ctx, suggestDateWords(message), true);
  if (timed)
    throw new UserError(
      'bad-time',
      `no time is given for «${message}»`,
      `did you mean: daybook remind "${timed.what.replaceAll('"', "'")}" --when "${timed.when}"`,
      {},
      2,
    );
  const plan = planLogEntry(ctx, { text: message, type: 'todo' });
  const { entry } = plan.data as { readonly entry: Entry };
  return {
    ...plan,
    message:
      plan.changes.length === 0
        ? plan.message
        : `A todo, since no time is given: ${message}\nGive it one: daybook remind --snooze ^${entry.id} --until tomorrow`,
    data: { entry: { ...entry, due: null, when: null } },
  };
}

function isSame(entry: LocatedEntry, message: string, due: DueDate): boolean {
  const open = entry.status !== 'done' && entry.status !== 'dropped';
  const own = parseReminderDue(entry);
  return (
    open &&
    own !== null &&
    entry.text.toLowerCase() === message.toLowerCase() &&
    formatDue(own) === formatDue(due)
  );
}

function alreadySet(ctx: CommandContext, known: LocatedEntry, due: DueDate): CommandPlan {
  return {
    message: `Already set (${known.path}:${known.line}): it comes up ${describeDueDate(due)}.`,
    data: { entry: toReminderJson(ctx, known) },
    changes: [],
  };
}
