import {
  type CommandContext,
  type CommandReply,
  defineCommand,
  type Notice,
  type ResultItem,
} from '../../command/define-command.js';
import { describeReading } from '../../command/describe-reading.js';
import { readEntriesAt, toReminderJson } from '../../command/entry-format.js';
import { findByName, formatEntryId, toCandidate } from '../../command/find-entry.js';
import { defineFlag, defineText, defineWords } from '../../command/params.js';
import { SCHEDULER_USER } from '../../config/jobs.js';
import { createTimeContext } from '../../dates/due-date.js';
import { createUsageError } from '../../errors.js';
import { appendPinTag } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { notePath } from '../../notes/kinds/index.js';
import { pluralize } from '../../text/pluralize.js';
import { createTopicMatcher } from '../context-block/brief-sources.js';
import { moveDue, rescheduleReminder } from './complete.js';
import {
  describeDue,
  listReminderEntries,
  type PendingReminders,
  parseReminderDue,
  sortPendingReminders,
} from './due-reminders.js';
import { describeDueDate, parseReminderInput } from './parse-when.js';
import { planReminder } from './plan-reminder.js';

/** Sets a reminder by time or by topic, moves one, or lists them (Mind §Reminders; FEATURES A9). */
export const remind = defineCommand({
  name: 'remind',
  description: 'set a reminder for a time, the next session or a topic',
  group: 'Every day',
  params: {
    text: defineWords('what to bring up; without it the reminders are listed'),
    when: defineText('tomorrow, in 3 days, friday at 17:00, next session, "when I mention auth"', 'WHEN'),
    every: defineText('how often it repeats: day, weekday, 2 weeks, monday, month', 'RULE'),
    for: defineText('list what is due, and what waits for a topic of this text'),
    all: defineFlag('list also those that are done'),
    snooze: defineText('move this reminder: its id or a few of its words', 'ID'),
    until: defineText('when to show it again', 'WHEN'),
  },
  examples: [
    'daybook remind "run the security audit" --when tomorrow',
    'daybook remind "rotate the auth tokens" --when "when I mention auth"',
    'daybook remind "prune the queues" --when "monday at 9:00" --every "2 weeks"',
    'daybook remind',
    'daybook remind --for "the keys"',
    'daybook remind --snooze "rotate the keys" --until "in 3 days"',
  ],
  isTool: true,
  onLocked: 'queue',
  countsAsActivity: ({ text, snooze }) => text !== undefined || snooze !== undefined,
  whenUnknown: 'write',
  updatesBlock: true,
  plan(ctx, { text, when, every, for: topic, all, snooze, until }) {
    if (snooze !== undefined) return planSnooze(ctx, snooze, until);
    const isList = text === undefined && when === undefined && every === undefined;
    return isList ? list(ctx, topic, all) : planReminder(ctx, text ?? '', when, every);
  },
});

function list(ctx: CommandContext, text: string | undefined, all: boolean): CommandReply {
  const { entries, more } = listReminderEntries(ctx, ctx.notebook, MAX_LISTED);
  const open = sortPendingReminders(entries, createTimeContext(ctx));
  const context = text === undefined ? open.context : open.context.filter(createTopicMatcher(text, ctx));
  const later = text === undefined ? [...open.session, ...open.later] : [];
  const todos = text === undefined ? open.todos : [];
  const over = all ? entries.filter(({ status }) => status === 'done' || status === 'dropped') : [];
  const isHinted = open.due.length > 0 && ctx.actor.by !== SCHEDULER_USER;
  const shown = (some: readonly LocatedEntry[]) => some.map((entry) => toReminderJson(ctx, entry));
  return {
    message:
      summary(ctx, open, { context: context.length, todos: todos.length + more, over: over.length }, text) +
      (isHinted ? ' End one: daybook done ID' : ''),
    items: [
      ...open.due.map((entry) => row(entry, 'Due')),
      ...context.map((entry) => row(entry, 'When it comes up')),
      ...later.map((entry) => row(entry, 'Later')),
      ...todos.map((entry) => row(entry, 'To do')),
      ...over.map((entry) => row(entry, 'Over')),
    ],
    data: {
      due: shown(open.due),
      context: shown(context),
      later: shown(later),
      ...(all ? { over: shown(over) } : {}),
      ...(todos.length > 0 ? { todos: shown(todos) } : {}),
    },
    notices: text === undefined ? open.unclear.map(unclear) : [],
  };
}

function summary(
  ctx: CommandContext,
  open: PendingReminders,
  { context, todos, over }: Readonly<Record<'context' | 'todos' | 'over', number>>,
  text: string | undefined,
): string {
  const later = open.later.length + open.session.length;
  const counts = [
    `${open.due.length} due`,
    text === undefined ? `${context} when a topic comes up` : `${context} for «${text.slice(0, 60)}»`,
    `${later} later`,
    ...(todos > 0 ? [pluralize(todos, 'todo')] : []),
    ...(over > 0 ? [`${over} over`] : []),
  ];
  const none = open.due.length + open.context.length + later + todos + over === 0;
  return none
    ? `No reminders; ${describeReading(ctx)}. Set one: \`daybook remind "review the PR" --when tomorrow\`.`
    : `${counts.join(', ')}.`;
}

function row(entry: LocatedEntry, group: string): ResultItem {
  const due = parseReminderDue(entry);
  const id = formatEntryId(entry.id);
  const why = [group === 'Over' ? (entry.status ?? '') : due ? describeDue(due) : '', id]
    .filter(Boolean)
    .join(' ');
  return {
    path: entry.path,
    line: entry.line,
    group,
    what: appendPinTag(entry.text, entry),
    why,
    id: entry.id,
  };
}

const unclear = ({ path, line, text }: LocatedEntry): Notice => ({
  level: 'warning',
  message: `cannot read when «${text.slice(0, 60)}» is due; write: - [ ] 2026-06-07 | absolute | ${text.slice(0, 60)}`,
  path,
  line,
});

/** So many todos of other notes are listed. */
const MAX_LISTED = 50;

/** Moves a reminder to another time; a todo of another note has no column for it. */
function planSnooze(ctx: CommandContext, name: string, until: string | undefined): CommandReply {
  const path = `${ctx.notebook.content}/${notePath('reminders')}`;
  const note = ctx.notebook.note(path);
  const candidates = note ? ctx.entries(note).map((entry) => toCandidate(entry, note)) : [];
  const { item } = findByName(name, candidates, {
    noun: 'reminder',
    hint: 'list them with their ids: daybook remind',
  });
  if (until === undefined)
    throw createUsageError(
      'no time is given',
      `write: daybook remind --snooze ${formatEntryId(item.id)} --until tomorrow`,
    );
  const due = moveDue(parseReminderDue(item), parseReminderInput(ctx, until));
  const changes = note ? rescheduleReminder(item, note, ctx.notebook.outline(note), due, ctx.ids.mint()) : [];
  const entry = readEntriesAt(ctx, ctx.notebook.after(changes), path).find(
    ({ start }) => start === item.start,
  );
  return {
    message:
      changes.length === 0 ? `Unchanged: ${item.text}` : `Comes up ${describeDueDate(due)}: ${item.text}`,
    data: { entry: toReminderJson(ctx, entry ?? item) },
    changes,
    location: `${path}:${(entry ?? item).line} › ${item.section ?? 'Reminders'} ${formatEntryId((entry ?? item).id)}`,
  };
}
