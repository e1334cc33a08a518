import { type CommandContext, UserError } from '../../command/define-command.js';
import { type CommandInput, defineTextList, type ParamDefinitions } from '../../command/params.js';
import { planPhaseCheckpoint } from './checkpoint-record.js';

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
  throw new UserError('usage', `--${lone} belongs to a phase, and no --phase is named`, hint, {}, 2);
}
