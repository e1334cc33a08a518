/** Agents that `init` sets up (FEATURES I1); `other` has no hooks, but reads a skill and rules. */
export const AGENTS = [
  'claude',
  'codex',
  'gemini',
  'opencode',
  'cursor',
  'antigravity',
  'copilot',
  'other',
] as const;
export type AgentName = (typeof AGENTS)[number];

/** The session id of a trial by `doctor`, which is not recorded. */
export const DOCTOR_SESSION = 'doctor';

/** The command that prints a client's status line, and the name of its program. */
export const STATUS_LINE = 'statusline';

/** Sources of a SessionStart that does not start a new session: the earlier context is still loaded. */
export const CONTINUING_SOURCES: ReadonlySet<string> = new Set(['resume', 'compact', 'fork']);

/** How an event is registered. */
interface Hook {
  /** Its time limit in the client, in seconds. */
  readonly timeout: number;
  readonly matcher?: string;
  /** The agents that have the event; all by default. */
  readonly only?: readonly AgentName[];
}

/** Events with a hook, and their time limits in seconds. */
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

/** A program in an agent's settings: without arguments it is a shell line. */
export interface HookProgram {
  readonly command: string;
  readonly args?: readonly string[];
}

/** Gemini CLI's names of the tools that the guard checks; its matcher is a pattern. */
export const GEMINI_MATCHERS: Readonly<Record<string, string>> = {
  PreToolUse: 'run_shell_command|write_file|replace|activate_skill',
};

/** What the user must do before a client reads a project's files; other clients ask themselves. */
export const TRUST_INSTRUCTIONS: Readonly<Partial<Record<AgentName, string>>> = {
  codex: 'in Codex, trust the folder and its hooks: /hooks',
  gemini: 'in Gemini CLI, trust the folder: /permissions',
};

/** Marks around our lines in files that are not JSON. */
export const TOML_MARKERS = {
  begin: '# daybook: begin (written by `daybook init`, taken out by `daybook uninstall`)',
  end: '# daybook: end',
} as const;
export const RULES_MARKERS = { begin: '<!-- DAYBOOK:BEGIN -->', end: '<!-- DAYBOOK:END -->' } as const;
