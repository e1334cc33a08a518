import { type CommandContext, type CommandPlan, UserError } from '../../command/define-command.js';
import { readEntriesAt, toEntryJson, toReminderJson } from '../../command/entry-format.js';
import { type FoundEntry, findEntry, formatEntryId, parseEntryId } from '../../command/find-entry.js';
import { findOrigin } from '../../command/find-origin.js';
import { createUsageError } from '../../errors.js';
import { replaceSpan } from '../../markdown/section-edits.js';
import { OPEN_TYPES } from '../../matching/relations/find-relation.js';
import { type Change, createEdit } from '../../notes/changes/change.js';
import { formatEntryText } from '../../notes/entries/entry.js';
import type { Checkbox } from '../../notes/entries/entry-line.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { CLAIM_TYPES } from '../../notes/entry-types.js';
import { notePath } from '../../notes/kinds/index.js';
import { updatePlan } from '../../records/plan-record.js';
import { planOpenItemClosing } from '../handoffs/list-handoffs.js';
import { planNotePromotion } from '../promotion/waiting/answer-waiting.js';
import { type AmendmentRequest, planEntryEdit } from './edit-entry-state.js';
import { createProposalNotice, findEntryAfter, planRelatedChanges, withCopies } from './relate-entry.js';

/** How an entry is to change. */
interface Amendment {
  readonly text?: string | undefined;
  /** True if the text holds the reason too: without one the reason is taken out. */
  readonly isWhole?: boolean;
  readonly done?: boolean;
  readonly drop?: boolean;
  readonly verify?: boolean;
  /** Adds the tag `#key`: the entry never fades. */
  readonly pin?: boolean;
  readonly unpin?: boolean;
  /** The id of the entry that takes its place. */
  readonly supersedeBy?: string | undefined;
  /** The id of the entry that repeats it. */
  readonly same?: string | undefined;
}

/** Plans to change the entry that a user names: its text, its state, what it is to another, or the day on which it was verified. */
export function planAmendment(
  ctx: CommandContext,
  id: string,
  {
    text,
    isWhole = false,
    done = false,
    drop = false,
    verify = false,
    pin = false,
    unpin = false,
    supersedeBy,
    same,
  }: Amendment,
): CommandPlan {
  if (supersedeBy !== undefined || same !== undefined) {
    const others = [text !== undefined, done, drop, verify, pin, unpin];
    if (others.some(Boolean) || (supersedeBy !== undefined && same !== undefined))
      throw createUsageError(
        '--supersede-by and --same exclude each other and every other change',
        'choose one: --supersede-by ID or --same ID',
      );
    return planAnsweredRelation(ctx, id, { supersedeBy, same });
  }
  const request = {
    text,
    isWhole,
    box: chooseBox(done, drop),
    verified: verify ? ctx.local(ctx.now).date : null,
    pinned: choosePin(pin, unpin),
  };
  if (text === undefined && request.box === null && !verify && request.pinned === null)
    throw nothingToChange(id);
  if (text?.trim() === '')
    throw createUsageError('an entry cannot be empty', `to drop it: daybook amend ${id} --drop`);
  const isOnlyDone = done && text === undefined && !verify && request.pinned === null;
  const named = isOnlyDone ? findEntryToClose(ctx, id) : findEntry(ctx, id);
  if ('closed' in named) return describeClosedItem(ctx, named);
  const changes = [
    ...(isOnlyDone && isPlanQuestion(named.entry)
      ? planPlanAnswer(ctx, named)
      : planEntryEdit(ctx, named, request)),
  ];
  if (request.box !== null) changes.push(...planCopies(ctx, named.entry, request.box, changes));
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
        ? `Nothing to change: ${formatEntryText(entry)}`
        : `${describeAmendment(request)} in ${note}${now.section ? ` › ${now.section}` : ''}: ${formatEntryText(now)}`,
    historyMessage: `amend: ${formatEntryText(now)}`,
    data: { entry: now.kind === 'reminders' ? toReminderJson(ctx, now) : toEntryJson(ctx, now) },
    changes,
    location: `${now.path}:${now.line}${now.section ? ` › ${now.section}` : ''} ${formatEntryId(now.id)}`,
  };
}

