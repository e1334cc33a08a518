import { defineCommand } from '../../command/define-command.js';
import { planDone } from './amend-entry.js';

/** The same as `done`, by the word that suits a problem. */
export const close = defineCommand({
  name: 'close',
  description: 'the same as done',
  group: 'Other names and plumbing',
  params: {
    id: {
      kind: 'text',
      positional: 'one',
      required: true,
      description: 'its id, path:line, or a few of its words in quotes',
    },
  },
  examples: ['daybook close "import hangs"'],
  surfaces: ['cli'],
  countsAsActivity: () => true,
  updatesBlock: true,
  plan: (ctx, { id }) => planDone(ctx, id),
});
