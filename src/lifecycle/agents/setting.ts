import { type AgentName, HOOKS, type Launch, RULES_MARKS } from '../../kinds/agents.js';
import { commandLine, eventsOf, execution } from '../../kinds/programs.js';
import { type JsonEntry, markedPiece, type Piece, programOf, SERVER } from './piece.js';

/** How an agent is to be set up. */
export interface Setting {
  readonly launch: Launch;
  /** For everybody who has the repository: no path of this machine. */
  readonly shared: boolean;
  /** A shipped text by its name, without the ending of a note. */
  readonly template: (name: string) => string;
  /** True where there is such a file in the workspace. */
  readonly exists: (path: string) => boolean;
  /** Settings that a status line may stand in which is not ours, whole; '' for none. */
  readonly statusLines: () => readonly string[];
}

/** Seconds that an event is given. */
export const secondsFor = (event: string): number => HOOKS[event]?.timeout ?? 0;

/** When a client asks, as it says so: for what an event tells, where that matters. */
export const matcherOf = (event: string): { readonly matcher?: string } => {
  const matcher = HOOKS[event]?.matcher;
  return matcher ? { matcher } : {};
};

/** What answers an event, as a line for a shell. */
export const hookLine = ({ launch, shared }: Setting, event: string, agent: AgentName): string =>
  commandLine(['hook', event, agent], shared ? null : launch);

/** One hook for each event of an agent, under the client's name of it. */
export const hookEntries = (agent: AgentName, item: (event: string) => object): readonly JsonEntry[] =>
  eventsOf(agent).map(([event, own]) => ({
    at: ['hooks', own],
    item: item(event),
    isOurs: isHookOfOurs,
    starts: event,
  }));

/** A hook, or a group with one, that starts `daybook … hook`. */
function isHookOfOurs(one: unknown): boolean {
  const { command = '', args = [] } = programOf(one) ?? {};
  return /daybook(?:\.cjs)?['"]? hook \w/.test([command, ...args].join(' '));
}

/** The server, where most clients look for it. */
export const serverEntry = ({ launch, shared }: Setting): JsonEntry => ({
  at: ['mcpServers', 'daybook'],
  value: execution(['mcp'], shared ? null : launch),
  starts: SERVER,
});

/** How to use the memory, for agents that read a file of rules. */
export const rulesPiece = (path: string, { template }: Setting): Piece =>
  markedPiece(path, RULES_MARKS, template('agents/rules').trimEnd().split('\n'));
