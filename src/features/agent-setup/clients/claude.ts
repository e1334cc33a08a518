import { CLAUDE } from '../../../notes/kinds/agent-files.js';
import { isJsonObject, valueIn } from '../../../text/json-edit.js';
import { toExecArgs, toShellCommand } from '../hook-command.js';
import { type AgentSetup, hookEntries, hookMatcher, serverEntry, timeoutFor } from '../hook-config.js';
import { STATUS_LINE } from '../hook-registrations.js';
import {
  type ManagedFile,
  type ManagedJsonEntry,
  managedJson,
  ownedFile,
  programFromSetting,
} from '../managed-file.js';
import { SLASH_COMMANDS, type SlashCommand } from '../slash-commands.data.js';

/** Claude Code: hooks, the server with its approval, and commands. */
export function claude(setting: AgentSetup): readonly ManagedFile[] {
  const { launch, shared, template } = setting;
  const hooks = hookEntries('claude', (event) => {
    const words = ['hook', event];
    const program = shared ? { command: toShellCommand(words, null) } : toExecArgs(words, launch);
    return { ...hookMatcher(event), hooks: [{ type: 'command', ...program, timeout: timeoutFor(event) }] };
  });
  const approved = {
    at: ['enabledMcpjsonServers'],
    item: 'daybook',
    isOurs: (one: unknown) => one === 'daybook',
  };
  const own = [...hooks, approved, statusLine(setting)];
  return [
    managedJson(shared ? CLAUDE.settings : CLAUDE.local, shared ? hooks : own),
    managedJson(CLAUDE.servers, [serverEntry(setting)]),
    ...CLAUDE.templates.map((name) => commandPiece(name, template(`agents/${name}`))),
    ...Object.entries(SLASH_COMMANDS).map(([name, row]) => commandPiece(name, commandText(row))),
  ];
}

/** The line below the prompt, for this machine alone: in a project's settings it would take the place of everybody's own. */
const statusLine = (setting: AgentSetup): ManagedJsonEntry => ({
  at: ['statusLine'],
  value: { type: 'command', command: toShellCommand([STATUS_LINE], setting.launch) },
  isOurs: isStatusLineOfOurs,
  yields: () => hasStatusLine(setting),
  starts: STATUS_LINE,
});

/** True where the person, or the project, has a status line already. */
export const hasStatusLine = ({ statusLines }: AgentSetup): boolean =>
  statusLines().some((text) => {
    const found = isJsonObject(text) ? valueIn(text, ['statusLine']) : undefined;
    return found !== undefined && !isStatusLineOfOurs(found);
  });

const isStatusLineOfOurs = (one: unknown): boolean =>
  /daybook(?:\.cjs)?['"]? statusline\b/.test(programFromSetting(one)?.command ?? '');

const commandPiece = (name: string, text: string): ManagedFile =>
  ownedFile(`${CLAUDE.commands}/${name}.md`, text);

/** A command of the seed as a file: what is given with it stands where its text names it. */
function commandText({ about, args, text }: SlashCommand): string {
  const hint = args.map((one) => `argument-hint: ${JSON.stringify(one.about)}\n`).join('');
  const said = text.replace(/\{\w+\}/g, () => '$ARGUMENTS');
  return `---\ndescription: ${JSON.stringify(about)}\n${hint}---\n\n${said}\n`;
}
