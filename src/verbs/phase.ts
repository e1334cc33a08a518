import { phaseCheckpoint } from '../lifecycle/task/checkpoint.js';
import type { Input, Params } from './params.js';
import { Refusal, type World } from './verb.js';

/** What `checkpoint` takes for the note of a phase (External Memory §Checkpoints). */
export const PHASE_PARAMS = {
  phase: {
    kind: 'text',
    about: 'a phase that ends: a note to recover from is written too',
    holder: 'PHASE',
  },
  task: { kind: 'text', about: 'the task of the phase', holder: 'TASK' },
  completed: { kind: 'text', many: true, about: 'a sub-task that is done', holder: 'NAME' },
  pending: { kind: 'text', many: true, about: 'a sub-task that is open', holder: 'NAME' },
  active: { kind: 'text', many: true, about: 'an agent at work', holder: 'AGENT' },
  blocked: { kind: 'text', many: true, about: 'an agent that waits', holder: 'AGENT' },
  summary: { kind: 'text', about: 'where it stands', holder: 'TEXT' },
  next: { kind: 'text', about: 'the next action', holder: 'TEXT' },
  instructions: { kind: 'text', about: 'how to go on', holder: 'TEXT' },
} as const satisfies Params;

/** The note of a phase that ends, where one is named; refuses what belongs to a phase without its name. */
export function phaseOf(world: World, input: Input<typeof PHASE_PARAMS>) {
  const { phase, task = 'none', summary = '', next = '', instructions = '' } = input;
  if (phase !== undefined)
    return phaseCheckpoint({ ...input, phase, task, summary, next, instructions }, world.wiki, {
      now: world.local(world.now),
      template: world.ask('template', 'checkpoint'),
      pair: world.ask('yaml').yamlPair,
    });
  const lone = (Object.keys(PHASE_PARAMS) as (keyof typeof PHASE_PARAMS)[]).find((key) => input[key]?.length);
  if (lone === undefined) return null;
  const hint = 'write: daybook checkpoint --phase implementation --task station_feature';
  throw new Refusal('usage', `--${lone} belongs to a phase, and no --phase is named`, hint, {}, 2);
}
