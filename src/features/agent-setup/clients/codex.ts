import { UserError } from '../../../errors.js';
import { CODEX } from '../../../notes/kinds/agent-files.js';
import { removeMarkedSection } from '../../../text/marked-section.js';
import {
  type AgentSetup,
  createHookEntries,
  createRulesFile,
  formatHookCommand,
  getHookMatcher,
  getHookTimeout,
} from '../hook-entries.js';
import { toExecArgs } from '../hook-events.js';
import { type HookProgram, TOML_MARKERS } from '../hook-registrations.js';
import {
  createManagedJson,
  createManagedSection,
  type ManagedFile,
  MCP_SERVER,
  parseProgramSetting,
} from '../managed-settings-file.js';

/** Codex: hooks in Claude Code's format, the server in TOML, and rules. */
export function createCodexFiles(setting: AgentSetup): readonly ManagedFile[] {
  const hooks = createHookEntries('codex', (event) => {
    const command = formatHookCommand(setting, event, 'codex');
    return {
      ...getHookMatcher(event),
      hooks: [{ type: 'command', command, timeout: getHookTimeout(event) }],
    };
  });
  return [
    createManagedJson(CODEX.hooks, hooks),
    tableOfServer(setting),
    createRulesFile(CODEX.rules, setting),
  ];
}

/** The server as a TOML table at the end of the file, where a table is always allowed. */
function tableOfServer({ launch, shared }: AgentSetup): ManagedFile {
  const { command, args } = toExecArgs(['mcp'], shared ? null : launch);
  const list = `[${args.map((one) => JSON.stringify(one)).join(', ')}]`;
  const piece = createManagedSection(CODEX.config, TOML_MARKERS, [
    '[mcp_servers.daybook]',
    `command = ${JSON.stringify(command)}`,
    `args = ${list}`,
  ]);
  return {
    ...piece,
    put(text) {
      if (!SERVER_OF_OTHERS.test(removeMarkedSection(text ?? '', TOML_MARKERS))) return piece.put(text);
      throw new UserError(
        'taken',
        `${CODEX.config} has a server \`daybook\` that is not ours`,
        'remove it, or keep it and omit Codex from --agent; nothing was changed',
        { path: CODEX.config },
      );
    },
    program: (text, of) => (of === MCP_SERVER && piece.isIn(text) ? programInTable(text) : null),
  };
}

const SERVER_OF_OTHERS =
  /^[ \t]*(?:\[\s*mcp_servers\s*\.\s*"?daybook"?\s*[\].]|mcp_servers\s*(?:=|\.\s*"?daybook))/m;

/** Quotes a value: these are written in TOML as in JSON. */
function programInTable(text: string): HookProgram | null {
  const ours = text.slice(text.indexOf(TOML_MARKERS.begin), text.indexOf(TOML_MARKERS.end));
  const [command, args] = ['command', 'args'].map(
    (key) => new RegExp(`^${key} = (.*)$`, 'm').exec(ours)?.[1],
  );
  try {
    return parseProgramSetting({ command: JSON.parse(command ?? ''), args: JSON.parse(args ?? '') });
  } catch {
    return null;
  }
}