/** Plans to end the lines of memory that were promoted from an entry, too. */
function planCopies(
  ctx: CommandContext,
  entry: LocatedEntry,
  box: Checkbox,
  before: readonly Change[],
): readonly Change[] {
  const changes: Change[] = [];
  for (const copy of withCopies(ctx, [entry]).slice(1)) {
    const notebook = ctx.notebook.after([...before, ...changes]);
    const note = notebook.note(copy.path);
    const now = { ...ctx, notebook };
    if (note)
      changes.push(
        ...planEntryEdit(
          now,
          { entry: findEntryAfter(now, copy, []), note },
          { text: undefined, box, verified: null },
        ),
      );
  }
  return changes;
}

/** Plans to mark the entry that a user names as done. */
export function planDone(ctx: CommandContext, id: string): CommandPlan {
  const plan = planAmendment(ctx, id, { done: true });
  return { ...plan, historyMessage: plan.message };
}

/** A blocker or question of a hand-off that is to be closed. */
interface ClosedItem {
  readonly closed: NonNullable<ReturnType<typeof planOpenItemClosing>>;
}

/**
 * Finds what a user wants to close. The words of an open question of a hand-off name that question; those of its goal, and
 * its id, name the hand-off.
 */
function findEntryToClose(ctx: CommandContext, name: string): FoundEntry | ClosedItem {
  const found = findEntryOrHandoff(ctx, name);
  if (found && (found.entry.type !== 'handoff' || isHandoffNamed(found.entry, name))) return found;
  const closed = planOpenItemClosing(ctx, name);
  return closed ? { closed } : (found ?? findEntry(ctx, name));
}

/** What `done` is mostly used for. */
const CLOSABLE: ReadonlySet<string> = new Set([...OPEN_TYPES, 'reminder', 'todo', 'handoff']);

/** Finds the entry with a name; null if only several hand-offs have it. */
function findEntryOrHandoff(ctx: CommandContext, name: string): FoundEntry | null {
  try {
    return findEntry(ctx, name, ({ type }) => CLOSABLE.has(type));
  } catch (error) {
    const several = error instanceof UserError ? error.details.candidates : undefined;
    const isHandoffs =
      Array.isArray(several) && several.every(({ path }) => String(path).endsWith(notePath('handoff')));
    if (!isHandoffs) throw error;
    return null;
  }
}

/** True for the id of a hand-off, the line on which it begins, and words of its goal. */
const isHandoffNamed = ({ id, text, line }: LocatedEntry, name: string): boolean =>
  parseEntryId(name) === id ||
  name.trim().endsWith(`.md:${line}`) ||
  (text.split('\n', 1)[0] ?? '').toLowerCase().includes(name.trim().toLowerCase());

function describeClosedItem(ctx: CommandContext, { closed }: ClosedItem): CommandPlan {
  const { text, path, line, changes } = closed;
  const after = ctx.notebook.after(changes);
  const entry = readEntriesAt(ctx, after, path).findLast((one) => one.line <= line);
  return {
    message: `Done in ${notePath('handoff')}: ${text}`,
    historyMessage: `amend: ${text}`,
    data: { entry: entry ? toEntryJson(ctx, entry) : null },
    changes,
    location: `${path}:${line}`,
  };
}

const isPlanQuestion = ({ kind, type }: LocatedEntry): boolean => kind === 'plan' && type === 'question';

/** Plans to tick a question of a plan, as `plan --answer` does: its progress is counted again. */
function planPlanAnswer(ctx: CommandContext, { entry, note }: FoundEntry): readonly Change[] {
  const look = (text: string) => ctx.notebook.outline({ path: note.path, text, bom: false, hash: '' });
  const text = updatePlan(note.text, { ...NOTHING_NEW, answer: [formatEntryText(entry)] }, look);
  const splices = replaceSpan(note.text, 0, note.text.length, text);
  return createEdit(note, splices, 'a question of the plan is answered');
}

const NOTHING_NEW = {
  objective: undefined,
  strategy: undefined,
  ask: [],
  constraint: [],
  next: [],
  done: false,
} as const;

function chooseBox(done: boolean, drop: boolean): Checkbox | null {
  if (done && drop)
    throw createUsageError('an entry is done or dropped, not both', 'choose one: --done or --drop');
  return done ? 'done' : drop ? 'dropped' : null;
}

