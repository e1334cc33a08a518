import { CLAUDE, commandLine, execution } from '../../kinds/agents.js';
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
    ...CLAUDE.commands.map(({ path, template: name }) => wholePiece(path, template(name))),
  ];
}
