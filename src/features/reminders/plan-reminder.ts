import { type CommandContext, type CommandPlan, UserError } from '../../command/define-command.js';
import { readEntriesAt, toReminderJson } from '../../command/entry-format.js';
import { createTimeContext, type DueDate, formatDue } from '../../dates/due-date.js';
import { createUsageError } from '../../errors.js';
import type { Entry } from '../../notes/entries/entry.js';
import { createEntryId } from '../../notes/entries/ids.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { EMPTY_METADATA, formatReminder } from '../../notes/entries/reminder-line.js';
import { notePath } from '../../notes/kinds/index.js';
import { addLine } from '../memory/add-entry.js';
import { planLogEntry } from '../memory/log-entry.js';
import { parseReminderDue } from './due-reminders.js';
import { describeDueDate, parseOwnWhen, parseReminderInput, suggestDateWords } from './parse-when.js';

/** The words that ask for a reminder and are no part of it. */
const REQUEST = /^(?:please )?remind (?:me|us) (?:again )?(?:to|that|about) (?=\S)/i;

/** The same behind the command, as in `daybook remind me to call Bob`. */
const REST_OF_REQUEST = /^(?:me|us) (?:again )?(?:to|that|about) (?=\S)/i;

export const isReminderRequest = (text: string): boolean => REQUEST.test(text.trim());

/** Plans a reminder for a time, the next session or a topic, with a message of how it was understood. */
export function planReminder(
  ctx: CommandContext,
  request: string,
  when: string | undefined,
  every?: string,
): CommandPlan {
  const message = request.trim().replace(REQUEST, '').replace(REST_OF_REQUEST, '');
  const timed = when === undefined && every === undefined ? splitTimedText(ctx, message, true) : null;
  if (timed) {
    const what = timed.what.replace(REST_OF_REQUEST, '');
    const plan = planReminder(ctx, what, timed.when);
    return { ...plan, message: `Reminder: ${what}. ${plan.message}` };
  }
  if (message !== '' && when === undefined && every === undefined) return planTodo(ctx, message);
  if (message === '')
    throw createUsageError(
      'no text is given',
      'write: daybook remind "review the PR" --when tomorrow',
      'empty',
    );
  const due = parseReminderInput(ctx, when, every);
  const path = `${ctx.notebook.content}/${notePath('reminders')}`;
  const known = readEntriesAt(ctx, ctx.notebook, path).find((entry) => isSame(entry, message, due));
  if (known) return alreadySet(ctx, known, due);

  const id = createEntryId(ctx.ids, ctx.notebook.note(path));
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
    throw createUsageError(
      `no time is given for «${message}»`,
      `did you mean: daybook remind "${timed.what.replaceAll('"', "'")}" --when "${timed.when}"`,
      'bad-time',
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

const MOST_WORDS_OF_TIME = 8;

/**
 * Splits a text that ends with a time (`call Bob tomorrow at 5pm`), or has a clear day in its midst; with `isAnywhere` also
 * one that begins with a time; null for any other.
 */
function splitTimedText(ctx: CommandContext, text: string, isAnywhere = false) {
  const words = text.trim().split(/\s+/);
  const clock = createTimeContext(ctx);
  const isTime = (when: string): boolean => {
    const due = parseOwnWhen(when, clock);
    return due !== null && 'type' in due && (due.type === 'absolute' || due.type === 'recurring');
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

const TASK =
  /^(?:please )?(?:(?:remember|(?:don[’']?t|do not) forget|i need to remember) )?to (?!(?:never|always|not|avoid)\b)(\S.*)$/is;

/** Plans the reminder that a text asks for (`remember to call Bob tomorrow at 5pm`); null where no time ends it. */
export function planTimedTask(ctx: CommandContext, text: string): CommandPlan | null {
  const task = TASK.exec(text.trim())?.[1];
  const timed = task === undefined ? null : splitTimedText(ctx, task);
  if (!timed) return null;
  const plan = planReminder(ctx, timed.what, timed.when);
  return { ...plan, message: `Reminder: ${timed.what}. ${plan.message}` };
}
