import { GEMINI } from '../../../notes/kinds/agent-files.js';
import {
  type AgentSetup,
  hookCommandLine,
  hookEntries,
  rulesFile,
  serverEntry,
  timeoutFor,
} from '../hook-config.js';
import { GEMINI_MATCHERS } from '../hook-registrations.js';
import { type ManagedFile, managedJson } from '../managed-file.js';

/** Gemini CLI: hooks and server in one file, and rules. Its matchers are no patterns where a session begins, and its times are milliseconds. */
export function gemini(setting: AgentSetup): readonly ManagedFile[] {
  const hooks = hookEntries('gemini', (event) => {
    const command = hookCommandLine(setting, event, 'gemini');
    const matcher = GEMINI_MATCHERS[event];
    const hooks = [{ name: 'daybook', type: 'command', command, timeout: timeoutFor(event) * 1000 }];
    return { ...(matcher ? { matcher } : {}), hooks };
  });
  return [managedJson(GEMINI.settings, [...hooks, serverEntry(setting)]), rulesFile(GEMINI.rules, setting)];
}
