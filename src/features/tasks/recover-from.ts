import type { CommandContext } from '../../command/define-command.js';
import { redactAll } from '../../security/secrets.js';
import { readWorkState } from '../context-block/read-work-state.js';
import { listSnapshots } from '../snapshots/list-snapshots.js';
import { listOpenBlockers } from '../snapshots/work-state.js';
import { completeFirst, findSnapshot, listResumePoints, type ResumePoint } from './resumable.js';
import { buildRecoveryBrief } from './resume-task.js';

/** Builds the recovery from the best point that is accepted; null if there is none. */
export function recoverFrom(ctx: CommandContext, accepts: (point: ResumePoint) => boolean) {
  const read = (text: string) => ctx.query('properties', text);
  const all = listResumePoints(ctx.notebook, read);
  const best = all.find(accepts);
  const from = best && completeFirst([best, ...all.filter((point) => point !== best)]);
  if (!from) return null;
  const saved = findSnapshot(listSnapshots(ctx.notebook, read), from);
  const blockers = listOpenBlockers(readWorkState(ctx), saved);
  const snapshot = saved && {
    ...saved,
    blocker: blockers.join('; ') || 'none',
    next_action: from.kind === 'snapshot' ? from.next : saved.next_action,
  };
  const { text, tokens, omitted, findings } = buildRecoveryBrief(from, snapshot, {
    blockers,
    notebook: ctx.notebook,
    count: ctx.query('tokenizer'),
  });
  return { from, context: redactAll(text).value, tokens, omitted, findings };
}
