import { ANTIGRAVITY } from '../../../notes/kinds/agent-files.js';
import {
  type AgentSetup,
  createHookEntries,
  createServerEntry,
  formatHookCommand,
  getHookTimeout,
} from '../hook-entries.js';
import { createManagedJson, type ManagedFile } from '../managed-settings-file.js';
import { createGenericFiles } from './generic.js';

/** The names of the tools that the guard checks; the matcher is a pattern. */
const MATCHER = '^(run_command|write_to_file|replace_file_content|multi_replace_file_content)$';

/** Antigravity CLI: a hook below a name of our own, the server, the skill and rules. */
export function createAntigravityFiles(setting: AgentSetup): readonly ManagedFile[] {
  const hooks = createHookEntries('antigravity', (event) => ({
    matcher: MATCHER,
    hooks: [
      {
        type: 'command',
        command: formatHookCommand(setting, event, 'antigravity'),
        timeout: getHookTimeout(event),
      },
    ],
  })).map((entry) => ({ ...entry, at: ['daybook', ...entry.at.slice(1)] }));
  return [
    createManagedJson(ANTIGRAVITY.hooks, hooks),
    createManagedJson(ANTIGRAVITY.servers, [createServerEntry(setting)]),
    ...createGenericFiles(setting),
  ];
}
