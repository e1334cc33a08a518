import { defineCommand, UserError } from '../../command/define-command.js';

/** The line below a client's prompt; the launcher prints it from the hooks' bundle, this is what a person sees who asks for it. */
export const statusline = defineCommand({
  name: 'statusline',
  description: 'print one line for a client’s status bar: pressure, goal and due reminders',
  group: 'hidden',
  params: {},
  examples: [`echo '{"session_id":"s1"}' | daybook statusline`],
  requires: 'nothing',
  plan() {
    throw new UserError(
      'hooks-only',
      'statusline is run by the client of an agent, with data on standard input',
      'set it up: daybook init --agent claude',
    );
  },
});
