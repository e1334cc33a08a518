import type { InstalledCommand } from '../../command/external-files.js';
import { UserError } from '../../errors.js';
import {
  ANTIGRAVITY,
  CLAUDE,
  CODEX,
  COPILOT,
  CURSOR,
  GEMINI,
  OPENCODE,
  OTHER,
} from '../../notes/kinds/agent-files.js';
import { findValue, isJsonObject } from '../../text/json-edit.js';
import { removeMarkedSection } from '../../text/marked-section.js';
import { listAgentEvents, toExecArgs, toShellCommand } from './hook-events.js';
import {
  type AgentName,
  GEMINI_MATCHERS,
  HOOKS,
  type HookProgram,
  RULES_MARKERS,
  STATUS_LINE,
  TOML_MARKERS,
} from './hook-registrations.js';
import {
  createGeneratedFile,
  createManagedJson,
  createManagedSection,
  createOwnedFile,
  type ManagedFile,
  type ManagedJsonEntry,
  MCP_SERVER,
  parseProgramSetting,
} from './managed-settings-file.js';
import { SLASH_COMMANDS } from './slash-commands.data.js';

/** How to set an agent up. */
export interface AgentSetup {
  readonly launch: InstalledCommand;
  /** True for files shared through the repository: they contain no path of this machine. */
  readonly shared: boolean;
  /** Returns a shipped text by its name, without the ending of a note. */
  readonly template: (name: string) => string;
  /** Returns true if the workspace has that file. */
  readonly exists: (path: string) => boolean;
  /** Settings that may contain the user's own status line; '' for none. */
  readonly statusLines: () => readonly string[];
}

