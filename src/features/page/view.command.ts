import { defineCommand, UserError } from '../../command/define-command.js';
import { defineFlag, defineNumber, defineText, defineTextList } from '../../command/params.js';

/** Writes the memory as one HTML file. It runs in the server bundle, so that `plan` is never called. */
export const view = defineCommand({
  name: 'view',
  description: 'write this memory as one HTML file, with a search in it',
  group: 'Wiki',
  params: {
    to: defineText('the file, from the current folder', 'FILE', { required: true, reaches: 'outside' }),
    days: defineNumber('only entries of the last N days'),
    kind: defineTextList('only notes of this kind', 'KIND'),
    private: defineFlag('include the private notes, which are left out otherwise'),
  },
  examples: ['daybook view --to memory.html', 'daybook view --to week.html --days 7 --kind memory'],
  plan() {
    throw new UserError('no-page', 'this process does not make the file', 'run: daybook view --to FILE');
  },
});
