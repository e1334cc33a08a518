import { defineCommand, UserError } from '../../command/define-command.js';
import { defineText } from '../../command/params.js';
import { isSameTask } from '../../records/finding-record.js';
import { recoverFrom } from './recovery.js';

/** Restores the newest note of any kind that a task can be continued from (External Memory §Load for Recovery). */
export const recover = defineCommand({
  name: 'recover',
  description: 'continue from the newest note of a task: checkpoint, findings and next action',
  group: 'Other names and plumbing',
  params: { task: defineText('the task, where there are several', 'TASK') },
  examples: ['daybook recover', 'daybook recover --task station_feature'],
  isTool: true,
  countsAsActivity: () => true,
  plan(ctx, { task }) {
    const found = recoverFrom(ctx, (point) => task === undefined || isSameTask(point.task, task));
    if (!found)
      throw new UserError(
        'nothing-to-resume',
        task === undefined
          ? 'there is no note to continue from'
          : `there is no note to continue ${task} from`,
        'save one: daybook save, or daybook save --phase P --task T',
      );
    const { at, ...from } = found.from;
    const { context, tokens, omitted, findings } = found;
    return {
      message: context.trimEnd(),
      data: {
        recovery: { ...from, at: at === 0 ? null : ctx.local(at).iso, findings, context, omitted },
        tokens,
      },
      changes: [],
    };
  },
});
