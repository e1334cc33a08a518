/** A tool that an agent called, as its hook tells it (MindSave §tool_logs; FEATURES B15). */
export interface ToolCall {
  readonly id: string;
  /** The agent that called it; null for the one that leads the session. */
  readonly parent: string | null;
  readonly session: string | null;
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly tool: string;
  /** What it was called with, in short. */
  readonly input: string;
  readonly ok: boolean;
  /** Relative to the folder that the agent worked in, where they lie below it. */
  readonly files: readonly string[];
  /** The agent that it started; null for most. */
  readonly started: string | null;
  /** What it failed with, in one line; null where it did not, or where nobody said. */
  readonly error: string | null;
  /** The lines that say what failed, the most specific first; left out where `error` is all. */
  readonly errorLines?: readonly string[];
}

/** A moment of a session that its tool calls are counted from. */
export interface ActivityMarkRecord {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly session: string | null;
  readonly mark: (typeof ACTIVITY_MARKS)[number];
  /** `pressure`: how full its context was by then. */
  readonly level?: string;
  readonly zone?: string;
  /** `snapped`: the note. */
  readonly path?: string;
  /** `filled`: the tokens in its context, as soon as they are known, and those that the model takes, by the client's own account. */
  readonly tokens?: number;
  readonly window?: number;
  /** `looked`: at this many tokens in the context, or half of `tokens`, its pressure may be another. */
  readonly lookAt?: number;
  /** `fix`: the error whose fix the agent was shown. */
  readonly error?: string;
}

/**
 * The user asked; the user does not want it saved; the table of triggers was asked; it was saved unasked; its context became
 * fuller or emptier; a context snapshot was left before a compaction; its client told how full its context is; its day was
 * told that it began; the fix of an error was shown.
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

/** What a session did lately, the oldest first. */
export interface RecentActivity {
  readonly calls: readonly ToolCall[];
  readonly marks: readonly ActivityMarkRecord[];
}

const FILE_KEYS = ['file_path', 'path', 'notebook_path', 'filename', 'absolute_path'];

/** The files that a tool was given. */
export const listToolCallFiles = (input: Readonly<Record<string, unknown>>): readonly string[] =>
  FILE_KEYS.flatMap((key) => (typeof input[key] === 'string' ? [input[key]] : []));

/** A call on one line: `Bash: npm test (failed)`. */
export const formatToolCall = ({ tool, input, ok }: Pick<ToolCall, 'tool' | 'input' | 'ok'>): string =>
  `${tool}${input === '' ? '' : `: ${input}`}${ok ? '' : ' (failed)'}`;
