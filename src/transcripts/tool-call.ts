/** A tool call of an agent, from its hook (MindSave §tool_logs; FEATURES B15). */
export interface ToolCall {
  readonly id: string;
  /** The subagent that made the call; null for the main agent. */
  readonly parent: string | null;
  readonly session: string | null;
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly tool: string;
  /** A short form of its input. */
  readonly input: string;
  readonly ok: boolean;
  /** Relative to the agent's folder, if below it. */
  readonly files: readonly string[];
  /** The subagent that it started; null for most calls. */
  readonly started: string | null;
  /** Its error in one line; null if it succeeded or the client gives none. */
  readonly error: string | null;
  /** Error lines, the most specific first; missing if `error` is all. */
  readonly errorLines?: readonly string[];
  /** The files that it changed, from the top of the worktree, and the worktree if that is not the root. */
  readonly changed?: readonly string[];
  readonly worktree?: string;
}

/** A moment of a session from which tool calls are counted. */
export interface ActivityMarkRecord {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly session: string | null;
  readonly mark: (typeof ACTIVITY_MARKS)[number];
  /** `pressure`: the context ratio at that moment. */
  readonly level?: string;
  readonly zone?: string;
  /** `snapped`: the note. */
  readonly path?: string;
  /** `filled`: tokens in the context, and the model's window, as reported by the client. */
  readonly tokens?: number;
  readonly window?: number;
  /** `looked`: with this many tokens in the context, or half of `tokens`, the pressure must be computed again. */
  readonly lookAt?: number;
  /** `fix`: the error whose fix the agent was shown. */
  readonly error?: string;
}

/**
 * In order: a prompt; the user refused a save; the triggers were checked; an automatic save; the pressure level
 * changed; a context snapshot before a compaction; the client reported its context size; the day's start was announced;
 * a fix was shown.
 */
export const ACTIVITY_MARKS = [
  'prompt',
  'refused',
  'looked',
  'saved',
  'pressure',
  'snapped',
  'filled',
  'begun',
  'fix',
] as const;

/** Recent calls of a session, oldest first. */
export interface RecentActivity {
  readonly calls: readonly ToolCall[];
  readonly marks: readonly ActivityMarkRecord[];
}

const FILE_KEYS = ['file_path', 'path', 'notebook_path', 'filename', 'absolute_path'];

/** The files that a tool call names. */
export const listToolCallFiles = (input: Readonly<Record<string, unknown>>): readonly string[] =>
  FILE_KEYS.flatMap((key) => (typeof input[key] === 'string' ? [input[key]] : []));

/** A call on one line: `Bash: npm test (failed)`. */
export const formatToolCall = ({ tool, input, ok }: Pick<ToolCall, 'tool' | 'input' | 'ok'>): string =>
  `${tool}${input === '' ? '' : `: ${input}`}${ok ? '' : ' (failed)'}`;
