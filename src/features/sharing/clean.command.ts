import { defineCommand, UserError } from '../../command/define-command.js';

/** Git's clean filter for the file with the context block. The launcher runs it from a separate small bundle. */
export const clean = defineCommand({
  name: 'clean',
  description: 'print a file without its generated block, as git’s clean filter calls it',
  group: 'hidden',
  params: {},
  examples: ['daybook clean < CLAUDE.md'],
  requires: 'nothing',
  plan() {
    throw new UserError(
      'filter-only',
      'git’s clean filter is called by git, through the launcher',
      'give it a file on standard input: daybook clean < CLAUDE.md',
    );
  },
});
