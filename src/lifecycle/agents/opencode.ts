import { OPENCODE, type Program } from '../../kinds/agents.js';
import { eventsOf, execution } from '../../kinds/programs.js';
import { jsonPiece, ownPiece, type Piece, programOf, SERVER } from './piece.js';
import { rulesPiece, type Setting } from './setting.js';

/** OpenCode: the server in its configuration, a plugin that tells our hooks what happens, and rules. */
export function opencode(setting: Setting): readonly Piece[] {
  const config = OPENCODE.configs.find(setting.exists) ?? OPENCODE.configs[0];
  const { command, args } = start(setting, 'mcp');
  const server = { type: 'local', command: [command, ...args], enabled: true };
  return [
    jsonPiece(config, [{ at: ['mcp', 'daybook'], value: server, starts: SERVER }]),
    plugin(setting),
    rulesPiece(OPENCODE.rules, setting),
  ];
}

const start = ({ launch, shared }: Setting, ...words: readonly string[]) =>
  execution(words, shared ? null : launch);

/** The plugin with the program in it that it starts; the words of an event come after them. */
function plugin(setting: Setting): Piece {
  const { command, args } = start(setting);
  const text = setting
    .template('agents/opencode.js')
    .replace("['{{program}}']", () => JSON.stringify([command, ...args]));
  const piece = ownPiece(OPENCODE.plugin, text);
  return {
    ...piece,
    program: (found, of) => (isTold(of) && piece.isIn(found) ? programIn(found, of) : null),
  };
}

const isTold = (of: string): boolean => eventsOf('opencode').some(([event]) => event === of);

/** What the plugin starts for an event. */
function programIn(text: string, event: string): Program | null {
  const line = /^const DAYBOOK = (\[.*\]);$/m.exec(text)?.[1];
  try {
    return programOf({ command: [...JSON.parse(line ?? ''), 'hook', event, 'opencode'] });
  } catch {
    return null;
  }
}
