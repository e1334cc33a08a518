import type { InstalledCommand } from '../../command/queries.js';
import { listAgentEvents, toExecArgs, toShellCommand } from './hook-events.js';
import { type AgentName, HOOKS, RULES_MARKERS } from './hook-registrations.js';
import {
  createManagedSection,
  type ManagedFile,
  type ManagedJsonEntry,
  MCP_SERVER,
  parseProgramSetting,
} from './managed-settings-file.js';

/** How an agent is to be set up. */
export interface AgentSetup {
  readonly launch: InstalledCommand;
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
export const getHookTimeout = (event: string): number => HOOKS[event]?.timeout ?? 0;

/** When a client asks, as it says so: for what an event tells, where that matters. */
export const getHookMatcher = (event: string): { readonly matcher?: string } => {
  const matcher = HOOKS[event]?.matcher;
  return matcher ? { matcher } : {};
};

/** What answers an event, as a line for a shell. */
export const formatHookCommand = ({ launch, shared }: AgentSetup, event: string, agent: AgentName): string =>
  toShellCommand(['hook', event, agent], shared ? null : launch);

/** One hook for each event of an agent, under the client's name of it. */
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

/** A hook, or a group with one, that starts `daybook … hook`. */
function isHookOfOurs(one: unknown): boolean {
  const { command = '', args = [] } = parseProgramSetting(one) ?? {};
  return /daybook(?:\.cjs)?['"]? hook \w/.test([command, ...args].join(' '));
}

/** The server, where most clients look for it. */
export const createServerEntry = ({ launch, shared }: AgentSetup): ManagedJsonEntry => ({
  at: ['mcpServers', 'daybook'],
  value: toExecArgs(['mcp'], shared ? null : launch),
  starts: MCP_SERVER,
});

/** How to use the memory, for agents that read a file of rules. */
export const createRulesFile = (path: string, { template }: AgentSetup): ManagedFile =>
  createManagedSection(path, RULES_MARKERS, template('agents/rules').trimEnd().split('\n'));
