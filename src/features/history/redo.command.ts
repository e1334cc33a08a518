import { type CommandContext, defineCommand, UserError } from '../../command/define-command.js';
import type { Change } from '../../notes/changes/change.js';
import type { HistoryRecord } from '../../notes/changes/history-record.js';
import {
  findEffectiveRevert,
  isUndo,
  listRevertedSeqs,
  planBlockAfterRevert,
  planRevert,
  tryRevert,
} from './revert-changes.js';

/** Takes back an undo, so that what it took back is there again. */
export const redo = defineCommand({
  name: 'redo',
  description: 'revert an undo: the last one, or the one with this number',
  group: 'Other names and plumbing',
  params: {
    seq: {
      kind: 'number',
      positional: 'one',
      description: 'the number of the undo in `daybook history`; without it the newest',
    },
  },
  examples: ['daybook redo', 'daybook redo 5'],
  surfaces: ['cli'],
  countsAsActivity: () => true,
  plan(ctx, { seq }) {
    const history = ctx.query('history');
    const record = findUndo(history, seq);
    const own = planRedo(ctx, record);
    const changes = [...own, ...planBlockAfterRevert(ctx, () => ctx.notebook.after(own), [record])];
    const paths = [...new Set(changes.map(({ path }) => path))];
    const again = listRevertedSeqs(record);
    return {
      message: `Redid ${describeChanges(history, again)}: ${paths.join(', ') || 'nothing was left of it'}.`,
      data: { redone: { seq: record.seq, again, paths } },
      reverts: record.seq,
      changes,
    };
  },
});

/** Plans to revert an undo. Throws `UserError` if the lines around it were edited since. */
function planRedo(ctx: CommandContext, record: HistoryRecord): Change[] {
  const changes = tryRevert(() => planRevert(ctx, ctx.notebook, record));
  if (!(changes instanceof UserError)) return changes;
  const { message, hint, details, status } = changes;
  const reason = message.replace(/^[^:]*: /, '');
  const path = typeof details.path === 'string' ? ` in ${details.path}` : '';
  throw new UserError(
    'cannot-redo',
    `undo ${record.seq} cannot be reverted${path}: ${reason}`,
    hint,
    details,
    status,
  );
}

const describeChanges = (history: readonly HistoryRecord[], seqs: readonly number[]): string => {
  const [seq] = seqs;
  if (seqs.length > 1) return `changes ${seqs.join(', ')}`;
  const record = history.find((one) => one.seq === seq);
  return `change ${seq}${record ? ` (${record.verb})` : ''}`;
};

/** Finds the undo with a number, or the newest that was not taken back. Throws `UserError` if there is none. */
function findUndo(history: readonly HistoryRecord[], seq: number | undefined): HistoryRecord {
  const found =
    seq === undefined
      ? history.find((one) => isUndo(history, one) && !findEffectiveRevert(history, one.seq))
      : history.find((one) => one.seq === seq);
  if (!found) {
    if (seq === undefined)
      throw new UserError('nothing-to-redo', 'there is no undo to revert', 'see: daybook history');
    throw new UserError('unknown-change', `no change ${seq}`, 'list them: daybook history');
  }
  const later = findEffectiveRevert(history, found.seq);
  if (!isUndo(history, found))
    throw new UserError(
      'not-an-undo',
      `change ${found.seq} (${found.verb}) is not an undo`,
      later
        ? `it was reverted by change ${later.seq}: daybook undo --redo ${later.seq}`
        : 'see: daybook history',
    );
  if (!later) return found;
  throw new UserError(
    'already-redone',
    `undo ${found.seq} was undone by change ${later.seq}`,
    `to undo it again: daybook undo ${later.seq}`,
  );
}
