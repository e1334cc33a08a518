import type { CommandResult } from '../app/execute.js';
import type { Invocation } from '../app/invocation.js';

/** A text from an editor, and the path of its file. */
export interface TextFromEditor {
  readonly text: string;
  readonly path: string;
  /** The command of the editor, if it failed. */
  readonly failed: string | null;
}

/** Runs an action that opens its own workspaces, e.g. all of them. */
export type CliAction = (action: {
  readonly input: Readonly<Record<string, unknown>>;
  readonly start: Invocation;
  readonly dryRun: boolean;
  readonly say: (text: string) => void;
}) => Promise<CommandResult>;

interface TerminalSize {
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

/** The parts of the process that the command line uses. */
export interface CliProcess {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly terminal: boolean;
  /** The size of the terminal in columns and rows, as far as it is known. */
  readonly size?: () => TerminalSize;
  /** Asks the person a question; only where standard input and output are a terminal. */
  readonly ask?: (question: string) => string;
  /** Opens the user's editor; null if there is none. Only on a terminal. */
  readonly edit?: (env: CliProcess['env']) => TextFromEditor | null;
  /** Deletes the file of an edited text. */
  readonly removeEdited?: (path: string) => void;
  /** Shows a text in a pager; returns false if there is none. */
  readonly page?: (text: string, env: CliProcess['env']) => boolean;
  /** Returns true if `err` is a terminal. Assumed false if missing. */
  readonly isWatched?: () => boolean;
  /** Finds what a word of `cron` runs beside planning, e.g. `tick`; the scheduler has it. */
  readonly findCronAction?: (act: unknown) => Promise<CliAction | undefined>;
  /** Runs a server for the command `mcp` or `serve`; returns the exit status when it ends. */
  readonly serve?: (request: {
    readonly profile: string | undefined;
    readonly input: Readonly<Record<string, unknown>>;
    readonly start: Invocation;
    readonly json: boolean;
  }) => Promise<number>;
  /** Writes the memory as one file, for the command `view`. */
  readonly writeView?: CliAction;
}
