import type { CommandContext } from '../../command/define-command.js';
import {
  type CommandInput,
  defineText,
  defineTextList,
  type ParamDefinitions,
} from '../../command/params.js';
import { createUsageError } from '../../errors.js';
import type { Change } from '../../notes/changes/change.js';
import { fillTemplate } from '../../notes/template.js';
import { createUniqueNotePath, formatFileNamePart, formatFileTimestamp } from '../../records/file-name.js';
import { listFindings } from '../../records/finding-record.js';

/** The parameters of a phase checkpoint (External Memory §Checkpoints). */
export const PHASE_PARAMS = {
  phase: defineText('the phase that ends; also writes a note to recover from', 'PHASE'),
  task: defineText('the task of the phase', 'TASK'),
  completed: defineTextList('a sub-task that is done', 'NAME'),
  pending: defineTextList('a sub-task that is open', 'NAME'),
  active: defineTextList('an agent at work', 'AGENT'),
  blocked: defineTextList('an agent that waits', 'AGENT'),
  summary: defineText('the present state'),
  next: defineText('the next action'),
  instructions: defineText('how to continue'),
} as const satisfies ParamDefinitions;

/**
 * Plans the note of a phase: the fields of the seed's JSON are its front matter. Refuses its fields without the name of the
 * phase.
 */
export function parsePhase(ctx: CommandContext, input: CommandInput<typeof PHASE_PARAMS>) {
  const { phase, task = 'none' } = input;
  if (phase === undefined) {
    const lone = (Object.keys(PHASE_PARAMS) as (keyof typeof PHASE_PARAMS)[]).find(
      (key) => input[key]?.length,
    );
    if (lone === undefined) return null;
    const hint = 'write: daybook save --phase implementation --task station_feature';
    throw createUsageError(`--${lone} belongs to a phase, and no --phase is named`, hint);
  }
  const now = ctx.local(ctx.now);
  const wanted = `cp_${formatFileNamePart(phase)}_${formatFileTimestamp(now)}`;
  const { name, path } = createUniqueNotePath(ctx.notebook, 'checkpoint', wanted);
  const checkpoint = {
    checkpoint_id: name,
    task_id: task,
    phase,
    timestamp: now.iso,
    state: {
      completed_subtasks: input.completed,
      pending_subtasks: input.pending,
      active_agents: input.active,
      blocked_agents: input.blocked,
      findings_count: listFindings(ctx.notebook, task).length,
    },
    context_summary: input.summary ?? '',
    next_action: input.next ?? '',
    recovery_instructions: input.instructions ?? '',
  };
  const holes = { ...checkpoint, title: `${phase} of ${task}`.replace(/\s+/g, ' ') };
  const text = fillTemplate(ctx.query('template', 'checkpoint'), holes, ctx.query('yaml').formatYamlPair);
  const change: Change = { kind: 'create', path, text, why: 'a phase checkpoint' };
  return { change, checkpoint: { path, ...checkpoint } };
}
