import { defineCommand, UserError } from '../../command/define-command.js';
import { defineChoice } from '../../command/params.js';
import { createUsageError } from '../../errors.js';
import { suggestNames } from '../../text/did-you-mean.js';

export const PROFILES = ['mind', 'full'] as const;

/** The available tool profiles. */
export type Profile = (typeof PROFILES)[number];

/** Serves the memory over the Model Context Protocol. The CLI starts the server; this command is never planned. */
export const mcp = defineCommand({
  name: 'mcp',
  description: 'serve this memory to an agent over the Model Context Protocol, on standard input and output',
  group: 'Agents',
  params: {
    profile: defineChoice(PROFILES, '`mind`: twelve tools (the default); `full`: all that agents may call', {
      placeholder: 'PROFILE',
    }),
  },
  examples: ['daybook mcp --profile full < requests.jsonl'],
  requires: 'nothing',
  plan(_, { profile }) {
    getProfile(profile);
    throw new UserError('no-server', 'this process cannot run a server', 'start one that does: daybook mcp');
  },
});

/** Returns the profile with a name, by default the smaller one. Throws for an unknown name. */
export function getProfile(name: string | undefined): Profile {
  const found = name === undefined ? 'mind' : PROFILES.find((one) => one === name);
  if (found) return found;
  const [near] = suggestNames(name ?? '', PROFILES);
  const hint = near ? `did you mean: --profile ${near}` : `one of: ${PROFILES.join(', ')}`;
  throw createUsageError(`no profile \`${name}\``, hint, 'unknown-profile');
}
