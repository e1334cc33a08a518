import { type CommandContext, type CommandPlan, UserError } from '../../command/define-command.js';
import { readEntriesAt, toEntryJson } from '../../command/entry-format.js';
import { findEntry, formatEntryId } from '../../command/find-entry.js';
import { createUsageError } from '../../errors.js';
import { formatEntryText } from '../../notes/entries/entry.js';
import type { Checkbox } from '../../notes/entries/entry-line.js';
import { planAnsweredRelation } from './answer-relation.js';
import { type AmendmentRequest, planEntryEdit } from './edit-entry-state.js';

/** How an entry is to change. */
interface Amendment {
  readonly text?: string | undefined;
  readonly done?: boolean;
  readonly drop?: boolean;
  readonly verify?: boolean;
  /** The id of the entry that takes its place. */
  readonly supersedeBy?: string | undefined;
  /** The id of the entry that repeats it. */
  readonly same?: string | undefined;
}

/** Plans to change the entry that a user names: its text, its state, what it is to another, or the day on which it was verified. */
export function planAmendment(
  ctx: CommandContext,
  id: string,
  { text, done = false, drop = false, verify = false, supersedeBy, same }: Amendment,
): CommandPlan {
  if (supersedeBy !== undefined || same !== undefined) {
    if (text !== undefined || done || drop || verify || (supersedeBy !== undefined && same !== undefined))
      throw createUsageError(
        'an entry is superseded, or the same as another, and nothing else at once',
        'choose one: --supersede-by ID or --same ID',
      );
    return planAnsweredRelation(ctx, id, { supersedeBy, same });
  }
  const request = { text, box: chooseBox(done, drop), verified: verify ? ctx.local(ctx.now).date : null };
  if (text === undefined && request.box === null && !verify) throw nothingToChange(id);
  if (text?.trim() === '')
    throw createUsageError('an entry cannot be empty', `to strike it: daybook amend ${id} --drop`);
  const named = findEntry(ctx, id);
  const changes = planEntryEdit(ctx, named, request);
  const { entry } = named;
  const now = readEntriesAt(ctx, ctx.notebook.after(changes), entry.path).find(
    ({ start }) => start === entry.start,
  );
  if (!now)
    throw new UserError('unwritable', 'cannot store this text as one entry', 'write it shorter, on one line');
  const note = entry.path.replace(`${ctx.notebook.content}/`, '');
  return {
    message:
      changes.length === 0
        ? `It is so already: ${formatEntryText(entry)}`
        : `${describeAmendment(request)} in ${note}${now.section ? ` › ${now.section}` : ''}: ${formatEntryText(now)}`,
    historyMessage: `amend: ${formatEntryText(now)}`,
    data: { entry: toEntryJson(ctx, now) },
    changes,
    location: `${now.path}:${now.line}${now.section ? ` › ${now.section}` : ''} ${formatEntryId(now.id)}`,
  };
}

/** Plans to mark the entry that a user names as done. */
export function planDone(ctx: CommandContext, id: string): CommandPlan {
  const plan = planAmendment(ctx, id, { done: true });
  return { ...plan, historyMessage: plan.message };
}

function chooseBox(done: boolean, drop: boolean): Checkbox | null {
  if (done && drop)
    throw createUsageError('an entry is done or dropped, not both', 'choose one: --done or --drop');
  return done ? 'done' : drop ? 'dropped' : null;
}

const describeAmendment = ({ text, box, verified }: AmendmentRequest): string =>
  [
    text === undefined ? '' : 'Reworded',
    box === 'done' ? 'Done' : box === 'dropped' ? 'Dropped' : '',
    verified ? 'Verified' : '',
  ]
    .filter(Boolean)
    .join(', ')
    .replace(/, \w/g, (mark) => mark.toLowerCase());

const nothingToChange = (id: string): UserError =>
  createUsageError(
    'it is not said what to change',
    `write: daybook amend ${id} --text T, or --done, --drop, --verify, --supersede-by ID, --same ID`,
  );
