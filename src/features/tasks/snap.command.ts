import { defineCommand } from '../../command/define-command.js';
import { planContextSnapshot, SNAP_REASONS } from './context-snapshot.js';

/** Saves a conversation before its context is full, so that a fresh agent can continue (External Memory §Context Snapshots). */
export const snap = defineCommand({
  name: 'snap',
  description: 'save the conversation before its context is full, so that a fresh agent can continue',
  group: 'Other names and plumbing',
  params: {
    reason: { kind: 'text', choices: SNAP_REASONS, description: 'token_limit, manual or phase_end' },
    phase: {
      kind: 'text',
      description: 'exploration, planning, implementation or review',
      placeholder: 'PHASE',
    },
    task: { kind: 'text', description: 'the task', placeholder: 'TASK' },
    summary: {
      kind: 'text',
      description: 'a client’s summary after it compacted; it goes into the snapshot that was left before',
      placeholder: 'TEXT',
    },
    input: {
      kind: 'text',
      readsFile: true,
      description:
        'summary, context, files, decisions, resume … as YAML or JSON; what is missing is gathered',
      placeholder: 'FILE',
    },
  },
  examples: ['daybook snap --reason token_limit --task station_feature --phase implementation'],
  surfaces: ['cli', 'mcp', 'hook'],
  requires: 'workspace',
  onLocked: 'queue',
  countsAsActivity: () => true,
  whenUnknown: 'write',
  plan: planContextSnapshot,
});
