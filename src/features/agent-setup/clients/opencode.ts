import { OPENCODE } from '../../../notes/kinds/agent-files.js';
import { type AgentSetup, createRulesFile } from '../hook-entries.js';
import { listAgentEvents, toExecArgs } from '../hook-events.js';
import type { HookProgram } from '../hook-registrations.js';
import {
  createGeneratedFile,
  createManagedJson,
  type ManagedFile,
  MCP_SERVER,
  parseProgramSetting,
} from '../managed-settings-file.js';

/** OpenCode: the server in its configuration, a plugin that passes events to our hooks, and rules. */
export function createOpencodeFiles(setting: AgentSetup): readonly ManagedFile[] {
  const config = OPENCODE.configs.find(setting.exists) ?? OPENCODE.configs[0];
  const { command, args } = start(setting, 'mcp');
  const server = { type: 'local', command: [command, ...args], enabled: true };
  return [
    createManagedJson(config, [{ at: ['mcp', 'daybook'], value: server, starts: MCP_SERVER }]),
    plugin(setting),
    createRulesFile(OPENCODE.rules, setting),
  ];
}

const start = ({ launch, shared }: AgentSetup, ...words: readonly string[]) =>
  toExecArgs(words, shared ? null : launch);

/** Inserts the program that the plugin starts; the arguments of an event follow. */
function plugin(setting: AgentSetup): ManagedFile {
  const { command, args } = start(setting);
  const text = setting
    .template('agents/opencode.js')
    .replace("['{{program}}']", () => JSON.stringify([command, ...args]));
  const piece = createGeneratedFile(OPENCODE.plugin, text);
  return {
    ...piece,
    program: (found, of) => (isEvent(of) && piece.isIn(found) ? programIn(found, of) : null),
  };
}

const isEvent = (of: string): boolean => listAgentEvents('opencode').some(([event]) => event === of);

/** Returns the program that the plugin starts for an event. */
function programIn(text: string, event: string): HookProgram | null {
  const line = /^const DAYBOOK = (\[.*\]);$/m.exec(text)?.[1];
  try {
    return parseProgramSetting({ command: [...JSON.parse(line ?? ''), 'hook', event, 'opencode'] });
  } catch {
    return null;
  }
}
