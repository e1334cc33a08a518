/** Agents that `init` sets up (FEATURES I1); `other` is whoever has no hooks but reads a skill and rules. */
export const AGENTS = ['claude', 'codex', 'gemini', 'opencode', 'cursor', 'other'] as const;
export type AgentName = (typeof AGENTS)[number];

/** The session of a trial by `doctor`, which nobody's memory is told by. */
export const DOCTOR_SESSION = 'doctor';

/** The verb that prints a client's status line, and what its program goes by. */
export const STATUS_LINE = 'statusline';

/** Sources of a SessionStart of which no session begins: what the last one held is still at work. */
export const CONTINUING_SOURCES: ReadonlySet<string> = new Set(['resume', 'compact', 'fork']);

/** How an event is asked for. */
interface Hook {
  /** Seconds that the client gives it. */
  readonly timeout: number;
  readonly matcher?: string;
  /** The agents that have the event; all of them where nothing is said. */
  readonly only?: readonly AgentName[];
}

/** Events that are answered, with the seconds that a client gives each. */
export const HOOKS: Readonly<Record<string, Hook>> = {
  SessionStart: { timeout: 10, matcher: 'startup|resume|clear|compact|fork' },
  UserPromptSubmit: { timeout: 10 },
  PreToolUse: {
    timeout: 10,
    matcher: 'Bash|Edit|Write|MultiEdit|NotebookEdit|Skill|Task|Agent|apply_patch|mcp__.*',
  },
  PostToolUse: { timeout: 10 },
  PostToolUseFailure: { timeout: 10, only: ['claude', 'cursor'] },
  SubagentStart: { timeout: 10 },
  SubagentStop: { timeout: 10 },
  TaskCompleted: { timeout: 10, only: ['claude'] },
  Stop: { timeout: 10 },
  PreCompact: { timeout: 10 },
  PostCompact: { timeout: 10 },
  SessionEnd: { timeout: 3 },
};

/** A program as an agent's settings name it: without arguments it is a line for a shell. */
export interface HookProgram {
  readonly command: string;
  readonly args?: readonly string[];
}

/** Tools of Gemini CLI that the guard is asked about, by its own names: there a matcher is a pattern. */
export const GEMINI_MATCHERS: Readonly<Record<string, string>> = {
  PreToolUse: 'run_shell_command|write_file|replace|activate_skill',
};

/** What a person must do in a client before it reads a project's files; where nothing is said, it asks of itself. */
export const TRUST_INSTRUCTIONS: Readonly<Partial<Record<AgentName, string>>> = {
  codex: 'in Codex, trust the folder and its hooks: /hooks',
  gemini: 'in Gemini CLI, trust the folder: /permissions',
};

/** Lines of ours in files that are not JSON. */
export const TOML_MARKERS = {
  begin: '# daybook: begin (written by `daybook init`, taken out by `daybook uninstall`)',
  end: '# daybook: end',
} as const;
export const RULES_MARKERS = { begin: '<!-- DAYBOOK:BEGIN -->', end: '<!-- DAYBOOK:END -->' } as const;
