import { defineCommand } from '../../command/define-command.js';
import { planSwitch, SESSION } from './plan-switch.js';

/** Switches Daybook off for one session of an agent (FEATURES M5). */
export const off = defineCommand({
  name: 'off',
  description: 'switch hooks and tool writes off for this agent session',
  group: 'Other names and plumbing',
  params: { session: SESSION },
  examples: ['daybook off', 'daybook off --session s1'],
  surfaces: ['cli'],
  requires: 'workspace',
  onLocked: 'refuse',
  countsAsActivity: () => false,
  plan: (ctx, { session }) => planSwitch(ctx, 'off', session),
});
