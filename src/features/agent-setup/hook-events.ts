import type { InstalledCommand } from '../../command/external-files.js';
import { type AgentName, HOOKS } from './hook-registrations.js';

/**
 * What a client calls the events that are answered, where it has names of its own; what is missing it has no use for.
 * Gemini CLI tells PreCompress at every turn, whether it compresses or not, and takes nothing there.
 */
const OWN_NAMES: Readonly<Partial<Record<AgentName, Readonly<Record<string, string>>>>> = {
  gemini: {
    SessionStart: 'SessionStart',
    UserPromptSubmit: 'BeforeAgent',
    PreToolUse: 'BeforeTool',
    PostToolUse: 'AfterTool',
    SessionEnd: 'SessionEnd',
  },
  opencode: {
    SessionStart: 'chat.message',
    UserPromptSubmit: 'chat.message',
    PreToolUse: 'tool.execute.before',
    PostToolUse: 'tool.execute.after',
    PreCompact: 'experimental.session.compacting',
    SessionEnd: 'dispose',
  },
  cursor: {
    SessionStart: 'sessionStart',
    UserPromptSubmit: 'beforeSubmitPrompt',
    PreToolUse: 'preToolUse',
    PostToolUse: 'postToolUse',
    PostToolUseFailure: 'postToolUseFailure',
    PreCompact: 'preCompact',
    SessionEnd: 'sessionEnd',
  },
  antigravity: { PreToolUse: 'PreToolUse' },
  copilot: {},
  other: {},
};

/** The events that an agent is set up with: Daybook's name of each, and the client's. */
export const listAgentEvents = (agent: AgentName): readonly (readonly [event: string, own: string])[] =>
  Object.entries(HOOKS).flatMap(([event, { only }]) => {
    const names = OWN_NAMES[agent];
    const own = names ? names[event] : event;
    return own === undefined || only?.includes(agent) === false ? [] : [[event, own] as const];
  });

/**
 * Emptied where Daybook is started: a file of certificates that it names is parsed at every start of Node, which costs
 * more than the start itself, and Daybook makes no connection.
 */
const CLEAN = 'NODE_EXTRA_CA_CERTS=';

/** The shell in which a client runs its hooks on Windows, if it is not Git's sh. */
const WINDOWS_SHELLS: Readonly<Partial<Record<AgentName, 'cmd' | 'powershell'>>> = {
  codex: 'powershell',
  gemini: 'powershell',
  cursor: 'cmd',
};

/** Lets sh find a Daybook that is a dependency of the project. The other shells of clients have no such form in common. */
export const OWN_PROGRAMS = 'PATH="${CLAUDE_PROJECT_DIR:-.}/node_modules/.bin:$PATH"';

/** Returns a command and its arguments, for clients that start a program without a shell. */
export function toExecArgs(words: readonly string[], launch: InstalledCommand | null) {
  if (!launch) return { command: 'daybook', args: words };
  if (launch.windows) return { command: launch.node, args: [launch.command, ...words] };
  return { command: 'env', args: [CLEAN, launch.node, launch.command, ...words] };
}

/**
 * Returns the same as a line for the shell of a client; git always uses sh. Without `launch` it is for every machine: it ends
 * with success where Daybook is missing.
 */
export function toShellCommand(
  words: readonly string[],
  launch: InstalledCommand | null,
  agent?: AgentName,
): string {
  const shell = (agent && WINDOWS_SHELLS[agent]) ?? 'sh';
  // Windows PowerShell 5 has no `||`, and cmd.exe no `;`.
  if (!launch && agent === 'claude') return `${OWN_PROGRAMS} daybook ${words.join(' ')}; exit 0`;
  if (!launch) return `daybook ${words.join(' ')}${shell === 'cmd' ? ' ||' : ';'} exit 0`;
  const program = [launch.node, launch.command];
  const join = (quote: (path: string) => string) => [...program.map(quote), ...words].join(' ');
  if (launch.windows && shell === 'cmd') return join((path) => `"${path}"`);
  if (launch.windows && shell === 'powershell') return `& ${join(quoteForPowerShell)}`;
  return `${CLEAN} ${join((path) => quoteForSh(path, launch))}`;
}

/** Quotes a path for sh, on Windows with slashes. */
export const quoteForSh = (path: string, { windows }: Pick<InstalledCommand, 'windows'>): string =>
  `'${(windows ? path.replaceAll('\\', '/') : path).replaceAll("'", `'\\''`)}'`;

/** Quotes a path for PowerShell, which takes typographic quotes for quotes too. */
const quoteForPowerShell = (path: string): string => `'${path.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
