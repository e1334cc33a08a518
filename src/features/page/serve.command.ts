import { defineCommand, UserError } from '../../command/define-command.js';
import { defineFlag, defineNumber } from '../../command/params.js';

/** Serves the page on this machine. It runs in the server bundle, so that `plan` is never called. */
export const serve = defineCommand({
  name: 'serve',
  description: 'show this memory in a browser, only on this machine',
  group: 'Wiki',
  params: {
    port: defineNumber('the port (a free one)'),
    open: defineFlag('open the page in the browser'),
    'read-only': defineFlag('show the page without edit forms'),
  },
  examples: ['daybook serve', 'daybook serve --read-only'],
  plan() {
    throw new UserError(
      'no-server',
      'this process cannot run a server',
      'start one that does: daybook serve',
    );
  },
});
