import type { Actor } from '../command/define-command.js';
import type { Invocation } from './invocation.js';

/** Agents identify themselves by environment variables of their tools; a person has none. */
const AGENTS: readonly (readonly [variable: string, name: string])[] = [
  ['CLAUDECODE', 'claude'],
  ['CODEX_SANDBOX', 'codex'],
  ['GEMINI_CLI', 'gemini'],
  ['OPENCODE', 'opencode'],
  ['CURSOR_AGENT', 'cursor'],
];

/** True for the name of an agent, which is not that of the person it works for. */
export const isAgentName = (by: string): boolean => AGENTS.some(([, name]) => name === by);

/** True for the environment of an agent's shell, or one that names an agent: what is printed there is read by the agent. */
export const isAgentProcess = (env: Invocation['env']): boolean =>
  isAgentName(env.DAYBOOK_BY ?? '') || AGENTS.some(([variable]) => env[variable]);

/** True for a person who types at a terminal. */
export const isAttended = ({ ask, who, env }: Invocation): boolean =>
  ask !== undefined && who === undefined && !isAgentProcess(env);

/** Returns who sends a request: the caller's answer, else what the environment shows. */
export function detectActor({ who, env }: Invocation): Actor {
  const by = who?.by ?? env.DAYBOOK_BY ?? AGENTS.find(([variable]) => env[variable])?.[1] ?? null;
  return { by, session: who?.session || env.DAYBOOK_SESSION || env.CLAUDE_CODE_SESSION_ID || null };
}
