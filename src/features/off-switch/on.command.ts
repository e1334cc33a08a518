import { defineCommand } from '../../command/define-command.js';
import { planSwitch, SESSION } from './plan-switch.js';

/** Switches Daybook on again for one session of an agent. */
export const on = defineCommand({
  name: 'on',
  description: 'switch hooks and tool writes on again for this agent session',
  group: 'Other names and plumbing',
  params: { session: SESSION },
  examples: ['daybook on'],
  surfaces: ['cli'],
  requires: 'workspace',
  onLocked: 'refuse',
  countsAsActivity: () => false,
  plan: (ctx, { session }) => planSwitch(ctx, 'on', session),
});
