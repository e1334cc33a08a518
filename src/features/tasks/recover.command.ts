import { defineCommand, UserError } from '../../command/define-command.js';
import { redactAll } from '../../security/secrets.js';
import { readWorkState } from '../context-block/read-work-state.js';
import { listSnapshots } from '../snapshots/list-snapshots.js';
import { listOpenBlockers } from '../snapshots/work-state.js';
import { isSameTask } from './finding-record.js';
import { completeFirst, findSnapshot, listResumePoints } from './resumable.js';
import { buildRecoveryBrief } from './resume-task.js';

/** Restores the newest note of any kind that a task can be continued from (External Memory §Load for Recovery). */
export const recover = defineCommand({
  name: 'recover',
  description: 'continue from the newest note of a task: checkpoint, findings and next action',
  group: 'Other names and plumbing',
  params: { task: { kind: 'text', description: 'the task, where there are several', placeholder: 'TASK' } },
  examples: ['daybook recover', 'daybook recover --task station_feature'],
  surfaces: ['cli', 'mcp', 'hook'],
  requires: 'workspace',
  onLocked: 'refuse',
  countsAsActivity: () => true,
  plan(ctx, { task }) {
    const read = (text: string) => ctx.query('properties', text);
    const all = listResumePoints(ctx.notebook, read);
    const fits = all.filter((one) => task === undefined || isSameTask(one.task, task));
    const from = completeFirst(fits);
    if (!from)
      throw new UserError(
        'nothing-to-resume',
        task === undefined
          ? 'there is no note to continue from'
          : `there is no note to continue ${task} from`,
        'save one: daybook save, or daybook save --phase P --task T',
      );
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
    const clean = redactAll(text).value;
    const { at, ...rest } = from;
    return {
      message: clean.trimEnd(),
      data: {
        recovery: { ...rest, at: at === 0 ? null : ctx.local(at).iso, findings, context: clean, omitted },
        tokens,
      },
      changes: [],
    };
  },
});
