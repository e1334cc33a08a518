import { defineCommand, UserError } from '../../command/define-command.js';
import { defineWord } from '../../command/params.js';
import { listAgentEvents } from './hook-events.js';
import { AGENTS, HOOKS } from './hook-registrations.js';

/** The command of agents' hooks. The launcher runs hooks from their own bundle; this handles a person who types it. */
export const hook = defineCommand({
  name: 'hook',
  description: 'handle one event of an agent, as its client sends it',
  group: 'hidden',
  params: {
    event: defineWord(`${Object.keys(HOOKS).join(', ')}; its JSON on standard input`, { required: true }),
    agent: defineWord('whose event it is (claude)', {
      choices: AGENTS.filter((agent) => listAgentEvents(agent).length > 0),
    }),
  },
  examples: [`echo '{"source":"startup"}' | daybook hook SessionStart`],
  requires: 'nothing',
  plan() {
    throw new UserError(
      'hooks-only',
      'a hook is asked by an agent’s client, through the launcher',
      'give it one on standard input: daybook hook --help',
    );
  },
});
