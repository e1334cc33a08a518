import { CURSOR } from '../../../notes/kinds/agent-files.js';
import { type AgentSetup, hookCommandLine, hookEntries, serverEntry, timeoutFor } from '../hook-config.js';
import { type ManagedFile, managedJson, ownedFile } from '../managed-file.js';

/** Cursor: hooks, the server, and a rule that always applies. */
export function cursor(setting: AgentSetup): readonly ManagedFile[] {
  const hooks = hookEntries('cursor', (event) => ({
    command: hookCommandLine(setting, event, 'cursor'),
    timeout: timeoutFor(event),
  }));
  return [
    managedJson(CURSOR.hooks, hooks, { version: 1 }),
    managedJson(CURSOR.servers, [serverEntry(setting)]),
    ownedFile(CURSOR.rules, `${ALWAYS}${setting.template('agents/rules')}`),
  ];
}

const ALWAYS = '---\ndescription: The memory of this project\nalwaysApply: true\n---\n\n';