const CLIENTS: Readonly<Record<AgentName, (setup: AgentSetup) => readonly ManagedFile[]>> = {
  /** Hooks, the server with its approval, and commands. */
  claude(setup) {
    const { launch, shared, template } = setup;
    const hooks = createHookEntries('claude', (event, timeout, matcher) => {
      const words = ['hook', event];
      const program = shared ? { command: toShellCommand(words, null, 'claude') } : toExecArgs(words, launch);
      return { ...matcher, hooks: [{ type: 'command', ...program, timeout }] };
    });
    const isApproval = (value: unknown) => value === 'daybook';
    const approved = { at: ['enabledMcpjsonServers'], item: 'daybook', isOurs: isApproval };
    const commands = [
      ...CLAUDE.templates.map((name) => [name, template(`agents/${name}`)] as const),
      ...Object.entries(SLASH_COMMANDS).map(([name, { about, args, text }]) => {
        const hints = args.map((one) => `argument-hint: ${JSON.stringify(one.about)}\n`).join('');
        const body = text.replace(/\{\w+\}/g, () => '$ARGUMENTS');
        return [name, `---\ndescription: ${JSON.stringify(about)}\n${hints}---\n\n${body}\n`] as const;
      }),
    ];
    return [
      shared
        ? createManagedJson(CLAUDE.settings, hooks)
        : createManagedJson(CLAUDE.local, [...hooks, approved, createStatusLine(setup)]),
      createManagedJson(CLAUDE.servers, [createServerEntry(setup)]),
      ...commands.map(([name, text]) => createOwnedFile(`${CLAUDE.commands}/${name}.md`, text)),
    ];
  },

  /** Hooks in Claude Code's format, the server in TOML, and rules. */
  codex: (setup) => [
    createManagedJson(
      CODEX.hooks,
      createHookEntries('codex', (event, timeout, matcher) => ({
        ...matcher,
        hooks: [{ type: 'command', command: formatHookCommand(setup, event, 'codex'), timeout }],
      })),
    ),
    createServerTable(setup),
    createRulesFile(CODEX.rules, setup),
  ],

  /** Hooks and server in one file, and rules. Its matchers are not patterns for SessionStart, its time limits are in ms. */
  gemini: (setup) => [
    createManagedJson(GEMINI.settings, [
      ...createHookEntries('gemini', (event, timeout) => {
        const matcher = GEMINI_MATCHERS[event];
        const command = formatHookCommand(setup, event, 'gemini');
        const hooks = [{ name: 'daybook', type: 'command', command, timeout: timeout * 1000 }];
        return { ...(matcher ? { matcher } : {}), hooks };
      }),
      createServerEntry(setup),
    ]),
    createRulesFile(GEMINI.rules, setup),
  ],

  /** The server in its configuration, a plugin that passes events to our hooks, and rules. */
  opencode(setup) {
    const { command, args } = createProgram(setup, 'mcp');
    const server = { type: 'local', command: [command, ...args], enabled: true };
    const config = OPENCODE.configs.find(setup.exists) ?? OPENCODE.configs[0];
    return [
      createManagedJson(config, [{ at: ['mcp', 'daybook'], value: server, starts: MCP_SERVER }]),
      createPlugin(setup),
      createRulesFile(OPENCODE.rules, setup),
    ];
  },

  /** Hooks, the server, and a rule that always applies. */
  cursor: (setup) => [
    createManagedJson(
      CURSOR.hooks,
      createHookEntries('cursor', (event, timeout) => ({
        command: formatHookCommand(setup, event, 'cursor'),
        timeout,
      })),
      { version: 1 },
    ),
    createManagedJson(CURSOR.servers, [createServerEntry(setup)]),
    createOwnedFile(
      CURSOR.rules,
      `---\ndescription: The memory of this project\nalwaysApply: true\n---\n\n${setup.template('agents/rules')}`,
    ),
  ],

  /** A hook below a name of our own, the server and rules. */
  antigravity: (setup) => [
    createManagedJson(
      ANTIGRAVITY.hooks,
      createHookEntries('antigravity', (event, timeout) => ({
        matcher: '^(run_command|write_to_file|replace_file_content|multi_replace_file_content)$',
        hooks: [{ type: 'command', command: formatHookCommand(setup, event, 'antigravity'), timeout }],
      })).map((entry) => ({ ...entry, at: ['daybook', ...entry.at.slice(1)] })),
    ),
    createManagedJson(ANTIGRAVITY.servers, [createServerEntry(setup)]),
    ...CLIENTS.other(setup),
  ],

  /** The server for VS Code and for the CLI, and rules. */
  copilot: (setup) => [
    createManagedJson(COPILOT.editor, [{ ...createServerEntry(setup), at: ['servers', 'daybook'] }]),
    createManagedJson(COPILOT.servers, [createServerEntry(setup)]),
    ...CLIENTS.other(setup),
  ],

  /** An agent without hooks: rules, and the skill, by which it counts and saves itself. */
  other: (setup) => [createRulesFile(OTHER.rules, setup)],
};

/** Daybook's parts of an agent's files: its own, and the skill, which most clients read at this place. */
export const createManagedFiles = (agent: AgentName, setup: AgentSetup): readonly ManagedFile[] => [
  createOwnedFile(OTHER.skill, setup.template('agents/skill')),
  ...CLIENTS[agent](setup),
];

/** Returns one hook for each event of an agent, under the client's name of it, from its time limit and matcher. */
const createHookEntries = (
  agent: AgentName,
  item: (event: string, timeoutSeconds: number, matcher: { readonly matcher?: string }) => object,
): readonly ManagedJsonEntry[] =>
  listAgentEvents(agent).map(([event, own]) => {
    const { timeout = 0, matcher } = HOOKS[event] ?? {};
    return {
      at: ['hooks', own],
      item: item(event, timeout, matcher ? { matcher } : {}),
      isOurs: isOwnHook,
      starts: event,
    };
  });

