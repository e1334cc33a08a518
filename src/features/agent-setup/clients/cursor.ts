import { CURSOR } from '../../../notes/kinds/agent-files.js';
import {
  type AgentSetup,
  createHookEntries,
  createServerEntry,
  formatHookCommand,
  getHookTimeout,
} from '../hook-entries.js';
import { createManagedJson, createOwnedFile, type ManagedFile } from '../managed-settings-file.js';

/** Cursor: hooks, the server, and a rule that always applies. */
export function createCursorFiles(setting: AgentSetup): readonly ManagedFile[] {
  const hooks = createHookEntries('cursor', (event) => ({
    command: formatHookCommand(setting, event, 'cursor'),
    timeout: getHookTimeout(event),
  }));
  return [
    createManagedJson(CURSOR.hooks, hooks, { version: 1 }),
    createManagedJson(CURSOR.servers, [createServerEntry(setting)]),
    createOwnedFile(CURSOR.rules, `${ALWAYS}${setting.template('agents/rules')}`),
  ];
}

const ALWAYS = '---\ndescription: The memory of this project\nalwaysApply: true\n---\n\n';
