import { CLAUDE, STATUS_LINE } from '../../kinds/agents.js';
import { COMMANDS, type CommandRow } from '../../kinds/commands.js';
import { commandLine, execution } from '../../kinds/programs.js';
import { isJsonObject, valueIn } from '../../wiki/json-edit.js';
import { type JsonEntry, jsonPiece, type Piece, programOf, wholePiece } from './piece.js';
import { hookEntries, matcherOf, type Setting, secondsFor, serverEntry } from './setting.js';

/** Claude Code: hooks, the server with its approval, and commands. */
export function claude(setting: Setting): readonly Piece[] {
  const { launch, shared, template } = setting;
  const hooks = hookEntries('claude', (event) => {
    const words = ['hook', event];
    const program = shared ? { command: commandLine(words, null) } : execution(words, launch);
    return { ...matcherOf(event), hooks: [{ type: 'command', ...program, timeout: secondsFor(event) }] };
  });
  const approved = {
    at: ['enabledMcpjsonServers'],
    item: 'daybook',
    isOurs: (one: unknown) => one === 'daybook',
  };
  const own = [...hooks, approved, statusLine(setting)];
  return [
    jsonPiece(shared ? CLAUDE.settings : CLAUDE.local, shared ? hooks : own),
    jsonPiece(CLAUDE.servers, [serverEntry(setting)]),
    ...CLAUDE.templates.map((name) => commandPiece(name, template(`agents/${name}`))),
    ...Object.entries(COMMANDS).map(([name, row]) => commandPiece(name, commandText(row))),
  ];
}

/** The line below the prompt, for this machine alone: in a project's settings it would take the place of everybody's own. */
const statusLine = (setting: Setting): JsonEntry => ({
  at: ['statusLine'],
  value: { type: 'command', command: commandLine([STATUS_LINE], setting.launch) },
  isOurs: isStatusLineOfOurs,
  yields: () => hasStatusLine(setting),
  starts: STATUS_LINE,
});

/** True where the person, or the project, has a status line already. */
export const hasStatusLine = ({ statusLines }: Setting): boolean =>
  statusLines().some((text) => {
    const found = isJsonObject(text) ? valueIn(text, ['statusLine']) : undefined;
    return found !== undefined && !isStatusLineOfOurs(found);
  });

const isStatusLineOfOurs = (one: unknown): boolean =>
  /daybook(?:\.cjs)?['"]? statusline\b/.test(programOf(one)?.command ?? '');

const commandPiece = (name: string, text: string): Piece => wholePiece(`${CLAUDE.commands}/${name}.md`, text);

/** A command of the seed as a file: what is given with it stands where its text names it. */
function commandText({ about, args, text }: CommandRow): string {
  const hint = args.map((one) => `argument-hint: ${JSON.stringify(one.about)}\n`).join('');
  const said = text.replace(/\{\w+\}/g, () => '$ARGUMENTS');
  return `---\ndescription: ${JSON.stringify(about)}\n${hint}---\n\n${said}\n`;
}
