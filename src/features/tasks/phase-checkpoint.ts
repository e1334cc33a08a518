import type { CommandContext } from '../../command/define-command.js';
import { type CommandInput, defineTextList, type ParamDefinitions } from '../../command/params.js';
import type { LocalTime } from '../../dates/local-time.js';
import { createUsageError } from '../../errors.js';
import type { Change } from '../../notes/changes/change.js';
import { notePath } from '../../notes/kinds/index.js';
import type { Notebook } from '../../notes/notebook.js';
import { fillTemplate, type WritePair } from '../../notes/template.js';
import { createUniqueNoteName, formatFileNamePart, formatFileTimestamp } from '../../records/file-name.js';
import { listFindings } from '../../records/finding-record.js';

/** The parameters of a phase checkpoint (External Memory §Checkpoints). */
export const PHASE_PARAMS = {
  phase: {
    kind: 'text',
    description: 'a phase that ends: a note to recover from is written too',
    placeholder: 'PHASE',
  },
  task: { kind: 'text', description: 'the task of the phase', placeholder: 'TASK' },
  completed: defineTextList('a sub-task that is done', 'NAME'),
  pending: defineTextList('a sub-task that is open', 'NAME'),
  active: defineTextList('an agent at work', 'AGENT'),
  blocked: defineTextList('an agent that waits', 'AGENT'),
  summary: { kind: 'text', description: 'the present state', placeholder: 'TEXT' },
  next: { kind: 'text', description: 'the next action', placeholder: 'TEXT' },
  instructions: { kind: 'text', description: 'how to continue', placeholder: 'TEXT' },
} as const satisfies ParamDefinitions;

/** Plans the note of a phase; refuses its fields without the name of the phase. */
export function parsePhase(ctx: CommandContext, input: CommandInput<typeof PHASE_PARAMS>) {
  const { phase, task = 'none', summary = '', next = '', instructions = '' } = input;
  if (phase !== undefined)
    return planPhaseCheckpoint({ ...input, phase, task, summary, next, instructions }, ctx.notebook, {
      now: ctx.local(ctx.now),
      template: ctx.query('template', 'checkpoint'),
      pair: ctx.query('yaml').formatYamlPair,
    });
  const lone = (Object.keys(PHASE_PARAMS) as (keyof typeof PHASE_PARAMS)[]).find((key) => input[key]?.length);
  if (lone === undefined) return null;
  const hint = 'write: daybook save --phase implementation --task station_feature';
  throw createUsageError(`--${lone} belongs to a phase, and no --phase is named`, hint);
}

/** A phase checkpoint, by the seed's names (External Memory §Checkpoints). */
interface PhaseCheckpointInput {
  readonly phase: string;
  readonly task: string;
  readonly completed: readonly string[];
  readonly pending: readonly string[];
  readonly active: readonly string[];
  readonly blocked: readonly string[];
  readonly summary: string;
  readonly next: string;
  readonly instructions: string;
}

/** Plans the note of a phase checkpoint: the fields of the seed's JSON are its front matter. */
function planPhaseCheckpoint(
  input: PhaseCheckpointInput,
  notebook: Notebook,
  { now, template, pair }: { readonly now: LocalTime; readonly template: string; readonly pair: WritePair },
): { readonly change: Change; readonly checkpoint: Readonly<Record<string, unknown>> } {
  const id = createUniqueNoteName(
    notebook,
    'checkpoint',
    `cp_${formatFileNamePart(input.phase)}_${formatFileTimestamp(now)}`,
  );
  const path = `${notebook.content}/${notePath('checkpoint', { name: id })}`;
  const checkpoint = {
    checkpoint_id: id,
    task_id: input.task,
    phase: input.phase,
    timestamp: now.iso,
    state: {
      completed_subtasks: input.completed,
      pending_subtasks: input.pending,
      active_agents: input.active,
      blocked_agents: input.blocked,
      findings_count: listFindings(notebook, input.task).length,
    },
    context_summary: input.summary,
    next_action: input.next,
    recovery_instructions: input.instructions,
  };
  const text = fillTemplate(
    template,
    { ...checkpoint, title: `${input.phase} of ${input.task}`.replace(/\s+/g, ' ') },
    pair,
  );
  return {
    change: { kind: 'create', path, text, why: 'a phase checkpoint' },
    checkpoint: { path, ...checkpoint },
  };
}
