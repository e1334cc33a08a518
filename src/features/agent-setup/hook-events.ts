import type { InstalledCommand } from '../../command/queries.js';
import { type AgentName, HOOKS } from './hook-registrations.js';

/**
 * Names of events in clients that have their own. A missing event is not used there. Gemini CLI sends PreCompress at
 * every turn, even without compression, and ignores the reply.
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
  other: {},
};

/** Returns the events that an agent is set up with: Daybook's name of each, and the client's. */
export const listAgentEvents = (agent: AgentName): readonly (readonly [event: string, own: string])[] =>
  Object.entries(HOOKS).flatMap(([event, { only }]) => {
    const names = OWN_NAMES[agent];
    const own = names ? names[event] : event;
    return own === undefined || only?.includes(agent) === false ? [] : [[event, own] as const];
  });

/**
 * Cleared when Daybook is started: Node would parse this file of certificates at every start, which takes longer than
 * the start itself, and Daybook makes no connection.
 */
const CLEAN = 'NODE_EXTRA_CA_CERTS=';

/** Returns a command and its arguments, for clients that start a program without a shell. */
export function toExecArgs(
  words: readonly string[],
  launch: InstalledCommand | null,
): { command: string; args: readonly string[] } {
  if (!launch) return { command: 'env', args: [CLEAN, 'daybook', ...words] };
  if (launch.windows) return { command: launch.node, args: [launch.command, ...words] };
  return { command: 'env', args: [CLEAN, launch.node, launch.command, ...words] };
}

/** Returns the same as a shell line. If the file is shared, a machine without Daybook is not disturbed. */
export function toShellCommand(words: readonly string[], launch: InstalledCommand | null): string {
  if (!launch) return `${CLEAN} daybook ${words.join(' ')} || true`;
  const quote = (text: string) => quoteForShell(text, launch);
  const line = [launch.node, launch.command].map(quote).concat(words).join(' ');
  return launch.windows ? line : `${CLEAN} ${line}`;
}

/** Quotes a path for a shell of this machine. */
export const quoteForShell = (text: string, { windows }: Pick<InstalledCommand, 'windows'>): string =>
  windows ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`;