function choosePin(pin: boolean, unpin: boolean): boolean | null {
  if (pin && unpin) throw createUsageError('an entry is pinned or not', 'choose one: --pin or --unpin');
  return pin ? true : unpin ? false : null;
}

const describeAmendment = ({ text, box, verified, pinned }: AmendmentRequest): string =>
  [
    text === undefined ? '' : 'Reworded',
    box === 'done' ? 'Done' : box === 'dropped' ? 'Dropped' : '',
    verified ? 'Verified' : '',
    typeof pinned !== 'boolean' ? '' : pinned ? 'Pinned' : 'Unpinned',
  ]
    .filter(Boolean)
    .join(', ')
    .replace(/, \w/g, (mark) => mark.toLowerCase());

const nothingToChange = (id: string): UserError =>
  createUsageError(
    'the change is missing',
    `write: daybook amend ${id} --text T, or --done, --drop, --verify, --pin, --unpin, --supersede-by ID, --same ID`,
  );

/** What a standing entry is to a newer one: superseded by it, or the same, which leaves the newer one out. */
interface RelationAnswer {
  readonly supersedeBy?: string | undefined;
  readonly same?: string | undefined;
}

/** Plans the answer to "replaces, closes or same?" about an entry and a newer one. */
function planAnsweredRelation(
  ctx: CommandContext,
  id: string,
  { supersedeBy, same }: RelationAnswer,
): CommandPlan {
  const named = findEntry(ctx, id);
  const other = findEntry(ctx, supersedeBy ?? same ?? '');
  if (named.entry.start === other.entry.start && named.entry.path === other.entry.path)
    throw new UserError(
      'same-entry',
      `${formatEntryId(named.entry.id)} is the same entry`,
      'name two entries',
    );
  const [old, by] = supersedeBy === undefined ? [other, named] : [named, other];
  const verified = supersedeBy === undefined ? ctx.local(ctx.now).date : null;
  const promoted = supersedeBy === undefined ? null : keepNote(ctx, by.entry, old.entry);
  const before = promoted?.changes ?? planEntryEdit(ctx, by, { text: undefined, box: null, verified });
  const newer = promoted ?? readAfter(ctx, by, before);
  if (old.entry.superseded === `^${newer.id}`) return isSoAlready(ctx, old.entry);
  const { changes, superseded } = planRelatedChanges(
    ctx,
    before,
    { id: newer.id, text: newer.text, origin: () => findOrigin(ctx, by.entry).origin },
    { replaced: [old.entry], fixed: [], isAnswered: true },
  );
  const isDone = superseded.length > 0;
  const now = findEntryAfter(ctx, old.entry, changes);
  return {
    message: isDone
      ? `Superseded by ${formatEntryId(newer.id)}: ${old.entry.text}`
      : `Asked in INBOX.md whether ${formatEntryId(newer.id)} replaces: ${old.entry.text}`,
    historyMessage: `amend: ${old.entry.text} superseded by ${formatEntryId(newer.id)}`,
    data: { entry: toEntryJson(ctx, now) },
    changes,
    notices: isDone ? [] : [createProposalNotice(ctx, old.entry)],
    location: `${now.path}:${now.line} ${formatEntryId(now.id)}`,
  };
}

/** Keeps an untyped note of the session that replaces a line of memory: memory would lose the statement. */
const keepNote = (ctx: CommandContext, by: LocatedEntry, old: LocatedEntry) =>
  by.type === 'experience' && by.kind !== 'memory' && CLAIM_TYPES.includes(old.type)
    ? planNotePromotion(ctx, by, old.type)
    : null;

const isSoAlready = (ctx: CommandContext, entry: LocatedEntry): CommandPlan => ({
  message: `Nothing to change: ${entry.text}`,
  data: { entry: toEntryJson(ctx, entry) },
  changes: [],
});

/** The entry with the id that the changes give it, if it had none. */
const readAfter = (ctx: CommandContext, { entry }: FoundEntry, changes: readonly Change[]): LocatedEntry => {
  const note = ctx.notebook.after(changes).note(entry.path);
  return (note ? ctx.entries(note) : []).find(({ start }) => start === entry.start) ?? entry;
};
