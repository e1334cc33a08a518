import {
  CLAUDE,
  CODEX,
  CURSOR,
  GEMINI,
  OPENCODE,
  OTHER,
} from '../../features/agent-setup/hook-registrations.js';

/** Files that `init` writes for agents. Commands are not listed, since they have a folder of their own. */
const AGENT_FILES: ReadonlySet<string> = new Set([
  CLAUDE.settings,
  CLAUDE.local,
  CLAUDE.servers,
  ...Object.values(CODEX),
  ...Object.values(GEMINI),
  ...OPENCODE.configs,
  OPENCODE.plugin,
  ...Object.values(OTHER),
  ...Object.values(CURSOR),
]);

/** Returns true for a file that Daybook writes to set up an agent. */
export const isAgentFile = (path: string): boolean =>
  AGENT_FILES.has(path) || (path.startsWith(`${CLAUDE.commands}/`) && path.endsWith('.md'));
