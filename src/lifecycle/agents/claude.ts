import { CLAUDE, commandLine, execution } from '../../kinds/agents.js';
import { COMMANDS, type CommandRow } from '../../kinds/commands.js';
import { jsonPiece, type Piece, wholePiece } from './piece.js';
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
  return [
    jsonPiece(shared ? CLAUDE.settings : CLAUDE.local, shared ? hooks : [...hooks, approved]),
    jsonPiece(CLAUDE.servers, [serverEntry(setting)]),
    ...CLAUDE.templates.map((name) => commandPiece(name, template(`agents/${name}`))),
    ...Object.entries(COMMANDS).map(([name, row]) => commandPiece(name, commandText(row))),
  ];
}

const commandPiece = (name: string, text: string): Piece => wholePiece(`${CLAUDE.commands}/${name}.md`, text);

/** A command of the seed as a file: what is given with it stands where its text names it. */
function commandText({ about, args, text }: CommandRow): string {
  const hint = args.map((one) => `argument-hint: ${JSON.stringify(one.about)}\n`).join('');
  const said = text.replace(/\{\w+\}/g, () => '$ARGUMENTS');
  return `---\ndescription: ${JSON.stringify(about)}\n${hint}---\n\n${said}\n`;
}
