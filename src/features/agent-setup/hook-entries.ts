import type { InstalledCommand } from '../../command/external-files.js';
import { listAgentEvents, toExecArgs, toShellCommand } from './hook-events.js';
import { type AgentName, HOOKS, RULES_MARKERS } from './hook-registrations.js';
import {
  createManagedSection,
  type ManagedFile,
  type ManagedJsonEntry,
  MCP_SERVER,
  parseProgramSetting,
} from './managed-settings-file.js';

/** How to set an agent up. */
export interface AgentSetup {
  readonly launch: InstalledCommand;
  /** True for files shared through the repository: they contain no path of this machine. */
  readonly shared: boolean;
  /** Returns a shipped text by its name, without the ending of a note. */
  readonly template: (name: string) => string;
  /** Returns true if the workspace has that file. */
  readonly exists: (path: string) => boolean;
  /** Settings that may contain the user's own status line; '' for none. */
  readonly statusLines: () => readonly string[];
}

/** The time limit of an event, in seconds. */
export const getHookTimeout = (event: string): number => HOOKS[event]?.timeout ?? 0;

/** The client's matcher of an event. */
export const getHookMatcher = (event: string): { readonly matcher?: string } => {
  const matcher = HOOKS[event]?.matcher;
  return matcher ? { matcher } : {};
};

/** Returns the shell line that answers an event. */
export const formatHookCommand = ({ launch, shared }: AgentSetup, event: string, agent: AgentName): string =>
  toShellCommand(['hook', event, agent], shared ? null : launch, agent);

/** Returns one hook for each event of an agent, under the client's name of it. */
export const createHookEntries = (
  agent: AgentName,
  item: (event: string) => object,
): readonly ManagedJsonEntry[] =>
  listAgentEvents(agent).map(([event, own]) => ({
    at: ['hooks', own],
    item: item(event),
    isOurs: isHookOfOurs,
    starts: event,
  }));

/** Returns true for a hook, or a group with one, that starts `daybook … hook`. */
function isHookOfOurs(one: unknown): boolean {
  const { command = '', args = [] } = parseProgramSetting(one) ?? {};
  return /daybook(?:\.cjs)?['"]? hook \w/.test([command, ...args].join(' '));
}

/** The server, in the file that most clients use. */
export const createServerEntry = ({ launch, shared }: AgentSetup): ManagedJsonEntry => ({
  at: ['mcpServers', 'daybook'],
  value: toExecArgs(['mcp'], shared ? null : launch),
  starts: MCP_SERVER,
});

/** Instructions for agents that read a file of rules. */
export const createRulesFile = (path: string, { template }: AgentSetup): ManagedFile =>
  createManagedSection(path, RULES_MARKERS, template('agents/rules').trimEnd().split('\n'));
