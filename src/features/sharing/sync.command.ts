import { type CommandContext, defineCommand, UserError } from '../../command/define-command.js';
import { defineFlag, defineWord } from '../../command/params.js';
import type { Change } from '../../notes/changes/change.js';
import { refuseUnknown } from '../../notes/unknown-note.js';
import { mergeAsDriver, toEdit } from './resolve-conflicts.js';

/** Shares notes through git. Runs as a loop over commits, network and plans in app/sync. */
export const sync = defineCommand({
  name: 'sync',
  description: 'commit the notes, merge what others pushed by its entries, and push',
  group: 'Share',
  params: {
    remote: defineWord('the remote of git (the branch’s own)', { placeholder: 'REMOTE' }),
    'no-push': defineFlag('take over what others pushed, and push nothing'),
  },
  examples: ['daybook sync', 'daybook sync --no-push'],
  updatesBlock: true,
  plan() {
    throw new UserError(
      'sync-only',
      'sync runs by itself, from a terminal or a script',
      'type: daybook sync',
    );
  },
});

/** A note that a merge changes: as it was committed, and as it is merged; null where it does not exist. */
export interface ArrivingNote {
  /** From the root. */
  readonly path: string;
  readonly base: string | null;
  readonly merged: string | null;
}

const WHY = 'others shared it through git';

/** Plans the merged notes. Changes made here since stay, and a note that one side edited is never removed. */
export function planArrivals(ctx: CommandContext, notes: readonly ArrivingNote[]): readonly Change[] {
  return notes.flatMap((arriving): Change[] => {
    const { path, base } = arriving;
    const note = ctx.notebook.note(path);
    const unknown = note ? null : ctx.notebook.unknown(path);
    if (unknown) throw refuseUnknown(unknown);
    const merged = arriving.merged?.replace(/^\uFEFF/, '') ?? null;
    if (!note) return merged === null ? [] : [{ kind: 'create', path, text: merged, why: WHY }];
    const adapt = (text: string) =>
      note.text.includes('\r\n') ? text.replace(/\r?\n/g, '\r\n') : text.replace(/\r\n/g, '\n');
    const before = adapt(base?.replace(/^\uFEFF/, '') ?? '');
    if (merged === null)
      return note.text === before ? [{ kind: 'remove', path, base: note.hash, why: WHY }] : [];
    const versions = { base: before, ours: note.text, theirs: adapt(merged) };
    const { text, conflicts } = mergeAsDriver(ctx, path, versions);
    if (conflicts > 0)
      throw new UserError(
        'in-the-way',
        `${path} was changed here and by others, in the same lines`,
        'commit or stash it, or pull first: git pull; then: daybook sync',
        { files: [path] },
      );
    return text === note.text ? [] : [{ ...toEdit(note, text), why: WHY }];
  });
}
