import { type CommandContext, type CommandPlan, UserError } from '../../command/define-command.js';
import { toEntryJson } from '../../command/entry-format.js';
import { type FoundEntry, findEntry, formatEntryId } from '../../command/find-entry.js';
import { findOrigin } from '../../command/find-origin.js';
import type { Change } from '../../notes/changes/change.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { CLAIM_TYPES } from '../../notes/entry-types.js';
import { planNotePromotion } from '../promotion/waiting/answer-waiting.js';
import { planEntryEdit } from './edit-entry-state.js';
import { createProposalNotice, findEntryAfter, planRelatedChanges } from './relate-entry.js';

/** What a standing entry is to a newer one: superseded by it, or the same, which leaves the newer one out. */
export interface RelationAnswer {
  readonly supersedeBy?: string | undefined;
  readonly same?: string | undefined;
}

/** Plans the answer to "replaces, closes or same?" about an entry and a newer one. */
export function planAnsweredRelation(
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
