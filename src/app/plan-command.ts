import { type Command, type CommandPlan, type Notice, UserError } from '../command/define-command.js';
import type { Outline } from '../markdown/outline.js';
import { verifyEdit } from '../markdown/verify-edit.js';
import { type Change, changedPaths } from '../notes/changes/change.js';
import { mergeChangesPerNote } from '../notes/changes/merge-changes.js';
import type { Notebook } from '../notes/notebook.js';
import { refuseReadOnly, refuseUnknown, type Unknown } from '../notes/unknown-note.js';
import type { ReadSet } from '../store/store.js';
import { markForeignWords } from './foreign-words.js';
import { withholdInjections } from './injection-gate.js';
import { withModules } from './lazy-modules.js';
import { type CommandRequest, redactionWarnings } from './request.js';
import type { PendingNotes, ReadView, Runtime } from './runtime.js';
import { readOnlyIn } from './unknown-notes.js';

/**
 * Why some edit is not proved to touch its own lines only, or null where all are. The scanner proves what it is certain
 * of; where it has doubts, `outline` (remark, in the end) is asked; what neither can prove is refused.
 */
export function findUnverifiedEdit(
  changes: readonly Change[],
  notebook: Notebook,
  { scan, outline }: { scan: (text: string) => Outline; outline: (text: string) => Outline },
): string | null {
  for (const change of changes) {
    const note = change.kind === 'edit' && change.path.endsWith('.md') ? notebook.note(change.path) : null;
    if (!note || change.kind !== 'edit') continue;
    if (verifyEdit(note.text, change.splices, scan).ok) continue;
    const proof = verifyEdit(note.text, change.splices, outline);
    if (!proof.ok) return `${note.path}:${proof.line} is left alone: ${proof.why}`;
  }
  return null;
}

/** What a verb thought of a wiki, and what it had read for that. */
export interface PlannedCommand {
  readonly outcome: CommandPlan;
  readonly wiki: Notebook;
  readonly reads: ReadSet;
}

/** Thinks until nothing is wanted any more, and until every edit is proved to touch its own bytes only. What was read is not read again. */
export async function planCommand(request: CommandRequest, runtime: Runtime): Promise<PlannedCommand> {
  const view = request.verb.slow ? runtime.lookAtOnce(request.moment) : runtime.createView(request.moment);
  return withModules(runtime, () => thinkOn(view, request, runtime));
}

/** Thinks at once; throws `Wanted` for what must be loaded first. `pending` shows notes as they will be. */
export const planCommandSync = (
  request: CommandRequest,
  runtime: Runtime,
  pending?: PendingNotes,
): PlannedCommand => thinkOn(runtime.createView(request.moment, pending), request, runtime);

function thinkOn(view: ReadView, request: CommandRequest, runtime: Runtime): PlannedCommand {
  const { verb: command, input } = request;
  const { reads, unknown, redacted } = view;
  const ctx = view.createContext();
  const own = markForeignWords(command.plan(ctx, input), ctx);
  const asked = unknown.asked();
  const whole = { ...own, changes: mergeChangesPerNote(own.changes, ctx.notebook) };
  const planned = view.isUntrusted() ? withholdInjections(whole, request, ctx) : whole;
  const changes = mergeChangesPerNote(planned.changes, ctx.notebook);
  refuseUnwritable(changes, ctx.notebook);
  refuseUnfounded(changes, asked, command);
  const why = findUnverifiedEdit(changes, ctx.notebook, {
    scan: runtime.scanOutline,
    outline: runtime.parseOutline,
  });
  if (why !== null)
    throw new UserError('unproven', why, 'nothing was changed; mend the note there, then try again');
  const notices = [
    ...(planned.notices ?? []),
    ...unknown.notices().filter((notice) => !isTold(notice, planned)),
    ...redactionWarnings([...redacted]),
  ];
  return { outcome: { ...planned, changes, notices }, wiki: ctx.notebook, reads };
}

/** A note that cannot be read is not taken for a missing one, and a read-only one is not replaced. */
function refuseUnwritable(changes: readonly Change[], notebook: Notebook): void {
  for (const change of changes) {
    const written = change.kind === 'move' ? [change.to] : changedPaths(change);
    for (const path of written) {
      const unknown = notebook.note(path) ? null : notebook.unknown(path);
      if (unknown) throw refuseUnknown(unknown);
    }
  }
  const [locked] = readOnlyIn(changes, notebook.note);
  if (locked) throw refuseReadOnly(locked.path, locked.mode ?? 0);
}

/** What follows from notes that cannot be read is not written, unless the command holds such parts back by itself. */
function refuseUnfounded(changes: readonly Change[], request: readonly Unknown[], command: Command): void {
  const [unknown] = request;
  if (unknown && changes.length > 0 && command.whenUnknown !== 'write') throw refuseUnknown(unknown);
}

/** True where the reply itself says so, in a row or in a notice of its own. */
const isTold = ({ path = '', message }: Notice, { items: rows = [], notices = [] }: CommandPlan): boolean =>
  notices.some((one) => one.path === path && one.message === message) ||
  rows.some((row) => {
    const text = [row.path, row.what, row.why].filter(Boolean).join(' ');
    return text.includes(path) && text.includes(message);
  });

/** True where nothing is to be done but to say so. */
export const isNoop = ({ changes, scrubPattern: forgets, pruneHistoryDays: prunes }: CommandPlan): boolean =>
  changes.length === 0 && !forgets && prunes === undefined;
