import { defineCommand } from '../../command/define-command.js';
import { defineChoice, defineFile, defineText } from '../../command/params.js';
import { planContextSnapshot, SNAP_REASONS } from './context-snapshot.js';

/** Saves a conversation before its context is full, so that a fresh agent can continue (External Memory §Context Snapshots). */
export const snap = defineCommand({
  name: 'snap',
  description: 'save the conversation before its context is full, so that a fresh agent can continue',
  group: 'Other names and plumbing',
  params: {
    reason: defineChoice(SNAP_REASONS, 'token_limit, manual or phase_end'),
    phase: defineText('exploration, planning, implementation or review', 'PHASE'),
    task: defineText('the task', 'TASK'),
    summary: defineText('the client’s summary after a compaction; it is added to the snapshot from before'),
    input: defineFile(
      'summary, context, files, decisions, resume … as YAML or JSON; what is missing is gathered',
    ),
  },
  examples: ['daybook snap --reason token_limit --task station_feature --phase implementation'],
  isTool: true,
  onLocked: 'queue',
  countsAsActivity: () => true,
  whenUnknown: 'write',
  plan: planContextSnapshot,
});
