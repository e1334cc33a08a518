import { defineCommand } from '../../command/define-command.js';
import { planSnapshot, SAVE_PARAMS } from './save-snapshot.js';

/** Saves the state of a task, so that a new conversation can continue it (MindSave §/save, §/auto-snapshot). */
export const save = defineCommand({
  name: 'save',
  description: 'save the state of a task, so that a new conversation can continue it with load',
  group: 'Tasks',
  params: SAVE_PARAMS,
  examples: [
    'daybook save --topic "auth" --goal "move login to JWT" --state "routes done" --next "write the refresh test" --file src/auth.ts',
    'daybook save --overflow',
  ],
  isTool: true,
  onLocked: 'queue',
  countsAsActivity: () => true,
  whenUnknown: 'write',
  plan: planSnapshot,
});
