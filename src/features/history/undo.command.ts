import { type CommandContext, defineCommand, UserError } from '../../command/define-command.js';
import { defineFlag, defineNumber, defineText } from '../../command/params.js';
import { isDate } from '../../dates/local-time.js';
import { createUsageError } from '../../errors.js';
import type { Change } from '../../notes/changes/change.js';
import type { HistoryRecord } from '../../notes/changes/history-record.js';
import {
  findEffectiveRevert,
  isArrival,
  isFinalRecord,
  isUndo,
  listRevertedSeqs,
  planBlockAfterRevert,
  planRevert,
  tryRevert,
} from './revert-changes.js';
import {
  createNothingToUndo,
  listUndoTargets,
  planLastUndo,
  planNightUndo,
  planSessionUndo,
} from './undo-group.js';

/** Undoes changes: only their own edits, where they are still unchanged. Undoing an undo redoes the change. */
export const undo = defineCommand({
  name: 'undo',
  description: 'undo the last change, or others by number, session or night',
  group: 'Every day',
  params: {
    seq: {
      kind: 'number',
      positional: 'one',
      description: 'its number in `daybook history`; if left out, the newest change by a person or an agent',
    },
    redo: defineFlag('revert an undo: the last one, or the one with this number'),
    last: defineNumber('the last N changes by people or agents, as one; jobs and refreshes do not count'),
    session: defineText(
      'all changes of this session, and what was promoted from them; lines edited since stay',
      'ID',
    ),
    night: defineText(
      'all changes that jobs made on this day, by default the last night; lines edited since stay',
      'DATE',
      { valueIfBare: 'last' },
    ),
  },
  examples: [
    'daybook undo',
    'daybook undo 1',
    'daybook undo --redo',
    'daybook undo --last 2',
    'daybook undo --session sess-7',
    'daybook undo --night',
    'daybook undo --night 2026-06-08',
  ],
  countsAsActivity: () => true,
  plan(ctx, { seq, redo, last, session, night }) {
    const single = redo ? 0 : seq;
    if ([single, last, session, night].filter((one) => one !== undefined).length > 1)
      throw createUsageError(
        `${redo ? '--redo' : 'a number'}, --last, --session and --night cannot be combined`,
        'write: daybook undo --session ID',
      );
    if (last !== undefined && !(Number.isInteger(last) && last > 0))
      throw createUsageError(
        `--last takes a count from 1, found \`${last}\``,
        'write: daybook undo --last 2',
      );
    if (last !== undefined) return planLastUndo(ctx, last);
    if (session !== undefined) return planSessionUndo(ctx, session);
    if (night !== undefined && night !== 'last' && !isDate(night))
      throw createUsageError(
        `--night takes a day, found \`${night}\``,
        'write: daybook undo --night 2026-06-07',
      );
    if (night !== undefined) return planNightUndo(ctx, night);
    const history = ctx.query('history');
    const target = redo ? findUndo(history, seq) : seq;
    const record = recordToUndo(history, target);
    const own = target === undefined ? planNewestRevert(ctx, record) : planRevert(ctx, ctx.notebook, record);
    const changes = [...own, ...planBlockAfterRevert(ctx, () => ctx.notebook.after(own), [record])];
    const paths = [...new Set(changes.map(({ path }) => path))];
    const again = listRevertedSeqs(record);
    return {
      message: `${redo ? `Redid ${describeChanges(history, again)}` : `Undid ${describeChanges(history, [record.seq])}`}: ${paths.join(', ') || 'nothing was left of it'}.`,
      data: redo
        ? { redone: { seq: record.seq, again, paths } }
        : { undone: { seq: record.seq, verb: record.verb, paths } },
      reverts: record.seq,
      changes,
    };
  },
});

const describeChanges = (history: readonly HistoryRecord[], seqs: readonly number[]): string => {
  const record = history.find(({ seq }) => seq === seqs[0]);
  return seqs.length > 1
    ? `changes ${seqs.join(', ')}`
    : `change ${seqs[0]}${record ? ` (${record.verb})` : ''}`;
};

/** Returns the number of the undo to revert, by default the newest. Throws `UserError` if it is no undo. */
function findUndo(history: readonly HistoryRecord[], seq: number | undefined): number {
  const record = history.find((one) =>
    seq === undefined ? isUndo(history, one) && !findEffectiveRevert(history, one.seq) : one.seq === seq,
  );
  if (!record && seq === undefined)
    throw new UserError('nothing-to-redo', 'there is no undo to revert', 'see: daybook history');
  if (!record || isUndo(history, record)) return record?.seq ?? seq ?? 0;
  const later = findEffectiveRevert(history, record.seq);
  throw new UserError(
    'not-an-undo',
    `change ${record.seq} (${record.verb}) is not an undo`,
    later
      ? `it was reverted by change ${later.seq}: daybook undo --redo ${later.seq}`
      : 'see: daybook history',
  );
}

/** Plans to undo the newest change. If that is impossible, the error names the next one that can be undone. */
function planNewestRevert(ctx: CommandContext, record: HistoryRecord): Change[] {
  const revert = (one: HistoryRecord) => tryRevert(() => planRevert(ctx, ctx.notebook, one));
  const changes = revert(record);
  if (!(changes instanceof UserError)) return changes;
  const next = listUndoTargets(ctx.query('history')).find((one) => {
    const plan = one.seq < record.seq ? revert(one) : [];
    return !(plan instanceof UserError) && plan.length > 0;
  });
  if (!next) throw changes;
  const { code, message, hint, details } = changes;
  const before = `to undo change ${next.seq} (${next.verb}) instead: daybook undo ${next.seq}`;
  throw new UserError(code, message, `${before}; ${hint}`, details);
}

function recordToUndo(history: readonly HistoryRecord[], seq: number | undefined): HistoryRecord {
  const found = seq === undefined ? listUndoTargets(history)[0] : history.find((one) => one.seq === seq);
  if (!found) {
    if (seq === undefined) throw createNothingToUndo(history);
    throw new UserError('unknown-change', `no change ${seq}`, 'list them: daybook history');
  }
  if (isFinalRecord(found))
    throw new UserError(
      'cannot-undo',
      `change ${found.seq} is ${found.verb === 'scrub' ? 'a scrub' : 'final'}: what it removed is not kept`,
      'write it again where it is needed',
    );
  if (isArrival(found))
    throw new UserError(
      'cannot-undo',
      `change ${found.seq} is a sync: without it, the next sync would delete the entries of others for everyone`,
      `see them: daybook history ${found.seq}; delete a wrong line by hand`,
    );
  const later = findEffectiveRevert(history, found.seq);
  if (!later) return found;
  throw new UserError(
    'already-undone',
    `change ${found.seq} was undone by change ${later.seq}`,
    `to have it again: daybook undo ${isUndo(history, later) ? '--redo ' : ''}${later.seq}`,
  );
}
