import { defineCommand, UserError } from '../../command/define-command.js';
import { defineTextList } from '../../command/params.js';

/** Writes the memory as one HTML file. It runs in the server bundle, so that `plan` is never called. */
export const view = defineCommand({
  name: 'view',
  description: 'write this memory as one HTML file, with a search in it',
  group: 'Wiki',
  params: {
    to: {
      kind: 'text',
      required: true,
      reaches: 'outside',
      description: 'the file, from the current folder',
      placeholder: 'FILE',
    },
    days: { kind: 'number', description: 'only entries of the last N days', placeholder: 'N' },
    kind: defineTextList('only notes of this kind', 'KIND'),
    private: { kind: 'flag', description: 'include the private notes, which are left out otherwise' },
  },
  examples: ['daybook view --to memory.html', 'daybook view --to week.html --days 7 --kind memory'],
  plan() {
    throw new UserError('no-page', 'this process does not make the file', 'run: daybook view --to FILE');
  },
});
