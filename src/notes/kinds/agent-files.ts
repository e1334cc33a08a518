import type { Notebook } from '../notebook.js';
import { getKindByPath } from './index.js';

/** Paths in an agent's configuration, and the templates that become files there. */
export const CLAUDE = {
  settings: '.claude/settings.json',
  local: '.claude/settings.local.json',
  servers: '.mcp.json',
  /** One template per command, or a row of the source document's commands. */
  commands: '.claude/commands/daybook',
  templates: ['remember', 'brief', 'search'],
} as const;

export const CODEX = {
  hooks: '.codex/hooks.json',
  config: '.codex/config.toml',
  rules: 'AGENTS.md',
} as const;

export const GEMINI = { settings: '.gemini/settings.json', rules: 'GEMINI.md' } as const;
export const OPENCODE = {
  /** The first of these files that exists gets the server. */
  configs: ['opencode.json', 'opencode.jsonc'],
  plugin: '.opencode/plugins/daybook.js',
  rules: 'AGENTS.md',
} as const;

/** Files for agents without hooks: many read skills from there. */
export const OTHER = { skill: '.agents/skills/daybook/SKILL.md', rules: 'AGENTS.md' } as const;

export const CURSOR = {
  hooks: '.cursor/hooks.json',
  servers: '.cursor/mcp.json',
  rules: '.cursor/rules/daybook.mdc',
} as const;

export const ANTIGRAVITY = { hooks: '.agents/hooks.json', servers: '.agents/mcp_config.json' } as const;

/** VS Code reads the first; Copilot CLI reads the same file as Claude Code. */
export const COPILOT = { editor: '.vscode/mcp.json', servers: CLAUDE.servers } as const;

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
  ...Object.values(ANTIGRAVITY),
  ...Object.values(COPILOT),
]);

/** Returns true for the name of a file with rules for agents. */
export const isRulesFile = (name: string): boolean =>
  /^(?:CLAUDE(?:\..+)?|AGENTS(?:\..+)?|GEMINI)\.md$/i.test(name);

/** Returns true for a file that Daybook writes to set up an agent. */
export const isAgentFile = (path: string): boolean =>
  AGENT_FILES.has(path) || (path.startsWith(`${CLAUDE.commands}/`) && path.endsWith('.md'));
/** Files of Claude Code; where a project has one of them it reads no AGENTS.md unless one imports it. */
export const CLAUDE_FILES: readonly string[] = ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'];

/** Files of a project that clients load by default, as far as known. */
const LOADED_FILES: Readonly<Record<string, readonly string[]>> = {
  claude: CLAUDE_FILES,
  codex: [CODEX.rules],
  gemini: [GEMINI.rules],
  opencode: [OPENCODE.rules],
};

/** Returns true if a client has loaded a file at the start of its session, by itself or through an import of CLAUDE.md. */
export function isFileLoaded(client: string, path: string, notebook: Notebook): boolean {
  if (LOADED_FILES[client]?.includes(path)) return true;
  if (client !== 'claude') return false;
  const own = CLAUDE_FILES.flatMap((file) => notebook.note(file) ?? []);
  return own.length === 0 ? path === CODEX.rules : own.some(({ text }) => text.includes(`@${path}`));
}

/** Files at the root that Daybook keeps. */
const ROOT_FILES: ReadonlySet<string> = new Set([
  'daybook.yaml',
  'CLAUDE.md',
  'CLAUDE.local.md',
  '.gitattributes',
]);

/** Returns true for a file that Daybook keeps: settings, state, agent files, and every note that is no page. */
export function isOwnFile(path: string, content: string): boolean {
  if (ROOT_FILES.has(path) || isAgentFile(path) || /(?:^|\/)\.daybook\//.test(path)) return true;
  return path.startsWith(`${content}/`) && getKindByPath(path.slice(content.length + 1)).name !== 'page';
}

/** Removes own files from calls, and calls that were only about own files. */
export const listForeignCalls = <C extends { readonly files: readonly string[] }>(
  calls: readonly C[],
  content: string,
): readonly C[] =>
  calls.flatMap((call) => {
    const files = call.files.filter((path) => !isOwnFile(path, content));
    return files.length === 0 && call.files.length > 0 ? [] : [{ ...call, files }];
  });
