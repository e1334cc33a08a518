import type { CommandContext, CommandPlan } from '../../command/define-command.js';
import { findEntry } from '../../command/find-entry.js';
import { scanBlocks } from '../../markdown/block-scanner.js';
import type { Change } from '../../notes/changes/change.js';
import { splitBlock } from '../../notes/entries/statement-blocks.js';
import { addEntryId } from '../promotion/promote-from-history.js';
import { isReminderRequest, planReminder, planTimedTask } from '../reminders/plan-reminder.js';

import type { EntryInput } from './entry-input.js';
import { planLogEntry } from './log-entry.js';

/** More lines than this are a text, and one entry. */
const MOST_STATEMENTS = 20;

/**
 * Plans to log a text. Without a type each statement of several lines becomes an entry of its own, as it
 * would in a note; the reply names the first as `entry`, the others as `also`.
 */
export function planLog(ctx: CommandContext, typed: EntryInput): CommandPlan {
  const { input, changes: named } = linkSource(ctx, typed);
  const plan = planStatements(ctx, input);
  return named.length === 0 || plan.changes.length === 0
    ? plan
    : { ...plan, changes: [...plan.changes, ...named] };
}

/** Turns a source that is named by its place or handle into a link, and gives it an id if it has none. */
function linkSource(
  ctx: CommandContext,
  input: EntryInput,
): { readonly input: EntryInput; readonly changes: readonly Change[] } {
  const { from } = input;
  if (from === undefined || from.includes('[[')) return { input, changes: [] };
  const { entry } = findEntry(ctx, from);
  const id = entry.id.startsWith('~') ? ctx.ids.mint() : entry.id;
  const note = entry.path.slice(ctx.notebook.content.length + 1).replace(/\.md$/, '');
  return {
    input: { ...input, from: `[[${note}#^${id}]]` },
    changes: id === entry.id ? [] : addEntryId(entry, id, ctx.notebook),
  };
}

function planStatements(ctx: CommandContext, input: EntryInput): CommandPlan {
  const texts =
    input.type === undefined && input.why === undefined && input.pattern === undefined
      ? listStatements(input.text)
      : [];
  if (texts.length < 2) return planStatement(ctx, input);
  const plans: CommandPlan[] = [];
  let { notebook } = ctx;
  for (const text of texts) {
    const plan = planStatement({ ...ctx, notebook }, { ...input, text });
    notebook = notebook.after(plan.changes);
    plans.push(plan);
  }
  const [first, ...others] = plans as [CommandPlan, ...CommandPlan[]];
  return {
    ...first,
    message: plans.map(({ message }) => message).join('\n'),
    historyMessage: plans.map(({ historyMessage, message }) => historyMessage ?? message).join('; '),
    data: { ...first.data, also: others.map(({ data }) => data.entry) },
    changes: plans.flatMap(({ changes }) => changes),
    notices: plans.flatMap(({ notices = [] }) => notices),
  };
}

/** `remember to call Bob tomorrow` is a reminder, `remind me to call Bob` a todo; with other fields a text is an entry. */
function planStatement(ctx: CommandContext, input: EntryInput): CommandPlan {
  const { text, ...others } = input;
  const isPlain = Object.values(others).every((one) => !one || (Array.isArray(one) && one.length === 0));
  if (isPlain && isReminderRequest(text)) {
    const plan = planReminder(ctx, text, undefined);
    return { ...plan, data: { ...plan.data, warning: null } };
  }
  const isTask = isPlain && /^(?:please |i need to )?(?:remember|don[’']?t|do not)\s/i.test(text.trim());
  const task = isTask ? planTimedTask(ctx, text) : null;
  return task ? { ...task, data: { ...task.data, warning: null } } : planLogEntry(ctx, input);
}

/** Lists the statements of a text of plain lines and list items; of any other text, and of a long one, none. */
function listStatements(text: string): readonly string[] {
  if (!/[\r\n]/.test(text.trim())) return [];
  const { blocks, isCertain } = scanBlocks(text);
  if (!isCertain || blocks.some(({ kind }) => kind !== 'paragraph' && kind !== 'item')) return [];
  const parts = blocks.flatMap((block) => splitBlock(text, block));
  if (parts.length > MOST_STATEMENTS) return [];
  return parts.map(({ start, end, marker }) => text.slice(start + marker.length, end).trim());
}
