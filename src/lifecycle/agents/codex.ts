import { CODEX, type Program, TOML_MARKS } from '../../kinds/agents.js';
import { execution } from '../../kinds/programs.js';
import { withoutMarked } from '../../wiki/marked.js';
import { Refusal } from '../../wiki/refusal.js';
import { jsonPiece, markedPiece, type Piece, programOf, SERVER } from './piece.js';
import { hookEntries, hookLine, matcherOf, rulesPiece, type Setting, secondsFor } from './setting.js';

/** Codex: hooks in the shape of Claude Code, the server in TOML, and rules. */
export function codex(setting: Setting): readonly Piece[] {
  const hooks = hookEntries('codex', (event) => {
    const command = hookLine(setting, event, 'codex');
    return { ...matcherOf(event), hooks: [{ type: 'command', command, timeout: secondsFor(event) }] };
  });
  return [jsonPiece(CODEX.hooks, hooks), tableOfServer(setting), rulesPiece(CODEX.rules, setting)];
}

/** The server as a table of TOML at the end of the file, where a table may always stand. */
function tableOfServer({ launch, shared }: Setting): Piece {
  const { command, args } = execution(['mcp'], shared ? null : launch);
  const list = `[${args.map((one) => JSON.stringify(one)).join(', ')}]`;
  const piece = markedPiece(CODEX.config, TOML_MARKS, [
    '[mcp_servers.daybook]',
    `command = ${JSON.stringify(command)}`,
    `args = ${list}`,
  ]);
  return {
    ...piece,
    put(text) {
      if (!SERVER_OF_OTHERS.test(withoutMarked(text ?? '', TOML_MARKS))) return piece.put(text);
      throw new Refusal(
        'taken',
        `${CODEX.config} has a server \`daybook\` that is not ours`,
        'take it out, or keep it and leave Codex out of --agent; nothing was changed',
        { path: CODEX.config },
      );
    },
    program: (text, of) => (of === SERVER && piece.isIn(text) ? programInTable(text) : null),
  };
}

const SERVER_OF_OTHERS =
  /^[ \t]*(?:\[\s*mcp_servers\s*\.\s*"?daybook"?\s*[\].]|mcp_servers\s*(?:=|\.\s*"?daybook))/m;

/** What our lines name: TOML writes these as JSON does. */
function programInTable(text: string): Program | null {
  const ours = text.slice(text.indexOf(TOML_MARKS.begin), text.indexOf(TOML_MARKS.end));
  const [command, args] = ['command', 'args'].map(
    (key) => new RegExp(`^${key} = (.*)$`, 'm').exec(ours)?.[1],
  );
  try {
    return programOf({ command: JSON.parse(command ?? ''), args: JSON.parse(args ?? '') });
  } catch {
    return null;
  }
}
