import { type Command, type CommandPlan, type Notice, UserError } from '../command/define-command.js';
import type { Outline } from '../markdown/outline.js';
import { applyEdits } from '../markdown/text-edit.js';
import { verifyEdit } from '../markdown/verify-edit.js';
import { type Change, listChangedPaths } from '../notes/changes/change.js';
import { mergeChangesPerNote } from '../notes/changes/merge-changes.js';
import { refuseUnmerged } from '../notes/merge/unmerged-note.js';
import { isReadOnly, isUnmerged, type Note } from '../notes/note.js';
import type { Notebook } from '../notes/notebook.js';
import { refuseReadOnly, refuseUnknown, type Unknown } from '../notes/unknown-note.js';
import { computeHash, encode } from '../platform/encoding.js';
import type { ReadSet } from '../store/store.js';
import { withholdForgotten } from './forgotten/withhold-forgotten.js';
import { withholdInjections } from './injection-gate.js';
import { withModules } from './lazy-modules.js';
import { markForeignWords } from './mark-foreign-words.js';
import type { PendingNotes, ReadView } from './read-view.js';
import { type CommandRequest, createRedactionWarnings } from './request.js';
import { assertMayHaveEffects } from './run-effects.js';
import type { Runtime } from './runtime.js';
import { listWrittenNotes } from './unknown-notes.js';

/**
 * Returns why an edit is not verified to touch only its own lines, or null if all are. The scanner verifies what it is
 * sure of, then `outline` (in the end remark) is used; what neither can verify is refused.
 */
export function findUnverifiedEdit(
  changes: readonly Change[],
  notebook: Notebook,
  { scan, outline }: { scan: (text: string) => Outline; outline: (text: string) => Outline },
): string | null {
  for (const change of changes) {
    const note = change.kind === 'edit' && change.path.endsWith('.md') ? notebook.note(change.path) : null;
    if (!note || change.kind !== 'edit' || bringsBack(change, note)) continue;
    if (verifyEdit(note.text, change.splices, scan).ok) continue;
    const proof = verifyEdit(note.text, change.splices, outline);
    if (!proof.ok) return `${note.path}:${proof.line} is left alone: ${proof.why}`;
  }
  return null;
}

/** Returns true for an edit whose result is, byte for byte, a version that the note had before. */
function bringsBack({ version, splices }: Extract<Change, { kind: 'edit' }>, { text, bom }: Note): boolean {
  return version !== undefined && computeHash(encode(applyEdits(text, splices), bom)) === version;
}

/** A plan, and everything that was read for it. */
export interface PlannedCommand {
  readonly outcome: CommandPlan;
  readonly notebook: Notebook;
  readonly reads: ReadSet;
}

/** Plans until all lazy modules are loaded and every edit is verified. What was read is not read again. */
export async function planCommand(request: CommandRequest, runtime: Runtime): Promise<PlannedCommand> {
  const { command, moment } = request;
  const options = { showsMarkers: command.settlesConflicts };
  const view = command.slow ? runtime.lookAtOnce(moment, options) : runtime.createView(moment, options);
  return withModules(() => thinkOn(view, request, runtime));
}

/**
 * Plans synchronously. Throws NotReadyError for what must be loaded first. `pending` shows notes with uncommitted
 * changes.
 */
export const planCommandSync = (
  request: CommandRequest,
  runtime: Runtime,
  pending?: PendingNotes,
): PlannedCommand => {
  const options = { pending, showsMarkers: request.command.settlesConflicts };
  return thinkOn(runtime.createView(request.moment, options), request, runtime);
};

function thinkOn(view: ReadView, request: CommandRequest, runtime: Runtime): PlannedCommand {
  const { command, input } = request;
  const { reads, unknown, redacted } = view;
  const ctx = view.createContext();
  const own = markForeignWords(command.plan(ctx, input), ctx);
  assertMayHaveEffects(own, command.onLocked);
  const unreadable = unknown.listRead();
  const whole = { ...own, changes: mergeChangesPerNote(own.changes, ctx.notebook) };
  const gated = view.isUntrusted() ? withholdInjections(whole, request, ctx) : whole;
  const planned = withholdForgotten(gated, request, ctx);
  const changes = mergeChangesPerNote(planned.changes, ctx.notebook);
  const written = refuseUnwritable(changes, ctx.notebook);
  refuseUnfounded(changes, unreadable, command);
  const why = command.settlesConflicts
    ? null
    : findUnverifiedEdit(changes, ctx.notebook, {
        scan: runtime.scanOutline,
        outline: runtime.parseOutline,
      });
  if (why !== null)
    throw new UserError('unproven', why, 'nothing was changed; fix the note there, then retry');
  const unmerged = written.find(isUnmerged);
  if (unmerged && !command.settlesConflicts) throw new UnmergedError(unmerged, planned);
  const notices = [
    ...(planned.notices ?? []),
    ...unknown.notices().filter((notice) => !isMentioned(notice, planned)),
    ...createRedactionWarnings([...redacted]),
  ];
  return { outcome: { ...planned, changes, notices }, notebook: ctx.notebook, reads };
}

/** A plan that must wait until a conflict in a note is resolved. */
export class UnmergedError extends UserError {
  constructor(
    note: Note,
    readonly plan: CommandPlan,
  ) {
    const { code, message, hint, details } = refuseUnmerged(note);
    super(code, message, hint, details);
  }
}

/**
 * Returns the notes that changes would write. Throws UserError if a change would create a note that exists but cannot be
 * read, or replace a read-only one.
 */
function refuseUnwritable(changes: readonly Change[], notebook: Notebook): readonly Note[] {
  for (const change of changes) {
    const written = change.kind === 'move' ? [change.to] : listChangedPaths(change);
    for (const path of written) {
      const unknown = notebook.note(path) ? null : notebook.unknown(path);
      if (unknown) throw refuseUnknown(unknown);
    }
  }
  const notes = listWrittenNotes(changes, notebook.note);
  const locked = notes.find(isReadOnly);
  if (locked) throw refuseReadOnly(locked.path, locked.mode ?? 0);
  return notes;
}

/** Throws UserError if a plan depends on unreadable notes, unless the command protects such parts itself. */
function refuseUnfounded(changes: readonly Change[], request: readonly Unknown[], command: Command): void {
  const [unknown] = request;
  if (unknown && changes.length > 0 && command.whenUnknown !== 'write') throw refuseUnknown(unknown);
}

/** Returns true if the reply already mentions the note in a row or notice. */
const isMentioned = (
  { path = '', message }: Notice,
  { items: rows = [], notices = [] }: CommandPlan,
): boolean =>
  notices.some((one) => one.path === path && one.message === message) ||
  rows.some((row) => {
    const text = [row.path, row.what, row.why].filter(Boolean).join(' ');
    return text.includes(path) && text.includes(message);
  });

/** Returns true for a plan with a message only. */
export const isNoop = ({ changes, scrubPattern: forgets, pruneHistoryDays: prunes }: CommandPlan): boolean =>
  changes.length === 0 && !forgets && prunes === undefined;
