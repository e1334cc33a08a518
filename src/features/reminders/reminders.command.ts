import {
  type CommandContext,
  type CommandPlan,
  defineCommand,
  type Notice,
  type ResultItem,
} from '../../command/define-command.js';
import { describeReading } from '../../command/describe-reading.js';
import { readEntriesAt, toReminderJson } from '../../command/entry-format.js';
import { findByName, formatEntryId, toCandidate } from '../../command/find-entry.js';
import { defineFlag, defineText } from '../../command/params.js';
import { SCHEDULER_USER } from '../../config/jobs.js';
import { createTimeContext } from '../../dates/due-date.js';
import { createUsageError } from '../../errors.js';
import { appendPinTag } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { Note } from '../../notes/note.js';
import { pluralize } from '../../text/pluralize.js';
import { createTopicMatcher } from '../context-block/brief-sources.js';
import { completeReminder, moveDue, type ReminderUpdate, rescheduleReminder } from './complete.js';
import {
  describeDue,
  type PendingReminders,
  parseReminderDue,
  sortPendingReminders,
} from './due-reminders.js';

import { listReminderEntries } from './open-todos.js';
import { describeDueDate, parseReminderInput } from './parse-when.js';

/** Lists reminders (Mind §Reminders; FEATURES A9); `done` and `snooze` change one of them. */
export const reminders = defineCommand({
  name: 'reminders',
  description: 'list reminders; `done ID` ends one, `snooze ID` moves one',
  group: 'Other names and plumbing',
  params: {
    act: { kind: 'text', positional: 'one', description: 'what to do with one of them' },
    id: { kind: 'text', positional: 'one', description: 'its id or a few of its words in quotes' },
    for: defineText('only what is due, and what waits for a topic of this text'),
    until: defineText('when it comes up again', 'WHEN'),
    all: defineFlag('also those that are done'),
  },
  actions: {
    list: {
      description: 'list the reminders that are due and those that wait',
      params: { for: {}, all: {} },
    },
    done: { description: 'end a reminder', params: { id: { required: true } } },
    snooze: {
      description: 'move a reminder to another time',
      params: { id: { required: true }, until: { required: true } },
    },
  },
  defaultAction: 'list',
  examples: [
    'daybook reminders',
    'daybook reminders --for "the auth tokens expire too soon"',
    'daybook reminders done 61k0y5g2cwz',
    'daybook reminders snooze 61k0y5k9xfs --until "in 2 days"',
  ],
  surfaces: ['cli', 'mcp'],
  onLocked: 'queue',
  countsAsActivity: ({ act }) => act !== undefined,
  updatesBlock: true,
  plan(ctx, { act, id, for: text, until, all }) {
    if (act !== 'done' && act !== 'snooze') return list(ctx, text, all);
    const { entry, note } = reminderNamed(ctx, id, act);
    const [clock, outline, fresh] = [createTimeContext(ctx), ctx.notebook.outline(note), ctx.ids.mint()];
    if (act === 'done') return settled(ctx, entry, completeReminder(entry, note, outline, clock, fresh));
    if (until === undefined)
      throw createUsageError(
        'no time is given',
        `write: daybook remind --snooze ${formatEntryId(entry.id)} --until tomorrow`,
      );
    const due = moveDue(parseReminderDue(entry), parseReminderInput(ctx, until));
    return settled(ctx, entry, rescheduleReminder(entry, note, outline, due, fresh));
  },
});

function list(ctx: CommandContext, text: string | undefined, all: boolean): CommandPlan {
  const { entries, more } = listReminderEntries(ctx, ctx.notebook, LONGEST_LIST);
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
    changes: [],
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

function settled(ctx: CommandContext, before: LocatedEntry, { changes, next }: ReminderUpdate): CommandPlan {
  const entry = readEntriesAt(ctx, ctx.notebook.after(changes), before.path).find(
    ({ start }) => start === before.start,
  );
  const location = entry
    ? { location: `${entry.path}:${entry.line} › ${entry.section ?? 'Reminders'} ${formatEntryId(entry.id)}` }
    : {};
  const text = next ? `Comes up ${describeDueDate(next)}` : 'Done';
  return {
    message: changes.length === 0 ? `Unchanged: ${before.text}` : `${text}: ${before.text}`,
    data: { entry: toReminderJson(ctx, entry ?? before) },
    changes,
    ...location,
  };
}

/** So many todos of other notes are listed. */
const LONGEST_LIST = 50;

/** Finds the reminder that a user names. Throws `UserError` with the nearest one if there is none. */
function reminderNamed(
  ctx: CommandContext,
  id: string | undefined,
  act: string,
): { entry: LocatedEntry; note: Note } {
  if (id === undefined)
    throw createUsageError(
      'no reminder is given',
      `write: daybook ${act === 'done' ? 'done ID' : 'remind --snooze ID --until tomorrow'}; ids: daybook remind`,
    );
  const candidates = listReminderEntries(ctx, ctx.notebook, LONGEST_LIST).entries.flatMap((entry) => {
    const note = ctx.notebook.note(entry.path);
    const isOwn = act === 'done' || entry.kind === 'reminders'; // a todo of another note has no columns
    return note && isOwn ? [{ ...toCandidate(entry, note), item: { entry, note } }] : [];
  });
  return findByName(id, candidates, {
    noun: 'reminder',
    hint: 'list them with their ids: daybook remind',
  }).item;
}
