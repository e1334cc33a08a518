import { GEMINI } from '../../../notes/kinds/agent-files.js';
import {
  type AgentSetup,
  createHookEntries,
  createRulesFile,
  createServerEntry,
  formatHookCommand,
  getHookTimeout,
} from '../hook-entries.js';
import { GEMINI_MATCHERS } from '../hook-registrations.js';
import { createManagedJson, type ManagedFile } from '../managed-settings-file.js';

/**
 * Gemini CLI: hooks and server in one file, and rules. Its matchers are not patterns for SessionStart, and its time
 * limits are in ms.
 */
export function createGeminiFiles(setting: AgentSetup): readonly ManagedFile[] {
  const hooks = createHookEntries('gemini', (event) => {
    const command = formatHookCommand(setting, event, 'gemini');
    const matcher = GEMINI_MATCHERS[event];
    const hooks = [{ name: 'daybook', type: 'command', command, timeout: getHookTimeout(event) * 1000 }];
    return { ...(matcher ? { matcher } : {}), hooks };
  });
  return [
    createManagedJson(GEMINI.settings, [...hooks, createServerEntry(setting)]),
    createRulesFile(GEMINI.rules, setting),
  ];
}