/** Returns true for a hook, or a group with one, that starts `daybook … hook`. */
function isOwnHook(value: unknown): boolean {
  const { command = '', args = [] } = parseProgramSetting(value) ?? {};
  return /daybook(?:\.cjs)?['"]? hook \w/.test([command, ...args].join(' '));
}

/** Returns the shell line that answers an event. */
const formatHookCommand = ({ launch, shared }: AgentSetup, event: string, agent: AgentName): string =>
  toShellCommand(['hook', event, agent], shared ? null : launch, agent);

const createProgram = ({ launch, shared }: AgentSetup, ...words: readonly string[]) =>
  toExecArgs(words, shared ? null : launch);

/** The server, in the file that most clients use. */
const createServerEntry = (setup: AgentSetup): ManagedJsonEntry => ({
  at: ['mcpServers', 'daybook'],
  value: createProgram(setup, 'mcp'),
  starts: MCP_SERVER,
});

/** Instructions for agents that read a file of rules. */
const createRulesFile = (path: string, { template }: AgentSetup): ManagedFile =>
  createManagedSection(path, RULES_MARKERS, template('agents/rules').trimEnd().split('\n'));

/** The status line, only in local settings: in shared ones it would replace everybody's own. */
const createStatusLine = (setup: AgentSetup): ManagedJsonEntry => ({
  at: ['statusLine'],
  value: { type: 'command', command: toShellCommand([STATUS_LINE], setup.launch) },
  isOurs: isOwnStatusLine,
  yields: () => hasStatusLine(setup),
  starts: STATUS_LINE,
});

/** Returns true if the user, or the project, already has a status line. */
export const hasStatusLine = ({ statusLines }: AgentSetup): boolean =>
  statusLines().some((text) => {
    const found = isJsonObject(text) ? findValue(text, ['statusLine']) : undefined;
    return found !== undefined && !isOwnStatusLine(found);
  });

const isOwnStatusLine = (value: unknown): boolean =>
  /daybook(?:\.cjs)?['"]? statusline\b/.test(parseProgramSetting(value)?.command ?? '');

/** The server as a TOML table at the end of the file, where a table is always allowed. */
function createServerTable(setup: AgentSetup): ManagedFile {
  const { command, args } = createProgram(setup, 'mcp');
  const section = createManagedSection(CODEX.config, TOML_MARKERS, [
    '[mcp_servers.daybook]',
    `command = ${JSON.stringify(command)}`,
    `args = [${args.map((word) => JSON.stringify(word)).join(', ')}]`,
  ]);
  return {
    ...section,
    put(text) {
      if (!SERVER_OF_OTHERS.test(removeMarkedSection(text ?? '', TOML_MARKERS))) return section.put(text);
      throw new UserError(
        'taken',
        `${CODEX.config} has a server \`daybook\` that is not ours`,
        'remove it, or keep it and omit Codex from --agent; nothing was changed',
        { path: CODEX.config },
      );
    },
    program(text, of) {
      if (of !== MCP_SERVER || !section.isIn(text)) return null;
      const own = text.slice(text.indexOf(TOML_MARKERS.begin), text.indexOf(TOML_MARKERS.end));
      const read = (key: string) => new RegExp(`^${key} = (.*)$`, 'm').exec(own)?.[1];
      // These values are written in TOML as in JSON.
      return parseProgram(`{"command":${read('command')},"args":${read('args')}}`);
    },
  };
}

const SERVER_OF_OTHERS =
  /^[ \t]*(?:\[\s*mcp_servers\s*\.\s*"?daybook"?\s*[\].]|mcp_servers\s*(?:=|\.\s*"?daybook))/m;

/** Inserts the program that the plugin of OpenCode starts; the arguments of an event follow. */
function createPlugin(setup: AgentSetup): ManagedFile {
  const { command, args } = createProgram(setup);
  const text = setup
    .template('agents/opencode.js')
    .replace("['{{program}}']", () => JSON.stringify([command, ...args]));
  const file = createGeneratedFile(OPENCODE.plugin, text);
  return {
    ...file,
    program(found, of) {
      if (!listAgentEvents('opencode').some(([event]) => event === of) || !file.isIn(found)) return null;
      const program = parseProgram(`{"command":${/^const DAYBOOK = (\[.*\]);$/m.exec(found)?.[1]}}`);
      return program && { ...program, args: [...(program.args ?? []), 'hook', of, 'opencode'] };
    },
  };
}

/** Parses a program in JSON; null for anything else. */
function parseProgram(json: string): HookProgram | null {
  try {
    return parseProgramSetting(JSON.parse(json));
  } catch {
    return null;
  }
}
