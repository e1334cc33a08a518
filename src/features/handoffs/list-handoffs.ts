import {
  type CommandContext,
  type CommandPlan,
  type ResultItem,
  UserError,
} from '../../command/define-command.js';
import { readEntriesAt, toEntryJson } from '../../command/entry-format.js';
import { findByName, formatEntryId, toCandidate } from '../../command/find-entry.js';
import { recordNotePaths } from '../../notes/edit/append-record.js';
import { listEntryLabels } from '../../notes/entries/entry-marks.js';
import { notePath } from '../../notes/kinds/index.js';
import type { Notebook } from '../../notes/notebook.js';
import { pluralize } from '../../text/pluralize.js';
import { type HandoffRecord, parseHandoffs } from './handoff-record.js';

/** All records of SESSION_LOG.md, oldest first. */
export function readAllHandoffs(ctx: CommandContext, notebook: Notebook): readonly HandoffRecord[] {
  const note = notebook.note(handoffNotePath(notebook));
  return note ? parseHandoffs(note, readEntriesAt(ctx, notebook, note.path)) : [];
}

/** Labels in use, also in the archive, so that none is used twice. */
export const listHandoffLabels = (ctx: CommandContext): readonly string[] =>
  recordNotePaths('handoff', ctx.notebook).flatMap((path) => {
    const note = ctx.notebook.note(path);
    return note ? parseHandoffs(note, ctx.entries(note)).map(({ label }) => label) : [];
  });

/** The notes with records. */
export const handoffNotePath = ({ content }: Notebook): string => `${content}/${notePath('handoff')}`;

/** The name of a workspace: that of its folder; null for the root of a disk. */
export function workspaceName(ctx: CommandContext): string | null {
  const { root } = ctx.query('root');
  return root.slice(Math.max(root.lastIndexOf('/'), root.lastIndexOf('\\')) + 1) || null;
}

/** A record in JSON: its fields and its entry. */
export const toHandoffJson = (ctx: CommandContext, { entry, label, ...fields }: HandoffRecord) => ({
  id: label,
  ...fields,
  entry: toEntryJson(ctx, entry),
});

/** The index of sessions (FEATURES C7), the newest first. */
export function listHandoffs(ctx: CommandContext): CommandPlan {
  const known = readAllHandoffs(ctx, ctx.notebook).toReversed();
  return {
    message:
      known.length === 0
        ? 'No hand-off yet: `daybook handoff --goal "…" --outcome complete`.'
        : `${pluralize(known.length, 'session')}, the newest first:`,
    items: known.map(row),
    data: { handoffs: known.map((one) => toHandoffJson(ctx, one)) },
    changes: [],
  };
}

/** Prints one record as its note has it. */
export function showHandoff(ctx: CommandContext, id: string | undefined): CommandPlan {
  if (id === undefined)
    throw new UserError('usage', 'no session is given', 'list them: daybook handoff list', {}, 2);
  const one = handoffNamed(ctx, id);
  const { path, line, start, end, id: own } = one.entry;
  return {
    message: (ctx.notebook.note(path)?.text.slice(start, end) ?? '').trimEnd(),
    data: { handoff: toHandoffJson(ctx, one) },
    changes: [],
    location: `${path}:${line} ${formatEntryId(own)}`,
  };
}

/** Finds the record that a user names by its session or the beginning of it, its id, its place or its words. */
function handoffNamed(ctx: CommandContext, id: string): HandoffRecord {
  const note = ctx.notebook.note(handoffNotePath(ctx.notebook));
  const candidates = note
    ? readAllHandoffs(ctx, ctx.notebook).map((one) => ({
        ...toCandidate(one.entry, note),
        item: one,
        labels: [one.label],
        text: `${one.label} ${one.goal}`,
      }))
    : [];
  return findByName(id, candidates, { noun: 'hand-off', hint: 'list them: daybook handoff list' }).item;
}

const row = ({ entry, label, goal, outcome: plan, blockers, questions }: HandoffRecord): ResultItem => ({
  path: entry.path,
  line: entry.line,
  what: `${label} ${goal}`,
  why: [
    entry.at?.slice(0, 10),
    plan ?? 'no outcome',
    blockers.length > 0 && pluralize(blockers.length, 'blocker'),
    questions.length > 0 && pluralize(questions.length, 'question'),
    ...listEntryLabels(entry),
  ]
    .filter(Boolean)
    .join(', '),
  id: entry.id,
});
