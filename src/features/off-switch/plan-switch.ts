import type { CommandContext, CommandReply } from '../../command/define-command.js';
import { createUsageError } from '../../errors.js';

/** Plans to switch Daybook off or on for the session of an agent. */
export function planSwitch({ actor }: CommandContext, to: 'off' | 'on', named?: string): CommandReply {
  const session = named ?? actor.session;
  if (session === null)
    throw createUsageError(
      'this command line does not belong to an agent session',
      `in the agent: /daybook-${to}; for all agents: start them with DAYBOOK=off, or set agents.inject and agents.capture in daybook.yaml; for one: ${to === 'off' ? 'daybook config agents off' : 'daybook config agents on'} --session ID`,
    );
  return {
    message:
      to === 'off'
        ? `Daybook is off for the session ${session}: it shows the agent nothing and writes nothing.\nOn again: ${named ? `daybook config agents on --session ${session}` : 'daybook config agents on'} (in the agent: /daybook-on)`
        : `Daybook is on for the session ${session}.`,
    data: { session, off: to === 'off' },
    sessionSwitch: { session, off: to === 'off' },
  };
}
