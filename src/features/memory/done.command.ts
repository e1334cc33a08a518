import { defineCommand } from '../../command/define-command.js';
import { defineWord } from '../../command/params.js';
import { planDone } from './amend-entry.js';

/** Marks one entry as done, as `amend ID --done` does. */
export const done = defineCommand({
  name: 'done',
  description: 'end a todo or reminder, or close a problem, blocker or question',
  group: 'Every day',
  params: {
    id: defineWord('its id, path:line, or a few of its words in quotes', { required: true }),
  },
  examples: ['daybook done "renew the certificate"', 'daybook done MEMORY.md:13'],
  isTool: true,
  countsAsActivity: () => true,
  updatesBlock: true,
  plan: (ctx, { id }) => planDone(ctx, id),
});
