import { CLAUDE } from '../../../notes/kinds/agent-files.js';
import { findValue, isJsonObject } from '../../../text/json-edit.js';
import {
  type AgentSetup,
  createHookEntries,
  createServerEntry,
  getHookMatcher,
  getHookTimeout,
} from '../hook-entries.js';
import { toExecArgs, toShellCommand } from '../hook-events.js';
import { STATUS_LINE } from '../hook-registrations.js';
import {
  createManagedJson,
  createOwnedFile,
  type ManagedFile,
  type ManagedJsonEntry,
  parseProgramSetting,
} from '../managed-settings-file.js';
import { SLASH_COMMANDS, type SlashCommand } from '../slash-commands.data.js';

/** Claude Code: hooks, the server with its approval, and commands. */
export function createClaudeFiles(setting: AgentSetup): readonly ManagedFile[] {
  const { launch, shared, template } = setting;
  const hooks = createHookEntries('claude', (event) => {
    const words = ['hook', event];
    const program = shared ? { command: toShellCommand(words, null, 'claude') } : toExecArgs(words, launch);
    return {
      ...getHookMatcher(event),
      hooks: [{ type: 'command', ...program, timeout: getHookTimeout(event) }],
    };
  });
  const approved = {
    at: ['enabledMcpjsonServers'],
    item: 'daybook',
    isOurs: (one: unknown) => one === 'daybook',
  };
  const own = [...hooks, approved, statusLine(setting)];
  return [
    createManagedJson(shared ? CLAUDE.settings : CLAUDE.local, shared ? hooks : own),
    createManagedJson(CLAUDE.servers, [createServerEntry(setting)]),
    ...CLAUDE.templates.map((name) => commandPiece(name, template(`agents/${name}`))),
    ...Object.entries(SLASH_COMMANDS).map(([name, row]) => commandPiece(name, commandText(row))),
  ];
}

/** The status line, only in local settings: in shared ones it would replace everybody's own. */
const statusLine = (setting: AgentSetup): ManagedJsonEntry => ({
  at: ['statusLine'],
  value: { type: 'command', command: toShellCommand([STATUS_LINE], setting.launch) },
  isOurs: isStatusLineOfOurs,
  yields: () => hasStatusLine(setting),
  starts: STATUS_LINE,
});

/** Returns true if the user, or the project, already has a status line. */
export const hasStatusLine = ({ statusLines }: AgentSetup): boolean =>
  statusLines().some((text) => {
    const found = isJsonObject(text) ? findValue(text, ['statusLine']) : undefined;
    return found !== undefined && !isStatusLineOfOurs(found);
  });

const isStatusLineOfOurs = (one: unknown): boolean =>
  /daybook(?:\.cjs)?['"]? statusline\b/.test(parseProgramSetting(one)?.command ?? '');

const commandPiece = (name: string, text: string): ManagedFile =>
  createOwnedFile(`${CLAUDE.commands}/${name}.md`, text);

/** Returns a MindSave command as a file, with a placeholder for its arguments. */
function commandText({ about, args, text }: SlashCommand): string {
  const hint = args.map((one) => `argument-hint: ${JSON.stringify(one.about)}\n`).join('');
  const phrase = text.replace(/\{\w+\}/g, () => '$ARGUMENTS');
  return `---\ndescription: ${JSON.stringify(about)}\n${hint}---\n\n${phrase}\n`;
}
